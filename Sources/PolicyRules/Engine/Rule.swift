package import PolicyModel
package import PolicyText

/// A rule with a check: one type, one file, one line in `RuleList.swift`.
///
/// A rule's conformances determine what it checks: `Rule` (policies), `URIRule` and `HostRule`
/// (their URIs), `LinkListRule` (link rules in policies and files), `AppleFileRule`,
/// `AssetFileRule`, `DeployedFileRule` and `SiteRule`. Rules that readers, imports and `verify`
/// report are rows of tables instead.
package protocol NamedRule: Sendable {
  static var info: RuleInfo { get }

  static var forPolicies: (any Rule.Type)? { get }
  static var forURIs: (any URIRule.Type)? { get }
  static var forLinkLists: (any LinkListRule.Type)? { get }
  static var forAppleFiles: (any AppleFileRule.Type)? { get }
  static var forAssetFiles: (any AssetFileRule.Type)? { get }
  static var forDeployedFiles: (any DeployedFileRule.Type)? { get }
  static var forSites: (any SiteRule.Type)? { get }

  init()
}

extension NamedRule {
  package static var forPolicies: (any Rule.Type)? { nil }
  package static var forURIs: (any URIRule.Type)? { nil }
  package static var forLinkLists: (any LinkListRule.Type)? { nil }
  package static var forAppleFiles: (any AppleFileRule.Type)? { nil }
  package static var forAssetFiles: (any AssetFileRule.Type)? { nil }
  package static var forDeployedFiles: (any DeployedFileRule.Type)? { nil }
  package static var forSites: (any SiteRule.Type)? { nil }
}

/// A rule that checks one policy, or one test file, within its workspace.
package protocol Rule: NamedRule {
  /// True if the rule also checks test files.
  static var checksTestFiles: Bool { get }

  func check(_ context: RuleContext, reporting findings: inout Findings)
}

extension Rule {
  package static var checksTestFiles: Bool { false }
  package static var forPolicies: (any Rule.Type)? { Self.self }
}

/// A rule that checks link rules, both in policies and in `apple-app-site-association`.
package protocol LinkListRule: Rule {
  func check(_ links: LinkList, reporting findings: inout Findings)
}

extension LinkListRule {
  package static var forLinkLists: (any LinkListRule.Type)? { Self.self }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for links in context.index.links { check(links, reporting: &findings) }
  }
}

/// A rule that checks an `apple-app-site-association`.
package protocol AppleFileRule: NamedRule {
  func check(_ file: AppleFile, reporting findings: inout Findings)
  /// Checks a file that isn't complete JSON.
  func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings)
}

extension AppleFileRule {
  package static var forAppleFiles: (any AppleFileRule.Type)? { Self.self }
  package func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {}
}

/// A rule that checks an `assetlinks.json`.
package protocol AssetFileRule: NamedRule {
  func check(_ file: AssetFile, reporting findings: inout Findings)
  /// Checks a file that isn't complete JSON.
  func check(unreadableAssetFile file: SourceFile, reporting findings: inout Findings)
}

extension AssetFileRule {
  package static var forAssetFiles: (any AssetFileRule.Type)? { Self.self }
  package func check(unreadableAssetFile file: SourceFile, reporting findings: inout Findings) {}
}

/// A rule that compares deployed `assetlinks.json` files with the policies of the same run.
package protocol DeployedFileRule: NamedRule {
  /// Returns the findings in the order of the files.
  func check(_ files: [SourceTree], in workspace: Workspace) -> [Diagnostic]
}

extension DeployedFileRule {
  package static var forDeployedFiles: (any DeployedFileRule.Type)? { Self.self }
}

/// A rule that compares the two association files of a site and reports at `assetlinks.json`.
package protocol SiteRule: NamedRule {
  func check(_ apple: AppleFile, _ android: AssetFile, reporting findings: inout Findings)
}

extension SiteRule {
  package static var forSites: (any SiteRule.Type)? { Self.self }
}
