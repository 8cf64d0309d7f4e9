package import PolicyText
import PolicyModel

/// What is wrong with an address.
package struct URIProblem: Sendable {
  /// The bytes at fault within the text; nil for the whole value.
  package var range: Range<Int>?
  package var message: String
  package var help: String?
  package var label: String?
  package var severity: Severity?
  /// The text that was meant, with what the change does; never certain to be what the sender sends.
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

/// A rule that looks at each URI on its own.
package protocol URIRule: Rule {
  /// Which addresses it judges: never more than the provider does.
  static var roles: URIRoles { get }
  /// The first problem of an address, or nil.
  func problem(in uri: URIOccurrence) -> URIProblem?
}

extension URIRule {
  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkURIs(context, reporting: &findings)
  }

  /// Checks every URI with one of the roles: for a rule with a `check` of its own.
  func checkURIs(_ context: RuleContext, reporting findings: inout Findings) {
    // A policy without a native client may have the role by a guess alone: see `URICollector`.
    guard
      !URIRoles([.native, .nativePostLogout]).isSuperset(of: Self.roles)
        || context.policy.clients.contains(where: { $0.type?.value == .native })
    else { return }
    var listed: Set<ListedAddress>?
    let all = context.uris
    let uris = all.span
    for index in uris.indices where Self.roles.contains(uris[index].role) {
      guard let problem = problem(in: uris[index]) else { continue }
      let uri = uris[index]
      if let meant = problem.replacement?.text,
        listed.isListed(ExactString(meant), uri.list, among: all)
      {
        // Written right it would stand there twice.
        findings.report(
          uri.node, text: problem.range, in: uri.environment, severity: problem.severity,
          problem.message, help: "remove it: \(ExactString(meant).quoted) is listed already",
          label: problem.label, fixes: context.removing(uri.node, "remove it", isSafe: false))
        continue
      }
      findings.report(problem, uri.node, uri.environment)
    }
  }
}

/// An address with the list that it stands in.
private struct ListedAddress: Hashable {
  var list: Int
  var text: ExactString
}

extension Set<ListedAddress>? {
  /// True where a list holds an address; the table is made at the first question.
  fileprivate mutating func isListed(
    _ text: ExactString, _ list: Int, among all: [URIOccurrence]
  ) -> Bool {
    let table = self ?? Set(all.map { ListedAddress(list: $0.list, text: $0.text) })
    self = table
    return table.contains(ListedAddress(list: list, text: text))
  }
}

extension Findings {
  /// Reports what is wrong with an address or a host.
  mutating func report(_ problem: URIProblem, _ node: NodeID, _ environment: Environment?) {
    let fixes = problem.replacement.map {
      replacing(node, by: $0.text, $0.title, isSafe: $0.isSafe)
    }
    report(
      node, text: problem.range, in: environment, severity: problem.severity, problem.message,
      help: problem.help, label: problem.label, fixes: fixes ?? [])
  }
}

extension URIOccurrence {
  /// The text without a range of its bytes.
  func removing(_ range: Range<Int>) -> String { replacing(range, by: []) }

  /// The text with other bytes in a range.
  func replacing(_ range: Range<Int>, by replacement: some Collection<UInt8>) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + Array(replacement) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}
