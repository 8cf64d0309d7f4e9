import AssociationFiles
public import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// The question of `linkpolicy match`: does a file that somebody else wrote open a URL?
public struct AssociationMatch: Sendable {
  /// What a file says about a URL.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The app opens.
    case match
    /// A rule keeps the link out of the app.
    case exclude
    /// No rule is about the link.
    case noMatch = "no_match"
  }

  /// The answer, and why.
  public struct Answer: Sendable {
    /// What the file says.
    public let outcome: Outcome
    /// Why no rule was asked, or of each rule that was asked why it does or does not match.
    public let explanation: [String]
    /// Where no app opens: the rule that came closest, and what it fails at.
    public let closest: String?
  }

  /// Why a file says nothing: devices ignore what is not JSON.
  public struct Malformed: Error, Sendable {
    /// What is wrong with the file.
    public let findings: Report
  }

  /// The rules of a platform over one file.
  private enum Matcher: Sendable {
    case apple(AppleLinkMatcher)
    case android(AssetLinks, version: Int)
  }

  private let matcher: Matcher
  /// The only app to ask about; nil asks about all: one that opens the URL is enough.
  private let app: ExactString?

  /// An `apple-app-site-association`.
  ///
  /// - Parameters:
  ///   - domain: the host that serves it.
  ///   - app: the only app to ask about; nil for all: one that opens the URL is enough.
  public init(
    appleAppSiteAssociation file: SourceFile, domain: String, app: String? = nil
  ) throws(Malformed) {
    self.init(
      apple: try Self.read(file), domain: ExactString(domain), app: app.map { ExactString($0) })
  }

  /// An `assetlinks.json`; the host is that of each URL.
  ///
  /// - Parameters:
  ///   - package: the only app to ask about; nil for all.
  ///   - androidVersion: dynamic rules count from 15 on.
  public init(
    assetLinks file: SourceFile, package: String? = nil, androidVersion: Int = 15
  ) throws(Malformed) {
    matcher = .android(AssetLinks(reading: try Self.read(file)), version: androidVersion)
    app = package.map { ExactString($0) }
  }

  /// The object `node` of a tree, or all of it.
  init(apple tree: SourceTree, at node: NodeID? = nil, domain: ExactString, app: ExactString?) {
    matcher = .apple(
      AppleLinkMatcher(AppleAppSiteAssociation(reading: tree, at: node), domain: domain))
    self.app = app
  }

  private static func read(_ file: SourceFile) throws(Malformed) -> SourceTree {
    let result = JSONReader.read(file, file: FileID(0))
    guard result.diagnostics.isEmpty else {
      let (safe, secrets) = result.withoutSecrets()
      throw Malformed(
        findings: Report(
          sources: [file], diagnostics: safe.diagnostics, redactions: secrets))
    }
    return result.tree
  }

  /// Asks about one URL.
  public func answer(_ url: String) -> Answer { answer(ExactString(url)) }

  func answer(_ url: ExactString) -> Answer {
    switch matcher {
    case .apple(let matcher):
      let (answer, steps) = matcher.trace(url)
      let outcomes = app.map { [answer.decision($0).outcome] } ?? answer.decisions.map(\.outcome)
      return Self.answer(outcomes, answer.problem, steps)
    case .android(let links, let version):
      let host = URLParts(url).host ?? ""
      let (answer, steps) = AndroidLinkMatcher(links, host: host)
        .trace(url, package: app, version: version)
      return Self.answer(answer.decisions.map(\.outcome), answer.problem, steps)
    }
  }

  private static func answer(
    _ outcomes: [LinkOutcome], _ problem: LinkURLProblem?, _ steps: [LinkRuleStep]
  ) -> Answer {
    let outcome: Outcome =
      outcomes.contains(.match) ? .match : outcomes.contains(.exclude) ? .exclude : .noMatch
    return Answer(
      outcome: outcome, explanation: (problem.map { [$0.words] } ?? []) + steps.map(\.words),
      closest: outcome == .noMatch ? steps.closest?.words : nil)
  }
}

extension LinkURLProblem {
  /// The problem in words.
  fileprivate var words: String {
    switch self {
    case .scheme: "the URL is neither http nor https"
    case .host(let host):
      host.map { "the host \(UTF8Text.quoted($0.string)) is not the one that serves the file" }
        ?? "the URL has no host that can be read"
    }
  }
}
