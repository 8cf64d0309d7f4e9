package import PolicyDiagnostics
package import PolicySourceTree

/// The rules for association files that other people wrote.
///
/// Most ids are those of policies: one mistake has one id, wherever it is made.
package enum AssociationFileRules {
  /// The findings about an `apple-app-site-association`; those of the JSON reader among them.
  package static func checkApple(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    guard tree.isComplete, tree.root != nil else {
      let found = findings(in: tree) {
        $0.forAppleFiles?.init().check(unreadableAppleFile: tree.source, reporting: &$1)
      }
      // Bytes of a signature are no JSON that somebody got wrong.
      let isSigned = AppleLegacyForm.isSigned(tree.source.bytes)
      return (isSigned ? [] : read.diagnostics) + found.map(\.diagnostic)
    }
    let file = AppleFile(tree)
    var entries = AssociationTypeChecker(tree).apple()
    entries += findings(in: tree) { $0.forAppleFiles?.init().check(file, reporting: &$1) }
    if let links = file.links {
      entries += findings(in: tree) { $0.forLinkLists?.init().check(links, reporting: &$1) }
    }
    return read.diagnostics + Precedence.apply(to: entries)
  }

  /// The findings about an `assetlinks.json`; those of the JSON reader among them.
  package static func checkAssetLinks(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    guard tree.isComplete, tree.root != nil else {
      let found = findings(in: tree) {
        $0.forAssetFiles?.init().check(unreadableAssetFile: tree.source, reporting: &$1)
      }
      return read.diagnostics + found.map(\.diagnostic)
    }
    let file = AssetFile(tree)
    var entries = AssociationTypeChecker(tree).android(file)
    entries += findings(in: tree) { $0.forAssetFiles?.init().check(file, reporting: &$1) }
    return read.diagnostics + Precedence.apply(to: entries)
  }

  /// What each rule of the registry reports.
  private static func findings(
    in tree: SourceTree, check: (any NamedRule.Type, inout Findings) -> Void
  ) -> [Findings.Entry] {
    RuleRegistry.entries.flatMap { entry in
      var findings = Findings(entry.rule, tree)
      check(entry.rule, &findings)
      return findings.entries
    }
  }
}
