package import PolicyText

/// A port that ties a native client down.
package struct NativeLoopbackPort: URIRule {
  package static let info = RuleInfo(
    "native-loopback-port", .native, .note,
    summary: "loopback URIs of native clients have no port",
    why:
      "A native client listens on whatever port is free. A loopback URI without a port matches every "
      + "port; with one it is compared byte by byte, as any other address, and where another program "
      + "has taken that port nobody can sign in.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("http://127.0.0.1⟦:8080⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback")),
    references: ["RFC 8252 section 7.3"], isFixable: true)
  package static let roles: URIRoles = .native
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isHTTP, uri.isLoopback, uri.lowerHost != "localhost", let port = uri.parts.port,
      !port.isEmpty
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    return URIProblem(
      range, "\(uri.text.quoted) matches no request with another port",
      help: "drop the port: then any port matches (RFC 8252 section 7.3)",
      replacement: (uri.removing(range), "drop the port", false))
  }
}
