import PolicyModel
package import PolicyText

/// The problem of a URI or host.
package struct URIProblem: Sendable {
  /// The bytes of the value to mark; nil for the whole value.
  package var range: Range<Int>?
  package var message: String
  package var help: String?
  package var label: String?
  package var severity: Severity?
  /// The value that was probably meant, and the title of the fix that writes it.
  package var replacement: (text: String, title: String, isSafe: Bool)?

  package init(
    _ range: Range<Int>?, _ message: String, help: String? = nil, label: String? = nil,
    severity: Severity? = nil, replacement: (text: String, title: String, isSafe: Bool)? = nil
  ) {
    self.range = range
    self.message = message
    self.help = help
    self.label = label
    self.severity = severity
    self.replacement = replacement
  }
}

/// A rule that checks each URI on its own.
package protocol URIRule: Rule {
  /// The roles of the URIs that the rule checks. It must not be stricter than the provider.
  static var roles: URIRoles { get }
  /// Whether the fix removes a URI if its list already has the corrected one.
  static var removesDuplicates: Bool { get }
  /// The first problem of a URI.
  func problem(in uri: LocatedURI) -> URIProblem?
  static func firstProblem(in uri: LocatedURI) -> URIProblem?
}

extension URIRule {
  package static var forURIs: (any URIRule.Type)? { Self.self }
  package static var removesDuplicates: Bool { true }
  package static func firstProblem(in uri: LocatedURI) -> URIProblem? { Self().problem(in: uri) }
  /// Checks other URIs or hosts; `RuleContext` checks those of the policy.
  package func check(_ context: RuleContext, reporting findings: inout Findings) {}
}

extension RuleContext {
  /// Checks every URI with the rules for its role.
  ///
  /// - Parameter findings: the findings of all rules, by index.
  func checkURIs(
    by rules: [(index: Int, rule: any URIRule.Type, roles: URIRoles)],
    reporting findings: inout [Findings]
  ) {
    // Without a native client, `URICollector` only guesses that a redirect URI is native.
    let hasNative = policy.clients.contains { $0.type?.value == .native }
    let rules = rules.filter {
      hasNative || !URIRoles([.native, .nativePostLogout]).isSuperset(of: $0.roles)
    }
    lazy var listed = Set(uris.map { ListedURI(list: $0.list, text: $0.text.value) })
    for uri in uris.lazy.map(LocatedURI.init) {
      for (index, rule, roles) in rules where roles.contains(uri.role) {
        guard let problem = rule.firstProblem(in: uri) else { continue }
        guard rule.removesDuplicates, let meant = problem.replacement.map({ ExactString($0.text) }),
          listed.contains(ListedURI(list: uri.list, text: meant))
        else {
          findings[index].report(problem, uri.node, uri.environment)
          continue
        }
        // The list already has the corrected URI.
        findings[index].report(
          uri.node, text: problem.range, in: uri.environment, severity: problem.severity,
          problem.message, help: "remove it: the list already has \(meant.quoted)",
          label: problem.label, fixes: removing(uri.node, "remove the duplicate", isSafe: false))
      }
    }
  }
}

private struct ListedURI: Hashable {
  var list: Int
  var text: ExactString
}

/// A rule that checks host names: those of URIs and, if `checksDomains`, authorized domains.
package protocol HostRule: URIRule {
  static var checksDomains: Bool { get }
  /// The problem of a host; indices of the slice are offsets into the value.
  func problem(host: ArraySlice<UInt8>) -> URIProblem?
}

extension HostRule {
  package func problem(in uri: LocatedURI) -> URIProblem? {
    uri.isWeb && !uri.host.isEmpty ? problem(host: uri.host) : nil
  }

  package static var removesDuplicates: Bool { false }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard Self.checksDomains else { return }
    for domain in context.index.authorizedDomains where domain.isBare && !domain.name.isEmpty {
      guard let problem = problem(host: Array(domain.text.value.utf8)[...]) else { continue }
      findings.report(problem, domain.text.node, domain.environment)
    }
  }
}

extension Findings {
  mutating func report(_ problem: URIProblem, _ node: NodeID, _ environment: Environment?) {
    let fixes = problem.replacement.map {
      replacing(node, by: $0.text, $0.title, isSafe: $0.isSafe)
    }
    report(
      node, text: problem.range, in: environment, severity: problem.severity, problem.message,
      help: problem.help, label: problem.label, fixes: fixes ?? [])
  }
}

extension LocatedURI {
  func removing(_ range: Range<Int>) -> String { replacing(range, by: []) }

  /// The value with a range of bytes replaced.
  func replacing(_ range: Range<Int>, by replacement: some Collection<UInt8>) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + Array(replacement) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}
