package import PolicyText

package struct LinkingHostOnly: URIRule {
  package static let info = RuleInfo(
    "linking-host-only", .linking, .error, aliases: ["al-host-only"],
    summary: "Disallow linking URIs that name only a host",
    why: "All Google partners share one host, so `/r/OTHER-PROJECT` belongs to someone else.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "⟦https://oauth-redirect.googleusercontent.com⟧",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API"],
    hides: ["linking-path-malformed", "uri-path-missing", "uri-trailing-slash-twin"])
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost,
      uri.path.isEmpty || uri.path.elementsEqual("/".utf8)
    else { return nil }
    return URIProblem(
      nil,
      "linking URI must have a path; all Google partners share \(uri.lowerHost.quoted)",
      help: "write the full URI with `/r/PROJECT` or `/a/BUNDLE_ID`")
  }
}
