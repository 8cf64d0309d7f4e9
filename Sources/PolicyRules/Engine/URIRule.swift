package import PolicyDiagnostics
import PolicySourceTree
import PolicyText

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

/// A rule that judges each address on its own; the walk over the policy is shared.
package protocol URIRule: Rule {
  /// Which addresses it judges: never more than the provider does.
  static var roles: URIRoles { get }
  /// The first problem of an address, or nil.
  func problem(in uri: URIOccurrence) -> URIProblem?
}

extension URIRule {
  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.index.uris where Self.roles.contains(uri.role) {
      guard let problem = problem(in: uri) else { continue }
      if let meant = problem.replacement?.text,
        context.index.uris.contains(where: {
          $0.list == uri.list && $0.node != uri.node && $0.text == ExactString(meant)
        })
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
