package import PolicyText

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
        var findings = Findings(named.info, android)
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
