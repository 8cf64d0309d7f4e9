package import PolicyText

/// A private-use scheme that is no reversed domain.
package struct NativeSchemeDot: URIRule {
  package static let info = RuleInfo(
    "native-scheme-dot", .native, .error,
    summary: "a private-use scheme is a reversed domain name",
    why:
      "Any app may register `myapp:`. A scheme made from a domain that you own is at least nobody "
      + "else's by accident.",
    examples: .init(
      .policy, bad: ExamplePolicy.native("⟦acme⟧:/callback"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 8252 section 7.1"])
  package static let roles: URIRoles = [.native, .nativePostLogout]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard !uri.isWeb, let scheme = uri.parts.scheme,
      !uri.parts.bytes(scheme).contains(UInt8(ascii: "."))
    else { return nil }
    return URIProblem(
      scheme, "private-use scheme \(uri.parts.text(scheme).quoted) has no dot",
      help: "use your reversed domain, such as `example.acme.app`")
  }
}
