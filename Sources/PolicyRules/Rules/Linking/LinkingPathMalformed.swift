package import PolicyText

package struct LinkingPathMalformed: URIRule {
  package static let info = RuleInfo(
    "linking-path-malformed", .linking, .error, aliases: ["al-wrong-shape"],
    summary: "Require `/r/PROJECT` or `/a/BUNDLE_ID` as the path of linking URIs",
    why: "Google uses no other paths on these hosts, so the entry never matches a request from "
      + "Google.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://oauth-redirect.googleusercontent.com⟦/r/acme/callback⟧",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API", "Google: App Flip for iOS"],
    traits: .uriPart)
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost else { return nil }
    if let query = uri.parts.query {
      return URIProblem(
        (query.lowerBound - 1)..<query.upperBound,
        "linking URI must not have a query, because Google sends it without one",
        help: "remove "
          + "\(ExactString(decoding: uri.parts.bytes((query.lowerBound - 1)..<query.upperBound)).quoted)"
      )
    }
    if let port = uri.parts.port, !uri.parts.bytes(port).elementsEqual("443".utf8) {
      return URIProblem(
        (port.lowerBound - 1)..<port.upperBound, "linking URI must not have a port",
        help: "remove \(uri.parts.text((port.lowerBound - 1)..<port.upperBound).quoted)")
    }
    guard GoogleLinking.path(of: uri.parts) == nil else { return nil }
    return URIProblem(
      uri.parts.path,
      "path must be `/r/PROJECT` or `/a/BUNDLE_ID`, found \(uri.parts.text(uri.parts.path).quoted)",
      help: "write `/r/` with your Google project ID, or `/a/` with the bundle ID of a Google app")
  }
}
