package import PolicyText

package struct NativeLocalhost: URIRule {
  package static let info = RuleInfo(
    "native-localhost", .native, .warning,
    summary: "Require `127.0.0.1` and `[::1]` in loopback URIs of native clients",
    why:
      "`localhost` is resolved like any name. It can lead to another interface or another "
      + "machine, and it can trigger a firewall prompt.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("http://⟦localhost⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback", "http://[::1]/callback")),
    references: ["RFC 8252 section 8.3"], isFixable: true)
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, uri.lowerHost == "localhost", let host = uri.parts.host else {
      return nil
    }
    return URIProblem(
      host, "native clients should use a loopback IP address, found `localhost`",
      help: "write `127.0.0.1`, and add the same URI with `[::1]`",
      replacement: (uri.replacing(host, by: "127.0.0.1".utf8), "use `127.0.0.1`", false))
  }
}
