package import PolicyText

package struct NativeSchemeDot: URIRule {
  package static let info = RuleInfo(
    "native-scheme-dot", .native, .warning,
    summary: "Require reversed domain names as private-use schemes",
    why:
      "Any app can register `myapp:`. A scheme based on a domain that you own can't collide by "
      + "accident.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("⟦acme⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 8252 section 7.1"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      !uri.parts.bytes(scheme).contains(UInt8(ascii: "."))
    else { return nil }
    return URIProblem(
      scheme,
      "private-use scheme must be a reversed domain name, found "
        + "\(uri.parts.text(scheme).quoted)",
      help: "use your reversed domain, such as `example.acme.app`")
  }
}
