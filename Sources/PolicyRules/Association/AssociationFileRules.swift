package import PolicyDiagnostics
package import PolicySourceTree

/// The rules for association files that other people wrote.
///
/// Most ids are those of policies: one mistake has one id, wherever it is made.
package enum AssociationFileRules {
  /// Rules of `apple-app-site-association`, besides those about link rules.
  static let apple: [any AppleFileRule.Type] = [
    AppleFileName.self, AssociationFileTooLarge.self, AppleLegacyForm.self, AppleAppIdFormat.self,
    DocumentationExample.self, AppleAppIdShadowed.self, AppleComponentUnknownKey.self,
    AppleQueryValueNotString.self, ApplePathsComponentsDiffer.self, LinkRulesOverlap.self,
    EnvironmentMixed.self, CredentialsMissing.self,
  ]

  /// Rules of `assetlinks.json`.
  static let android: [any AssetFileRule.Type] = [
    AssociationFileTooLarge.self, StatementListMalformed.self, StatementRelationInvalid.self,
    StatementSiteInvalid.self,
    AndroidPackageNameFormat.self, FingerprintPlaceholder.self, FingerprintFormat.self,
    FingerprintMissing.self, FingerprintSingle.self, FingerprintPublicDebugKey.self,
    DocumentationExample.self, AppFlipTestFingerprint.self, DynamicRulesInvalid.self,
    LinkExcludeUnreachable.self, LinkRuleUnreachable.self, LinkRuleNeverMatches.self,
    EnvironmentMixed.self, CredentialsMissing.self,
  ]

  /// Those that speak of files only.
  package static let own: [any NamedRule.Type] = [
    AppleComponentUnknownKey.self, StatementListMalformed.self, ApplePathsComponentsDiffer.self,
    AppleAppIdShadowed.self, AppleQueryValueNotString.self, AppleFileName.self,
    AssociationFileTooLarge.self,
    DynamicRulesInvalid.self, StatementSiteInvalid.self, StatementRelationInvalid.self,
    AppleLegacyForm.self,
    DynamicRulesOutsideManifest.self,
  ]

  /// The findings about an `apple-app-site-association`; those of the JSON reader among them.
  package static func checkApple(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    if AppleLegacyForm.isSigned(tree.source.bytes) {
      // Bytes of a signature are no JSON that somebody got wrong.
      var findings = Findings(AppleLegacyForm.self, tree)
      AppleLegacyForm().reportSigned(&findings)
      return Precedence.apply(to: findings.entries) + sizes(tree)
    }
    guard tree.isComplete, tree.root != nil else { return read.diagnostics + sizes(tree) }
    let file = AppleFile(tree)
    var entries = AssociationTypes(tree).apple()
    for rule in apple {
      var findings = Findings(rule, tree)
      rule.init().check(file, reporting: &findings)
      entries += findings.entries
    }
    if let links = file.links {
      for rule in RuleRegistry.links {
        var findings = Findings(rule, tree)
        rule.init().check(links, reporting: &findings)
        entries += findings.entries
      }
    }
    return read.diagnostics + Precedence.apply(to: entries)
  }

  /// The findings about an `assetlinks.json`; those of the JSON reader among them.
  package static func checkAssetLinks(_ read: ReadResult) -> [Diagnostic] {
    let tree = read.tree
    guard tree.isComplete, tree.root != nil else {
      return read.diagnostics + sizes(tree, isApple: false)
    }
    let file = AssetFile(tree)
    var entries = AssociationTypes(tree).android(file)
    for rule in android {
      var findings = Findings(rule, tree)
      rule.init().check(file, reporting: &findings)
      entries += findings.entries
    }
    return read.diagnostics + Precedence.apply(to: entries)
  }

  /// What can be said of a file that cannot be read.
  private static func sizes(_ tree: SourceTree, isApple: Bool = true) -> [Diagnostic] {
    var size = Findings(AssociationFileTooLarge.self, tree)
    AssociationFileTooLarge().check(bytes: tree.source.bytes.count, isApple: isApple, &size)
    var name = Findings(AppleFileName.self, tree)
    if isApple { AppleFileName().check(tree.source.name, &name) }
    return (size.entries + name.entries).map(\.diagnostic)
  }
}
