package import PolicyText

package struct NativeSchemeCase: URIRule {
  package static let info = RuleInfo(
    "native-scheme-case", .native, .error, summary: "Require lowercase private-use schemes",
    why:
      "Systems convert a scheme to lowercase before they look for its app, and matching is byte "
      + "by byte. The entry never matches.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("⟦Example.acme.app⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 3986 section 3.1"], isFixable: true,
    hides: ["uri-case-twin"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUpperCase, let scheme = uri.parts.scheme else { return nil }
    let bytes = uri.parts.bytes(scheme)
    guard bytes.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    return URIProblem(
      scheme,
      "scheme must be lowercase, found \(uri.parts.text(scheme).quoted)",
      help: "write `\(DisplayText.visible(String(decoding: bytes.lowercased, as: UTF8.self)))`",
      replacement: (
        uri.replacing(scheme, by: bytes.lowercased), "write the scheme in lowercase", false
      ))
  }
}
