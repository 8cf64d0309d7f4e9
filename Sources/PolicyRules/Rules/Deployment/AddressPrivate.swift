package import PolicyText

/// A host leads to the public network. Reported by `verify`.
package struct AddressPrivate: NamedRule {
  package static let info = RuleInfo(
    "address-private", .deployment, .error,
    summary: "a host leads to the public network",
    why: "Apple refuses private and reserved addresses (`SWCERR00202`), phones cannot reach "
      + "them, and linkpolicy asks none of them: the name may come from a stranger's pull "
      + "request.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        error: address 10.0.0.1 is no address of the public network

        """,
      good: ExampleAnswers.appleFile),
    references: ["RFC 6890"])
  package init() {}
}
