package import PolicyText

/// Checks association files. A mistake has the same rule ID in a file as in a policy.
package enum AssociationFileRules {
  /// Returns the findings about an `apple-app-site-association`, including those of the JSON reader.
  ///
  /// - Parameter isSigned: true for the JSON content of a signed file, in which fixes can't be applied.
  package static func checkApple(_ read: ReadResult, isSigned: Bool = false) -> [Diagnostic] {
    guard isSigned else { return checkJSON(read) }
    var findings = Findings(AppleLegacyForm.self, read.tree)
    AppleLegacyForm.reportSigned(isReadable: true, &findings)
    return findings.entries.map(\.diagnostic)
      + checkJSON(read).map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.fixes = []
        return diagnostic
      }
  }

  private static func checkJSON(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    let readers = withHiddenCharacters(read)
    guard tree.isComplete, tree.root != nil else {
      let found = findings(in: tree) {
        $0.forAppleFiles?.init().check(unreadableAppleFile: tree.source, reporting: &$1)
      }
      // JSON errors in a signature are meaningless.
      let isSigned = AppleLegacyForm.isSigned(tree.source.bytes)
      return (isSigned ? [] : readers) + found.map(\.diagnostic)
    }
    let file = AppleFile(tree)
    var entries = AssociationTypeChecker(tree).apple()
    entries += findings(in: tree) { $0.forAppleFiles?.init().check(file, reporting: &$1) }
    if let links = file.links {
      entries += findings(in: tree) { $0.forLinkLists?.init().check(links, reporting: &$1) }
    }
    return readers + Precedence.apply(to: entries)
  }

  /// Returns the findings about an `assetlinks.json`, including those of the JSON reader.
  package static func checkAssetLinks(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    let readers = withHiddenCharacters(read)
    guard tree.isComplete, tree.root != nil else {
      let found = findings(in: tree) {
        $0.forAssetFiles?.init().check(unreadableAssetFile: tree.source, reporting: &$1)
      }
      return readers + found.map(\.diagnostic)
    }
    let file = AssetFile(tree)
    var entries = AssociationTypeChecker(tree).android(file)
    entries += findings(in: tree) { $0.forAssetFiles?.init().check(file, reporting: &$1) }
    return readers + Precedence.apply(to: entries)
  }

  /// The findings of the JSON reader and about invisible characters.
  private static func withHiddenCharacters(_ read: ReadResult) -> [Diagnostic] {
    var found = read.diagnostics
    HiddenCharacters.report(in: read.tree, prose: comments(in: read.tree), to: &found)
    return found
  }

  /// The comments of link rules (`comment` for Apple, `comments` for Google), but not query items with that name.
  private static func comments(in tree: SourceTree) -> [SourceSpan] {
    (0..<tree.nodeCount).map { NodeID(Int32($0)) }.filter { node in
      guard let key = tree.key(of: node), let object = tree.parent(node),
        tree.kind(node) == .scalar,
        tree.text(key, equals: "comment") || tree.text(key, equals: "comments")
      else { return false }
      return tree.key(of: object).map { !tree.text($0, equals: "?") } ?? true
    }.map(tree.span)
  }

  private static func findings(
    in tree: SourceTree, check: (any NamedRule.Type, inout Findings) -> Void
  ) -> [Findings.Entry] {
    RuleRegistry.rules.flatMap { rule in
      var findings = Findings(rule, tree)
      check(rule, &findings)
      return findings.entries
    }
  }
}

/// The two association files of one site.
package struct SiteFiles: Sendable {
  package var apple: SourceTree
  package var android: SourceTree

  /// Returns the files that one host serves: those in one folder, or in a folder and its `.well-known`.
  package static func pairs(apple: [SourceTree], android: [SourceTree]) -> [SiteFiles] {
    guard !apple.isEmpty, !android.isEmpty else { return [] }
    var folders: [String: SourceTree] = [:]
    var sites: [String: SourceTree] = [:]
    for tree in apple {
      let folder = folder(tree.source.name)
      folders[folder] = folders[folder] ?? tree
      sites[site(folder)] = sites[site(folder)] ?? tree
    }
    return android.compactMap { tree in
      let folder = folder(tree.source.name)
      return (folders[folder] ?? sites[site(folder)]).map { SiteFiles(apple: $0, android: tree) }
    }
  }

  package var findings: [Diagnostic] {
    guard apple.isComplete, android.isComplete, apple.root != nil, android.root != nil else {
      return []
    }
    let files = (AppleFile(apple), AssetFile(android))
    return Precedence.apply(
      to: RuleRegistry.rules.flatMap { named -> [Findings.Entry] in
        guard let rule = named.forSites else { return [] }
        var findings = Findings(named, android)
        rule.init().check(files.0, files.1, reporting: &findings)
        return findings.entries
      })
  }

  private static func folder(_ path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(decoding: bytes[..<slash], as: UTF8.self)
  }

  private static func site(_ folder: String) -> String {
    let known = "/.well-known"
    if folder == ".well-known" { return "" }
    return folder.utf8.reversed().starts(with: known.utf8.reversed())
      ? String(decoding: folder.utf8.dropLast(known.utf8.count), as: UTF8.self) : folder
  }
}
