package import AssociationFiles
package import PolicyText

/// Apps that open links of a host, and which.
package struct LinkFact: Sendable {
  /// An app of the entry.
  package struct App: Sendable {
    package var app: AppReference
    package var location: SourceLocation
    package init(_ app: AppReference, at location: SourceLocation) {
      self.app = app
      self.location = location
    }
  }
  /// A rule of the entry.
  package struct Rule: Sendable {
    package var rule: LinkRule
    package var location: SourceLocation
    package init(_ rule: LinkRule, at location: SourceLocation) {
      self.rule = rule
      self.location = location
    }
  }
  /// What the source says about paths.
  package enum Rules: Sendable {
    /// These rules, in order; the first that matches decides.
    case rules([Rule])
    /// Every path, because the source knows none (an `assetlinks.json` without dynamic rules): another
    /// source that names paths is preferred.
    case everyPath
    /// Nothing (entitlements): without another source the entry cannot be written.
    case unknown
  }

  package var apps: [App]
  package var rules: Rules

  package init(apps: [App], rules: Rules) {
    self.apps = apps
    self.rules = rules
  }
}
