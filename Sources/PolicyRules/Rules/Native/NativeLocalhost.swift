package import PolicyText

/// `localhost` instead of an address.
package struct NativeLocalhost: URIRule {
  package static let info = RuleInfo(
    "native-localhost", .native, .warning,
    summary: "loopback URIs of native clients use 127.0.0.1 and [::1]",
    why:
      "`localhost` is resolved like any name: it may lead to another interface or another machine, "
      + "and firewalls ask users about it.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("http://⟦localhost⟧/callback"),
      good: ExamplePolicy.native("http://127.0.0.1/callback", "http://[::1]/callback")),
    references: ["RFC 8252 section 8.3"], isFixable: true)
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isWeb, uri.lowerHost == "localhost", let host = uri.parts.host else {
      return nil
    }
    return URIProblem(
      host, "`localhost` is not recommended for native clients",
      help: "use `127.0.0.1` and `[::1]`",
      replacement: (uri.replacing(host, by: "127.0.0.1".utf8), "use 127.0.0.1", false))
  }
}
