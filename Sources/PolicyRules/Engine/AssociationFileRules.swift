package import PolicyText

/// The rules for association files that other people wrote.
///
/// Most ids are those of policies: one mistake has one id, wherever it is made.
package enum AssociationFileRules {
  /// The findings about an `apple-app-site-association`; those of the JSON reader among them.
  ///
  /// - Parameter isSigned: the JSON is the content of a signed file, where fixes can't be written.
  package static func checkApple(_ read: ReadResult, isSigned: Bool = false) -> [Diagnostic] {
    guard isSigned else { return checkJSON(read) }
    var findings = Findings(AppleLegacyForm.info, read.tree)
    AppleLegacyForm.reportSigned(&findings)
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
      // Bytes of a signature are no JSON that somebody got wrong.
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

  /// The findings about an `assetlinks.json`; those of the JSON reader among them.
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

  /// What the reader found, and what nobody sees in the file.
  private static func withHiddenCharacters(_ read: ReadResult) -> [Diagnostic] {
    var found = read.diagnostics
    HiddenCharacters.report(in: read.tree, prose: remarks(in: read.tree), to: &found)
    return found
  }

  /// The remarks of rules: `comment` of Apple, `comments` of Google; a parameter may have this name too.
  private static func remarks(in tree: SourceTree) -> [Span] {
    (0..<tree.nodeCount).map { NodeID(Int32($0)) }.filter { node in
      guard let key = tree.key(of: node), let object = tree.parent(node),
        tree.kind(node) == .scalar,
        tree.text(key, equals: "comment") || tree.text(key, equals: "comments")
      else { return false }
      return tree.key(of: object).map { !tree.text($0, equals: "?") } ?? true
    }.map(tree.span)
  }

  /// What each rule of the registry reports.
  private static func findings(
    in tree: SourceTree, check: (any NamedRule.Type, inout Findings) -> Void
  ) -> [Findings.Entry] {
    RuleRegistry.rules.flatMap { rule in
      var findings = Findings(rule.info, tree)
      check(rule, &findings)
      return findings.entries
    }
  }
}
