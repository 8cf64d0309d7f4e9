package import PolicyText

package struct NativeSchemeAuthority: URIRule {
  package static let info = RuleInfo(
    "native-scheme-authority", .native, .warning,
    summary: "Require one slash after private-use schemes",
    why:
      "Two slashes start a host. `callback` in `com.acme.app://callback` is then a host, and "
      + "systems change its case or drop it.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("example.acme.app:⟦//callback⟧"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 8252 section 7.1"],
    traits: .uriPart)
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme, let authority = uri.parts.authority else {
      return nil
    }
    let name = uri.parts.text(scheme)
    let host = uri.parts.text(authority)
    return URIProblem(
      (authority.lowerBound - 2)..<authority.upperBound,
      host.isEmpty
        ? "private-use URI must have one slash after the scheme, found two"
        : "private-use URI must have one slash after the scheme; two slashes make "
          + "\(host.quoted) a host",
      help: "write `\(DisplayText.visible(name.string)):/path`")
  }
}
