import PolicyText
import PolicyModel

/// A rule that judges host names: those of addresses and, where the table says so, authorized domains.
package protocol HostRule: URIRule {
  /// True when authorized domains follow the same rule.
  static var judgesDomains: Bool { get }
  /// The problem of a host; indices of the slice are offsets into the value.
  func problem(host: ArraySlice<UInt8>) -> URIProblem?
}

extension HostRule {
  package func problem(in uri: URIOccurrence) -> URIProblem? {
    uri.isWeb && !uri.host.isEmpty ? problem(host: uri.host) : nil
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let all = context.uris
    let uris = all.span
    for index in uris.indices where Self.roles.contains(uris[index].role) {
      guard let problem = problem(in: uris[index]) else { continue }
      findings.report(problem, uris[index].node, uris[index].environment)
    }
    guard Self.judgesDomains else { return }
    for domain in context.index.authorizedDomains where domain.isBare && !domain.name.isEmpty {
      guard let problem = problem(host: Array(domain.text.value.utf8)[...]) else { continue }
      findings.report(problem, domain.text.node, domain.environment)
    }
  }
}
