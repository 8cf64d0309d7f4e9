import AssociationFiles
import PolicyModel
public import PolicyText

/// Decides whether an existing association file opens a URL, for `linkpolicy match`.
public struct AssociationMatch: Sendable {
  /// The outcomes for a URL.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The app opens.
    case match
    /// A rule excludes the link.
    case exclude
    /// The link doesn't match a rule.
    case noMatch = "no_match"
  }

  /// A decision on a URL.
  public struct Answer: Sendable {
    /// The outcome.
    public let outcome: Outcome
    /// Why each evaluated rule does or does not match, or why none was evaluated.
    public let explanation: [String]
    /// The rule that came closest if no app opens, and the condition that fails.
    public let closest: String?
  }

  /// The file isn't valid JSON, so devices ignore it.
  public struct Malformed: LinkPolicyError {
    /// The problems of the file.
    public let findings: Report
    /// The first finding.
    public var message: String { findings.diagnostics.first?.message ?? "invalid JSON" }
  }

  /// The matcher of a platform for one file.
  private enum Matcher: Sendable {
    /// The app IDs of each entry.
    case apple(AppleLinkMatcher, apps: [[ExactString]])
    case android(AssetLinks, version: Int)
  }

  private let matcher: Matcher
  private let explanation: AssociationExplanation
  /// The host that serves an `assetlinks.json`; nil for the host of each URL.
  private let domain: ExactString?
  /// The only app to evaluate; nil for all, of which one must open the URL.
  private let app: ExactString?

  /// Reads an `apple-app-site-association`.
  ///
  /// - Parameters:
  ///   - domain: the host that serves it.
  ///   - app: the only app to evaluate; nil for all, of which one must open the URL.
  public init(
    appleAppSiteAssociation file: SourceFile, domain: String, app: String? = nil
  ) throws(Malformed) {
    let input = InputFile(source: file, kind: .appleAppSiteAssociation, isExplicit: true)
    self.init(
      apple: try Self.read(input.source), domain: ExactString(domain),
      app: app.map { ExactString($0) })
  }

  /// Reads an `assetlinks.json`.
  ///
  /// - Parameters:
  ///   - domain: the host that serves it; nil for the host of each URL.
  ///   - package: the only app to evaluate; nil for all.
  ///   - androidVersion: the Android version; dynamic rules apply from 15 on.
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

  /// - Parameter node: the root object of the file; nil for the root of the tree.
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

  /// Decides on one URL.
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
  /// A description of the problem.
  fileprivate var words: String {
    switch self {
    case .scheme: "the URL is neither http nor https"
    case .host(let host):
      host.map { "the host \(DisplayText.quoted($0.string)) is not the one that serves the file" }
        ?? "the URL has no host that can be read"
    }
  }
}

extension AssociationMatch {
  /// The output for a line of `match --ndjson` that exceeds the limit.
  package static func tooLong(limit: Int) -> JSONValue {
    [
      "id": .null, "error": "invalid_line",
      "message": .string("the line has more than \(limit) bytes"),
    ]
  }

  /// The decision for a line of `match --ndjson`: `{"id", "aasa", "domain", "appId", "url"}`.
  ///
  /// - Parameter explains: includes the reasons.
  /// - Returns: the decision, or an object with `error` and `message` if the line is not a request.
  package static func answer(
    line: [UInt8], explains: Bool = false
  ) -> (json: JSONValue, isValid: Bool) {
    let result = JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0))
    let tree = result.tree
    let id = tree.root.flatMap { tree.value(of: "id", in: $0) }.map { tree.json($0) } ?? .null
    func invalid(_ message: String) -> (JSONValue, Bool) {
      (["id": id, "error": "invalid_line", "message": .string(message)], false)
    }
    if let problem = result.diagnostics.first { return invalid(problem.message) }
    guard let root = tree.root, tree.kind(root) == .mapping else {
      return invalid("a request must be an object")
    }
    func text(_ key: String) -> ExactString? {
      guard let node = tree.value(of: key, in: root), tree.style(node) == .jsonString else {
        return nil
      }
      return tree.text(node)
    }
    guard let file = tree.value(of: "aasa", in: root) else { return invalid("`aasa` is missing") }
    guard let domain = text("domain") else { return invalid("`domain` is missing") }
    guard let url = text("url") else { return invalid("`url` is missing") }
    let match = AssociationMatch(apple: tree, at: file, domain: domain, app: text("appId"))
    let answer = match.answer(url)
    var entries: [(key: String, value: JSONValue)] = [
      ("id", id), ("decision", .string(answer.outcome.rawValue)),
    ]
    if explains {
      entries.append(("explanation", .array(answer.explanation.map { .string($0) })))
      entries.append(("closest", .optional(answer.closest)))
    }
    return (.object(entries), true)
  }
}

/// Explains an association file's decision, with apps and line numbers.
struct AssociationExplanation {
  let tree: SourceTree

  /// An evaluated rule: its line, its apps, its pattern, and the result.
  func words(_ step: LinkRuleStep, apps: [ExactString]) -> String {
    let names = apps.prefix(3).map { DisplayText.quoted($0.string) }.joined(separator: ", ")
    let more = apps.count > 3 ? " and \(apps.count - 3) more" : ""
    let place = line(step.node).map { "line \($0)" }
    let app = apps.isEmpty ? nil : names + more
    let prefix = [place, app].compactMap { $0 }.joined(separator: ", ")
    let rule = step.node.flatMap { text(of: $0) }.map { " " + DisplayText.quoted($0) } ?? ""
    return (prefix.isEmpty ? "" : "\(prefix): ") + step.described(rule)
  }

  /// Why an Android app opens or doesn't, if no rule decided.
  func words(_ decision: LinkDecision) -> String? {
    let app = DisplayText.quoted(decision.app.string)
    let place = line(decision.node).map { "line \($0), \(app)" } ?? app
    switch decision.basis {
    case .rule, nil: return nil
    case .noRule:
      return "\(place): none of its dynamic rules matches, the link stays in the browser"
    case .manifest(.noRules):
      return "\(place): the statement has no dynamic rules, the manifest decides"
    case .manifest(.version):
      return "\(place): Android before 15 ignores dynamic rules; the manifest decides"
    case .manifest(.faulty):
      return
        "\(place): a malformed field makes Android discard all dynamic rules, the manifest decides"
    case .notLinked: return "\(app): no statement lets it open links of this host"
    }
  }

  private func line(_ node: NodeID?) -> Int? {
    node.map { tree.source.position(of: tree.span($0).start).line }
  }

  /// The rule's source text; a component without its `comment` and braces.
  private func text(of node: NodeID) -> String? {
    guard tree.kind(node) == .scalar else {
      let span = tree.span(node)
      guard span.end - span.start <= 200, !tree.source.bytes[span.start..<span.end].contains(0x0A)
      else { return nil }
      return tree.source.text(span)
    }
    return tree.text(node).string
  }
}

extension LinkRuleStep {
  /// The step with the rule's source text after its number.
  fileprivate func described(_ text: String) -> String {
    let name = "rule \(entry).\(rule)"
    let all: String = words
    guard all.hasPrefix(name) else { return all }
    return name + text + String(all.dropFirst(name.count))
  }
}
