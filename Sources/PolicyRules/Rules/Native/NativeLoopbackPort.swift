package import PolicyDiagnostics
import PolicyText

/// A port that does not count.
package struct NativeLoopbackPort: URIRule {
  package static let info = RuleInfo(
    "native-loopback-port", .native, .note,
    summary: "loopback URIs of native clients have no port",
    why: "A native client listens on whatever port is free: any port matches, the one in the list "
      + "included.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("http://127.0.0.1⟦:8080⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback")),
    references: ["RFC 8252 section 7.3"], isFixable: true)
  package static let roles: URIRoles = .native
  package static let neverReportsErrors = true
  package static var trigger: Trigger { .nativeClients }
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isHTTP, uri.isLoopback, uri.lowerHost != "localhost", let port = uri.parts.port,
      !port.isEmpty
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    return URIProblem(
      range, "the port of \(uri.text.quoted) is ignored when matching", help: "drop it",
      replacement: (uri.removing(range), "drop the port", false))
  }
}
