import PolicyText

/// A rule that compares the two association files of one site.
package protocol SiteRule: NamedRule {
  /// Looks at both files and reports what it finds about `assetlinks.json`.
  func check(_ apple: AppleFile, _ android: AssetFile, reporting findings: inout Findings)
}

extension SiteRule {
  package static var forSites: (any SiteRule.Type)? { Self.self }
}
