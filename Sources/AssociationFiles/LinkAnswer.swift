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

/// What the rules say about one URL and one app.
package struct LinkDecision: Sendable, Equatable {
  /// The app ID or package name.
  package var app: ExactString
  /// Whether it opens.
  package var outcome: LinkOutcome = .noMatch
  /// The entry of `details` or the statement that decides, from 0.
  package var entry: Int?
  /// The rule within, from 0.
  package var rule: Int?
  /// The deciding rule in the file, on Android else the statement.
  package var node: NodeID?
  /// What decides on Android; nil on iOS.
  package var basis: AndroidLinkBasis?
}

/// What an association file says about one URL.
package struct LinkAnswer: Sendable, Equatable {
  /// Why no rule was evaluated.
  package var problem: LinkURLProblem?
  /// One per app of the file, or per evaluated app, in order of first appearance.
  package var decisions: [LinkDecision]
  /// Each evaluated rule, in order.
  package var steps: [LinkRuleStep] = []
  /// The apps that open the URL; a device with several takes the first.
  package var opens: [ExactString] = []

  /// The decision about an app; of one that the file does not name, that no rule matches.
  package func decision(_ app: ExactString) -> LinkDecision {
    decisions.first { $0.app == app } ?? LinkDecision(app: app)
  }
}

/// Why the files of a host do not apply to a URL.
package enum LinkURLProblem: Sendable, Equatable {
  /// Neither `http` nor `https`.
  case scheme
  /// The host, or nil where none can be read, is not the one that serves the file.
  case host(ExactString?)

  /// nil for a link of the host.
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

  package init(part: LinkPart, pattern: ExactString, text: ExactString?) {
    self.part = part
    self.pattern = pattern
    self.text = text
  }

  /// The mismatch in words: "the path `/a` does not match `/b`".
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

  /// A higher number is closer; nil for a path that shares no more than its first slash.
  fileprivate var closeness: Int? {
    // Parts are compared in this order: what fails later agreed in all before.
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
  /// The answer follows the rules that are known, but this corner was never seen on a device.
  package var isUnverified = false
  /// Nil when the rule matches, and so decides.
  package var mismatch: LinkMismatch?
  /// An Android rule without a filter never matches and has nothing that differs.
  package var neverMatches = false

  /// The step in words: "rule 0.2 matches", or why it does not.
  package var words: String {
    let name = "rule \(entry).\(rule)\(excludes ? " (exclude)" : "")"
    if neverMatches { return "\(name) has no filter and never matches" }
    guard let mismatch else { return "\(name) matches and decides" }
    return "\(name): \(mismatch.words)"
  }
}

extension [LinkRuleStep] {
  /// The rule that came closest to opening an app although none did: the one that failed last of its
  /// parts, of those at the path the one with the most in common; nil where nothing is close.
  package var closest: LinkRuleStep? {
    var best: (step: LinkRuleStep, rank: Int)?
    for step in self where !step.excludes {
      guard let rank = step.mismatch?.closeness, rank > best?.rank ?? 0 else { continue }
      best = (step, rank)
    }
    return best?.step
  }
}
