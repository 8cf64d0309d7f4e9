import AssociationFiles
public import PolicyText
import PolicyModel

/// Whether an existing association file opens a URL, as `linkpolicy match` shows it.
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
    /// Why each evaluated rule does or does not match, or why none was evaluated.
    public let explanation: [String]
    /// Where no app opens: the rule that came closest, and what it fails at.
    public let closest: String?
  }

  /// Devices ignore a file that is not JSON.
  public struct Malformed: LinkPolicyError {
    /// What is wrong with the file.
    public let findings: Report
    /// The first finding.
    public var message: String { findings.diagnostics.first?.message ?? "invalid JSON" }
  }

  /// The rules of a platform over one file.
  private enum Matcher: Sendable {
    /// With the apps of each entry.
    case apple(AppleLinkMatcher, apps: [[ExactString]])
    case android(AssetLinks, version: Int)
  }

  private let matcher: Matcher
  private let explanation: AssociationExplanation
  /// The host that serves an `assetlinks.json`; nil for that of each URL.
  private let domain: ExactString?
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
    let input = InputFile(source: file, kind: .appleAppSiteAssociation, isExplicit: true)
    self.init(
      apple: try Self.read(input.source), domain: ExactString(domain),
      app: app.map { ExactString($0) })
  }

  /// An `assetlinks.json`.
  ///
  /// - Parameters:
  ///   - domain: the host that serves it; nil uses the host of each URL.
  ///   - package: limits the decision to this app; nil for all.
  ///   - androidVersion: dynamic rules apply from 15 on.
  public init(
    assetLinks file: SourceFile, domain: String? = nil, package: String? = nil,
    androidVersion: Int = 15
  ) throws(Malformed) {
    self.domain = domain.map { ExactString($0) }
    let tree = try Self.read(file)
    explanation = AssociationExplanation(tree: tree)
    matcher = .android(AssetLinks(reading: tree), version: androidVersion)
    app = package.map { ExactString($0) }
  }

  /// The object `node` of a tree, or all of it.
  init(apple tree: SourceTree, at node: NodeID? = nil, domain: ExactString, app: ExactString?) {
    let file = AppleAppSiteAssociation(reading: tree, at: node)
    explanation = AssociationExplanation(tree: tree)
    matcher = .apple(
      AppleLinkMatcher(file, domain: domain),
      apps: (file.applinks?.details ?? []).map(\.appIDs))
    self.domain = domain
    self.app = app
  }

  static func read(_ file: SourceFile) throws(Malformed) -> SourceTree {
    let result = JSONReader.read(file, file: FileID(0))
    guard result.diagnostics.isEmpty else {
      let (safe, secrets) = result.withoutSecrets()
      throw Malformed(
        findings: Report(
          sources: [file], diagnostics: safe.diagnostics, redactions: secrets))
    }
    return result.tree
  }

  /// Whether a string is a host name without scheme, port and path.
  package static func isHost(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/:?#@[]\\*".utf8.contains($0) }
  }

  /// Whether a string has a scheme; `host:8080/path` has none.
  package static func isAbsolute(_ url: String) -> Bool {
    let parts = URLParts(ExactString(url))
    guard let scheme = parts.scheme else { return false }
    return parts.authority != nil || !(scheme.utf8.contains(0x2E) || scheme == "localhost")
  }

  /// Asks about one URL.
  public func answer(_ url: String) -> Answer { answer(ExactString(url)) }

  func answer(_ url: ExactString) -> Answer {
    switch matcher {
    case .apple(let matcher, let apps):
      let answer = matcher.answer(url)
      let outcomes = app.map { [answer.decision($0).outcome] } ?? answer.decisions.map(\.outcome)
      return self.answer(answer, outcomes, []) { step in
        apps.indices.contains(step.entry) ? apps[step.entry] : []
      }
    case .android(let links, let version):
      let host = domain ?? URLParts(url).host ?? ""
      let answer = AndroidLinkMatcher(links, host: host)
        .answer(url, package: app, version: version)
      let others =
        answer.problem == nil ? answer.decisions.compactMap { explanation.words($0) } : []
      return self.answer(answer, answer.decisions.map(\.outcome), others) { step in
        let statement = links.statements.first { $0.index == step.entry }
        return [statement?.target.package].compactMap { $0 }
      }
    }
  }

  private func answer(
    _ answer: LinkAnswer, _ outcomes: [LinkOutcome], _ others: [String],
    apps: (LinkRuleStep) -> [ExactString]
  ) -> Answer {
    let outcome: Outcome =
      outcomes.contains(.match) ? .match : outcomes.contains(.exclude) ? .exclude : .noMatch
    func words(_ step: LinkRuleStep) -> String { explanation.words(step, apps: apps(step)) }
    return Answer(
      outcome: outcome,
      explanation: (answer.problem.map { [$0.words] } ?? []) + answer.steps.map(words) + others,
      closest: outcome == .noMatch ? answer.steps.closest.map(words) : nil)
  }
}

extension LinkURLProblem {
  /// The problem in words.
  fileprivate var words: String {
    switch self {
    case .scheme: "the URL is neither http nor https"
    case .host(let host):
      host.map { "the host \(DisplayText.quoted($0.string)) is not the one that serves the file" }
        ?? "the URL has no host that can be read"
    }
  }
}
