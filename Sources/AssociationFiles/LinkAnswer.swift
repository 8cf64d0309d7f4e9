package import PolicyText

/// What an association file says about one URL and one app.
package enum LinkOutcome: String, Sendable, Equatable {
  /// The app opens.
  case match
  /// A rule says that the app does not open.
  case exclude
  /// No rule says anything; the link stays in the browser.
  case noMatch
}

/// Why the files of a host do not apply to a URL.
package enum LinkURLProblem: Sendable, Equatable {
  /// Neither `http` nor `https`.
  case scheme
  /// The host, or nil where none can be read, is not the one that serves the file.
  case host(ExactString?)
}

/// A part of a URL that rules compare.
package enum LinkPart: Sendable, Equatable {
  case path
  /// The whole query.
  case query
  /// The values of one name of the query.
  case queryItem(ExactString)
  case fragment
}

/// Why a rule does not match: the first part that differs.
package struct LinkMismatch: Sendable, Equatable {
  /// The part of the URL.
  package var part: LinkPart
  /// The pattern as written in the rule.
  package var pattern: ExactString
  /// The text that was compared, as the platform prepares it; nil when the URL has no such part.
  package var text: ExactString?

  /// Makes it of the three.
  package init(part: LinkPart, pattern: ExactString, text: ExactString?) {
    self.part = part
    self.pattern = pattern
    self.text = text
  }
}

/// One rule that was looked at, in order.
package struct LinkRuleStep: Sendable, Equatable {
  /// The entry of `details` or the statement, from 0.
  package var entry: Int
  /// The rule within, from 0.
  package var rule: Int
  /// The rule in the file, when it was read from one.
  package var node: NodeID?
  /// The rule keeps the app closed when it matches.
  package var excludes: Bool
  /// The rule is a path of the legacy form.
  package var isLegacy = false
  /// The answer follows the rules that are known, but this corner was never seen on a device.
  package var isUnverified = false
  /// Nil when the rule matches, and so decides.
  package var mismatch: LinkMismatch?
  /// An Android rule without a filter never matches, so there is no mismatch.
  package var neverMatches = false
}
