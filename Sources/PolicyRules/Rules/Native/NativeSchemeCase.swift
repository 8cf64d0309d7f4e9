package import PolicyText

/// Upper case in a scheme.
package struct NativeSchemeCase: URIRule {
  package static let info = RuleInfo(
    "native-scheme-case", .native, .error, summary: "schemes are in lower case",
    why:
      "Systems change a scheme to lower case before they look for its app, and matching is by bytes: the entry "
      + "never matches.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("⟦Example.acme.app⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 3986 section 3.1"], isFixable: true)
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.hasUpperCase, let scheme = uri.parts.scheme else { return nil }
    let bytes = uri.parts.bytes(scheme)
    guard bytes.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    return URIProblem(
      scheme,
      "scheme \(uri.parts.text(scheme).quoted) is not in lower case: systems change it, matching is "
        + "by bytes",
      help: "write it in lower case",
      replacement: (uri.replacing(scheme, by: bytes.lowercased), "write it in lower case", false))
  }
}
