package import PolicyText

package struct LinkingTestHost: URIRule {
  package static let info = RuleInfo(
    "linking-test-host", .linking, .warning, aliases: ["al-test-host"],
    summary: "Disallow `oauth-redirect-test.googleusercontent.com`",
    why:
      "The host exists, but Google doesn't document who receives requests there.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://⟦oauth-redirect-test.googleusercontent.com⟧/a/com.google.OPA",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: App Flip for iOS"])
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.lowerHost == GoogleLinking.testHost else { return nil }
    return URIProblem(
      uri.parts.host,
      "Google does not document the host `oauth-redirect-test.googleusercontent.com`",
      help: "remove it unless Google told you to keep it")
  }
}
