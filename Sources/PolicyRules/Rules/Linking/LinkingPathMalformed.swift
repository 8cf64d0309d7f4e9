package import PolicyText

/// A path that Google does not have.
package struct LinkingPathMalformed: URIRule {
  package static let info = RuleInfo(
    "linking-path-malformed", .linking, .error, aliases: ["al-wrong-shape"],
    summary: "the path of a linking URI is /r/PROJECT or /a/BUNDLE_ID",
    why: "Google has no other paths there: the entry never matches, or matches what nobody knows.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://oauth-redirect.googleusercontent.com⟦/r/acme/callback⟧",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API", "Google: App Flip for iOS"])
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isOnLinkingHost else { return nil }
    if let query = uri.parts.query {
      return URIProblem(
        (query.lowerBound - 1)..<query.upperBound, "a linking URI has no query",
        help: "remove it: Google sends the URI without one")
    }
    if let port = uri.parts.port, !uri.parts.bytes(port).elementsEqual("443".utf8) {
      return URIProblem(
        (port.lowerBound - 1)..<port.upperBound, "a linking URI has no port", help: "remove it")
    }
    guard GoogleLinking.path(of: uri.parts) == nil else { return nil }
    return URIProblem(
      uri.parts.path,
      "path must be /r/{project} or /a/{bundle}, not \(uri.parts.text(uri.parts.path).quoted)")
  }
}
