package import AssociationFiles
import PolicyDiagnostics
package import PolicySourceTree
package import PolicyText

/// The question of `linkpolicy match`: does a file that somebody else wrote open a URL?
package struct AssociationMatch: Sendable {
  /// The answer, and each rule that was asked.
  package struct Answer: Sendable {
    package var outcome: LinkOutcome
    /// Why no rule was asked.
    package var problem: LinkURLProblem?
    package var steps: [LinkRuleStep]
    /// Where no app opens: the rule that came closest, and what it fails at.
    package var closest: String? {
      outcome == .noMatch ? steps.closest?.words : nil
    }
    /// The word of the conformance protocol.
    package var word: String {
      switch outcome {
      case .match: "match"
      case .exclude: "exclude"
      case .noMatch: "no_match"
      }
    }
  }

  /// The rules of a platform over one file.
  private enum Matcher: Sendable {
    case apple(AppleLinkMatcher)
    case android(AssetLinks, version: Int)
  }

  private let matcher: Matcher
  /// The only app to ask about; nil asks about all: one that opens the URL is enough.
  private let app: ExactString?

  /// An `apple-app-site-association` that `domain` serves, the object `node` of a tree or all of it.
  package init(
    apple tree: SourceTree, at node: NodeID? = nil, domain: ExactString, app: ExactString?
  ) {
    matcher = .apple(
      AppleLinkMatcher(AppleAppSiteAssociation(reading: tree, at: node), domain: domain))
    self.app = app
  }

  /// An `assetlinks.json`; the host is that of each URL.
  package init(assetLinks tree: SourceTree, package: ExactString?, version: Int) {
    matcher = .android(AssetLinks(reading: tree), version: version)
    app = package
  }

  /// Asks about one URL.
  package func answer(_ url: ExactString) -> Answer {
    switch matcher {
    case .apple(let matcher):
      let (answer, steps) = matcher.trace(url)
      let outcomes = app.map { [answer.decision($0).outcome] } ?? answer.decisions.map(\.outcome)
      return Answer(outcome: Self.united(outcomes), problem: answer.problem, steps: steps)
    case .android(let links, let version):
      let host = URLParts(url).host ?? ""
      let (answer, steps) = AndroidLinkMatcher(links, host: host)
        .trace(url, package: app, version: version)
      return Answer(
        outcome: Self.united(answer.decisions.map(\.outcome)), problem: answer.problem, steps: steps
      )
    }
  }

  private static func united(_ outcomes: [LinkOutcome]) -> LinkOutcome {
    outcomes.contains(.match) ? .match : outcomes.contains(.exclude) ? .exclude : .noMatch
  }
}

extension LinkURLProblem {
  /// The problem in words.
  package var words: String {
    switch self {
    case .scheme: "the URL is neither http nor https"
    case .host(let host):
      host.map { "the host \(UTF8Text.quoted($0.string)) is not the one that serves the file" }
        ?? "the URL has no host that can be read"
    }
  }
}
