package import PolicyText

/// A host has a certificate that everybody accepts. Reported by `verify`.
package struct TlsInvalid: NamedRule {
  package static let info = RuleInfo(
    "tls-invalid", .deployment, .error,
    summary: "a host has a certificate that everybody accepts",
    why: "Apple, Google and phones fetch the files with the usual authorities: an expired "
      + "certificate, a wrong name and a chain that is not complete all mean that there is no "
      + "file.",
    examples: .init(
      .answers,
      bad: """
        GET https://www.acme.example/.well-known/apple-app-site-association
        error: tls certificate has expired

        """,
      good: ExampleAnswers.appleFile),
    references: ["Apple: TN3155"])
  package init() {}
}
