package import PolicyText

/// The outcome for one URL and one app.
package enum LinkOutcome: String, Sendable, Equatable {
  /// The app opens.
  case match
  /// A rule keeps the app closed.
  case exclude
  /// No rule matches, so the link stays in the browser.
  case noMatch
}

/// The decision for one URL and one app.
package struct LinkDecision: Sendable, Equatable {
  /// The app ID or package name.
  package var app: ExactString
  /// Whether the app opens.
  package var outcome: LinkOutcome = .noMatch
  /// The index of the deciding entry of `details` or statement.
  package var entry: Int?
  /// The index of the deciding rule in the entry.
  package var rule: Int?
  /// The deciding rule in the file or, on Android without a rule, the statement.
  package var node: NodeID?
  /// What decides on Android; nil on iOS.
  package var basis: AndroidLinkBasis?
}

/// The decisions of an association file for one URL.
package struct LinkAnswer: Sendable, Equatable {
  /// Why no rule was evaluated.
  package var problem: LinkURLProblem?
  /// One per app of the file, or per evaluated app, in order of first appearance.
  package var decisions: [LinkDecision]
  /// Each evaluated rule, in order.
  package var steps: [LinkRuleStep] = []
  /// The apps that open the URL; if a device has several, the first one.
  package var opens: [ExactString] = []

  /// The decision for an app; no match for an app that isn't in the file.
  package func decision(_ app: ExactString) -> LinkDecision {
    decisions.first { $0.app == app } ?? LinkDecision(app: app)
  }
}

/// Why the files of a host don't apply to a URL.
package enum LinkURLProblem: Sendable, Equatable {
  /// The scheme is neither `http` nor `https`.
  case scheme
  /// The URL has another host, or none (nil).
  case host(ExactString?)

  /// Returns nil for a link of the host.
  init?(_ url: URLParts, host: ExactString) {
    if url.isWeb, url.host == ASCII.lowercased(host) { return nil }
    self = url.isWeb ? .host(url.host) : .scheme
  }
}

/// A part of a URL that rules compare.
package enum LinkPart: Sendable, Equatable {
  case path
  /// The whole query.
  case query
  /// The values of one name in the query.
  case queryItem(ExactString)
  case fragment
}

/// Why a rule doesn't match: the first part that differs.
package struct LinkMismatch: Sendable, Equatable {
  /// The part of the URL.
  package var part: LinkPart
  /// The pattern as written in the rule.
  package var pattern: ExactString
  /// The compared string, as the platform prepares it; nil if the URL has no such part.
  package var text: ExactString?

  package init(part: LinkPart, pattern: ExactString, text: ExactString?) {
    self.part = part
    self.pattern = pattern
    self.text = text
  }

  /// A description: "the path `/a` does not match `/b`".
  package var words: String {
    let part =
      switch part {
      case .path: "the path"
      case .query: "the query"
      case .queryItem(let item): "the query item \(DisplayText.quoted(item.string))"
      case .fragment: "the fragment"
      }
    let text = text.map { DisplayText.quoted($0.string) } ?? "(absent)"
    return "\(part) \(text) does not match \(DisplayText.quoted(pattern.string))"
  }

  /// A higher number is more similar; nil for a path with only the first slash in common.
  fileprivate var closeness: Int? {
    // Parts are compared in this order, so the parts before the failing one match.
    switch part {
    case .query: return 1_000_001
    case .queryItem: return 1_000_002
    case .fragment: return 1_000_003
    case .path: break
    }
    let shared = zip(pattern.utf8, text?.utf8 ?? "".utf8).prefix { $0 == $1 }.count
    return shared > 1 ? min(shared, 1_000_000) : nil
  }
}

/// An evaluated rule.
package struct LinkRuleStep: Sendable, Equatable {
  /// The index of the entry of `details` or of the statement.
  package var entry: Int
  /// The index of the rule in the entry.
  package var rule: Int
  /// The rule in the file; nil if it wasn't read from one.
  package var node: NodeID?
  /// Whether the rule keeps the app closed if it matches.
  package var excludes: Bool
  /// Whether the result follows known rules, but this special case wasn't verified on a device.
  package var isUnverified = false
  /// Nil if the rule matches, and so decides.
  package var mismatch: LinkMismatch?
  /// Whether it is an Android rule without a filter, which never matches.
  package var neverMatches = false

  /// A description: "rule 0.2 matches", or why it doesn't.
  package var words: String {
    let name = "rule \(entry).\(rule)\(excludes ? " (exclude)" : "")"
    if neverMatches { return "\(name) has no filter and never matches" }
    guard let mismatch else { return "\(name) matches and decides" }
    return "\(name): \(mismatch.words)"
  }
}

extension [LinkRuleStep] {
  /// The most similar of the allowing rules that didn't match: the one that failed at the last part
  /// or, if several failed at the path, the one with the most in common. Nil if none is similar.
  package var closest: LinkRuleStep? {
    var best: (step: LinkRuleStep, rank: Int)?
    for step in self where !step.excludes {
      guard let rank = step.mismatch?.closeness, rank > best?.rank ?? 0 else { continue }
      best = (step, rank)
    }
    return best?.step
  }
}
