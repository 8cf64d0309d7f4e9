package import PolicyText

package struct NativeLoopbackPort: URIRule {
  package static let info = RuleInfo(
    "native-loopback-port", .native, .note,
    summary: "Disallow ports in loopback URIs of native clients",
    why:
      "A native client listens on any free port. A loopback URI without a port matches every "
      + "port. With a port, it is compared byte by byte like any other URI, so sign-in fails if "
      + "another program uses that port.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("http://127.0.0.1⟦:8080⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback")),
    references: ["RFC 8252 section 7.3"], isFixable: true)
  package static let roles: URIRoles = .native
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isHTTP, uri.isLoopback, uri.lowerHost != "localhost", let port = uri.parts.port,
      !port.isEmpty
    else { return nil }
    let range = (port.lowerBound - 1)..<port.upperBound
    return URIProblem(
      range, "\(uri.text.quoted) matches only this port",
      help: "remove the port; any port then matches (RFC 8252 section 7.3)",
      replacement: (uri.removing(range), "remove the port", false))
  }
}
