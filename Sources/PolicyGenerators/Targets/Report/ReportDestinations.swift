import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// Where authorization responses go: every origin and scheme of a redirect URI with its clients.
struct ReportDestinations {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    var found: [ExactString: [Environment: [PageText]]] = [:]
    for client in report.clients {
      for (environment, compiled) in client.compiled {
        for origin in Set(compiled.redirectURIs.map { Self.origin($0.value) }) {
          found[origin, default: [:]][environment, default: []].append(report.reference(client))
        }
      }
    }
    var table = EnvironmentTable(
      "Who receives codes where, over all clients", subject: "Origin or scheme", layout: .plain)
    for (origin, clients) in found.sorted(by: { $0.key < $1.key }) {
      table.add([.code(origin)]) { (clients[$0] ?? []).map { [$0] } }
    }
    guard let block = table.block else { return nil }
    return PageSection(
      PageID("destinations"), [.text("Where codes go")],
      blocks: [
        .text([
          .text("Every host and scheme that an authorization response is sent to, and for whom.")
        ]), block,
      ])
  }

  /// Scheme and authority; of a private-use URI the scheme (RFC 8252 section 7.1).
  private static func origin(_ uri: ExactString) -> ExactString {
    let parts = URIParts(uri)
    if !parts.origin.isEmpty { return parts.origin }
    return parts.scheme == nil ? uri : ExactString("\(parts.lowerScheme):")
  }
}
