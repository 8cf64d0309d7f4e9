package import PolicyText

package struct OriginHasPath: URIRule {
  package static let info = RuleInfo(
    "origin-has-path", .uri, .error, aliases: ["origin-path"],
    summary: "Disallow paths and queries in JavaScript origins",
    why:
      "A browser sends its origin without a path, not even `/`. Google rejects origins that "
      + "have one, and matching is exact.",
    examples: .init(
      .policy, bad: origin("https://app.acme.example⟦/⟧"), good: origin("https://app.acme.example")),
    references: ["RFC 6454 section 6.2", "Google: JavaScript origin validation rules"],
    isFixable: true)
  package static let roles: URIRoles = [.origins]
  package init() {}

  private static func origin(_ origin: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: 123456789012-0a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d.apps.googleusercontent.com }
          javascript_origins: { prod: [\(origin)] }

    """
  }

  package func problem(in uri: LocatedURI) -> URIProblem? {
    let end = uri.parts.fragment.map { $0.lowerBound - 1 } ?? uri.text.utf8.count
    let range = uri.parts.path.lowerBound..<end
    guard uri.isWeb, !range.isEmpty else { return nil }
    return URIProblem(
      range, "\(uri.noun) must end after host and port",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      replacement: (uri.removing(range), "remove everything after the host", true))
  }
}
