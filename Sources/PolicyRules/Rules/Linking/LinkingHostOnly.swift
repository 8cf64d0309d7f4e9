package import PolicyText

/// A linking URI without a path.
package struct LinkingHostOnly: URIRule {
  package static let info = RuleInfo(
    "linking-host-only", .linking, .error, aliases: ["al-host-only"],
    summary: "a linking URI is never allowed by its host alone",
    why: "One host serves every partner of Google: `/r/OTHER-PROJECT` belongs to somebody else.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "⟦https://oauth-redirect.googleusercontent.com⟧",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API"])
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isOnLinkingHost,
      uri.path.isEmpty || uri.path.elementsEqual("/".utf8)
    else { return nil }
    return URIProblem(
      nil, "never allow by host: all Google partners share \(uri.lowerHost.quoted)",
      help: "write the whole URI, `/r/PROJECT` or `/a/BUNDLE_ID`")
  }
}
