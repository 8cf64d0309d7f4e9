package import PolicyText

/// A name under which findings are reported: a rule of any kind.
///
/// What a rule looks at it says by its conformances: `Rule` (policies), `URIRule` and `HostRule` (their URIs), `LinkListRule` (link rules, in policies and files), `AppleFileRule`, `AssetFileRule`, `DeployedFileRule` and
/// `SiteRule`; one or several of them. A type with none of them is a name for what readers report. One type, one
/// file, one line in `RuleList.swift`.
package protocol NamedRule: Sendable {
  /// Everything fixed about the rule.
  static var info: RuleInfo { get }

  /// The rule where it is one for policies; each protocol of rules answers for itself.
  static var forPolicies: (any Rule.Type)? { get }
  /// The rule where it is one for lists of link rules.
  static var forLinkLists: (any LinkListRule.Type)? { get }
  /// The rule where it is one for `apple-app-site-association`.
  static var forAppleFiles: (any AppleFileRule.Type)? { get }
  /// The rule where it is one for `assetlinks.json`.
  static var forAssetFiles: (any AssetFileRule.Type)? { get }
  /// The rule where it is one for deployed files beside policies.
  static var forDeployedFiles: (any DeployedFileRule.Type)? { get }
  /// The rule where it is one for both association files of a site.
  static var forSites: (any SiteRule.Type)? { get }

  init()
}

extension NamedRule {
  package static var forPolicies: (any Rule.Type)? { nil }
  package static var forLinkLists: (any LinkListRule.Type)? { nil }
  package static var forAppleFiles: (any AppleFileRule.Type)? { nil }
  package static var forAssetFiles: (any AssetFileRule.Type)? { nil }
  package static var forDeployedFiles: (any DeployedFileRule.Type)? { nil }
  package static var forSites: (any SiteRule.Type)? { nil }
}
