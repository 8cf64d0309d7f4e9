import PolicyDecision
import PolicyText
import PolicyModel

/// Where authorization responses go: every origin and scheme of a redirect URI with its clients.
struct ReportDestinations {
  private typealias Receiver = (client: Int, anchors: [SourceAnchor])
  private let report: ReportContext
  private let found: [ExactString: [Environment: [Receiver]]]
  /// The origins and schemes, in byte order.
  let origins: [ExactString]

  init(_ report: ReportContext) {
    self.report = report
    var found: [ExactString: [Environment: [Receiver]]] = [:]
    for (index, client) in report.clients.enumerated() {
      for (environment, compiled) in client.compiled {
        var anchors: [ExactString: [SourceAnchor]] = [:]
        for uri in compiled.redirectURIs {
          anchors[Self.origin(uri.value), default: []].append(uri.anchor)
        }
        for (origin, anchors) in anchors {
          found[origin, default: [:]][environment, default: []].append((index, anchors))
        }
      }
    }
    self.found = found
    origins = found.keys.sorted()
  }

  var section: PageSection? { section(of: origins) }

  /// Some origins; nil without any.
  func section(of origins: some Collection<ExactString>) -> PageSection? {
    var table = EnvironmentTable(
      "Who receives codes where, over all clients", subject: "Origin or scheme",
      joinsEqual: false)
    for origin in origins {
      table.add([.code(origin)]) { lines(found[origin]?[$0] ?? []) }
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

  private func lines(_ receivers: [Receiver]) -> [[PageText]] {
    var lines: [[PageText]] = receivers.prefix(Self.maximum).map { receiver in
      [report.reference(report.clients[receiver.client])] + report.lines(receiver.anchors)
    }
    if receivers.count > Self.maximum {
      lines.append([.quiet(ExactString("and \(receivers.count - Self.maximum) more clients"))])
    }
    return lines
  }

  /// Google's linking hosts receive the codes of every linking client.
  private static let maximum = 100

  /// Scheme and authority; of a private-use URI the scheme (RFC 8252 section 7.1).
  private static func origin(_ uri: ExactString) -> ExactString {
    let parts = URIParts(uri)
    if !parts.origin.isEmpty { return parts.origin }
    return parts.scheme == nil ? uri : ExactString("\(parts.lowerScheme):")
  }
}
