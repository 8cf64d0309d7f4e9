package import PolicyText

/// A host serves the same over HTTP/1.1 and HTTP/2. Reported by `verify`.
package struct HttpVersionDiffers: NamedRule {
  package static let info = RuleInfo(
    "http-version-differs", .deployment, .warning,
    summary: "a host serves the same over HTTP/1.1 and HTTP/2",
    why: "Apple's CDN speaks HTTP/1.1, browsers HTTP/2. Asked for by `--both-families`.",
    examples: .init(
      .answers,
      bad: """
        GET http2 https://www.acme.example/.well-known/apple-app-site-association
        404

        """,
      good: ExampleAnswers.appleFile))
  package init() {}
}
