package import PolicyText

/// An `apple-app-site-association` as devices read it.
package struct AppleAppSiteAssociation: Sendable {
  /// Universal links; nil if the file has no such section.
  package var applinks: AppleLinks?
  /// Apps that may use the passwords and passkeys of the host.
  package var webcredentials: AppleAppList?
  /// App Clips that the host may start.
  package var appclips: AppleAppList?
  /// Apps that continue an activity from a browser (Handoff).
  package var activitycontinuation: AppleAppList?

  package init(
    applinks: AppleLinks? = nil, webcredentials: AppleAppList? = nil,
    appclips: AppleAppList? = nil, activitycontinuation: AppleAppList? = nil
  ) {
    self.applinks = applinks
    self.webcredentials = webcredentials
    self.appclips = appclips
    self.activitycontinuation = activitycontinuation
  }
}

/// A section that only lists apps.
package struct AppleAppList: Sendable {
  /// App IDs, `<prefix>.<bundle ID>`.
  package var apps: [ExactString]
  /// The section in the file.
  package var node: NodeID?

  package init(_ apps: [ExactString], node: NodeID? = nil) {
    self.apps = apps
    self.node = node
  }
}

/// The section `applinks`.
package struct AppleLinks: Sendable {
  /// The entries in order; if several apps match, an earlier entry has precedence.
  package var details: [AppleLinkEntry]
  /// Values for keys that a component and its entry leave out.
  package var defaults: AppleLinkComponent?
  /// The values of `$(name)`, without Apple's predefined variables.
  package var substitutionVariables: [AppleSubstitutionVariable]
  /// Whether `details` is an object keyed by app ID: the oldest format, which is still supported,
  /// in undefined order.
  package var isKeyedByApp = false
  /// The section in the file.
  package var node: NodeID?

  package init(
    details: [AppleLinkEntry], defaults: AppleLinkComponent? = nil,
    substitutionVariables: [AppleSubstitutionVariable] = []
  ) {
    self.details = details
    self.defaults = defaults
    self.substitutionVariables = substitutionVariables
  }
}

/// A name for `$(name)` and its values.
package struct AppleSubstitutionVariable: Sendable, Equatable {
  /// Case-sensitive; any character but `$`, `(` and `)`.
  package var name: ExactString
  /// The alternatives, which may contain `*` and `?`.
  package var values: [ExactString]

  package init(_ name: ExactString, _ values: [ExactString]) {
    self.name = name
    self.values = values
  }
}

/// An entry of `details`: apps and their rules.
package struct AppleLinkEntry: Sendable {
  /// The rules of an entry, in exactly one of the two formats.
  package enum Rules: Sendable {
    /// `components`, iOS 13 and later; an empty list matches nothing.
    case components([AppleLinkComponent])
    /// `paths`, the legacy format; applies only if `components` is absent.
    case paths([AppleLegacyPath])
  }

  /// The entry's apps: `appIDs`, or `appID` if that key is absent.
  package var appIDs: [ExactString]
  /// The first rule that matches decides.
  package var rules: Rules
  /// Values for keys that a component leaves out.
  package var defaults: AppleLinkComponent?
  /// The entry in the file; in the oldest format, the value of the app ID.
  package var node: NodeID?

  package init(
    appIDs: [ExactString], rules: Rules, defaults: AppleLinkComponent? = nil, node: NodeID? = nil
  ) {
    self.appIDs = appIDs
    self.rules = rules
    self.defaults = defaults
    self.node = node
  }
}

/// A rule of the legacy format: a path pattern, excluded if it starts with `NOT `.
package struct AppleLegacyPath: Sendable, Equatable {
  /// The pattern, without the `NOT `.
  package var pattern: ExactString
  /// Whether the pattern starts with `NOT `.
  package var exclude: Bool
  /// The string in the file.
  package var node: NodeID?

  /// Parses a rule as written.
  package init(_ text: ExactString, node: NodeID? = nil) {
    exclude = text.hasPrefix("NOT ")
    pattern = exclude ? ExactString(decoding: text.utf8.dropFirst(4)) : text
    self.node = node
  }

  /// The rule as written.
  package var text: ExactString { exclude ? ExactString("NOT " + pattern.string) : pattern }
}

/// A component: the conditions of one rule, or defaults for them. A nil key is absent.
package struct AppleLinkComponent: Sendable, Equatable {
  /// A condition on the query.
  package enum Query: Sendable, Equatable {
    /// The whole query.
    case pattern(ExactString)
    /// The values of some names; every occurrence must match, and a missing one is treated as
    /// empty.
    case items([LinkQueryItem])
    /// An object with a value that isn't a string: iOS ignores the whole object.
    case ignored
  }

  /// `/`.
  package var path: ExactString?
  /// `?`.
  package var query: Query?
  /// `#`.
  package var fragment: ExactString?
  /// Whether a match keeps the app closed; false if absent.
  package var exclude: Bool?
  /// True if absent.
  package var caseSensitive: Bool?
  /// Whether the URL is compared as written or percent-decoded; true if absent.
  package var percentEncoded: Bool?
  package var comment: ExactString?
  /// The object in the file.
  package var node: NodeID?
  /// Values of known keys with an undocumented type, which are treated as absent; not verified on a
  /// device.
  package var unreadable: [NodeID] = []

  package init(
    path: ExactString? = nil, query: Query? = nil, fragment: ExactString? = nil,
    exclude: Bool? = nil, caseSensitive: Bool? = nil, percentEncoded: Bool? = nil,
    comment: ExactString? = nil, node: NodeID? = nil
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.exclude = exclude
    self.caseSensitive = caseSensitive
    self.percentEncoded = percentEncoded
    self.comment = comment
    self.node = node
  }

  /// The component with its absent keys taken from `defaults`.
  ///
  /// `defaults` may have any key, including `/`, `?` and `exclude`; Apple documents only two.
  package func inheriting(_ defaults: AppleLinkComponent?) -> AppleLinkComponent {
    guard let defaults else { return self }
    var merged = self
    merged.path = path ?? defaults.path
    merged.query = query ?? defaults.query
    merged.fragment = fragment ?? defaults.fragment
    merged.exclude = exclude ?? defaults.exclude
    merged.caseSensitive = caseSensitive ?? defaults.caseSensitive
    merged.percentEncoded = percentEncoded ?? defaults.percentEncoded
    return merged
  }
}

/// A name of the query and the pattern of its value.
package struct LinkQueryItem: Sendable, Equatable {
  /// The name, which isn't a pattern.
  package var name: ExactString
  /// The pattern of the value.
  package var pattern: ExactString

  package init(_ name: ExactString, _ pattern: ExactString) {
    self.name = name
    self.pattern = pattern
  }
}
