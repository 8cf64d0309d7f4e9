package import PolicyText

/// Google's undocumented test host.
package struct LinkingTestHost: URIRule {
  package static let info = RuleInfo(
    "linking-test-host", .linking, .warning, aliases: ["al-test-host"],
    summary: "oauth-redirect-test.googleusercontent.com is not used",
    why:
      "The host has been seen, but Google does not document it: nobody promises who answers there.",
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

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.lowerHost == GoogleLinking.testHost else { return nil }
    return URIProblem(
      uri.parts.host, "`oauth-redirect-test` is not in Google's documentation",
      help: "remove it unless Google told you to keep it")
  }
}
