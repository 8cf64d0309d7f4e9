import PolicyText

extension RuleRegistry {
  /// Rules of `verify` about the contents of deployed files, Apple's CDN, Google's API and built
  /// apps.
  static let deployedContentTable: [RuleInfo] = [
    RuleInfo(
      "deployed-differs", .deployment, .error,
      summary: "Require deployed files to match the policy",
      why: """
        Files are compared as in `linkpolicy diff`: by the links they open and the apps and \
        certificates they list. The finding has an example link that only one of them opens. \
        Order, whitespace and comments don't matter.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          ExampleResponses.apple, ExampleResponses.appleBody(path: "/new/*")),
        good: ExampleResponses.appleFile)),
    RuleInfo(
      "deployed-extra", .deployment, .warning,
      summary: "Disallow deployed entries that the policy lacks",
      why: "An app or certificate that nobody reviewed can open the host's links.",
      examples: .answers(
        bad: ExampleResponses.json(
          ExampleResponses.apple, ExampleResponses.appleBody(alsoFor: "Z9Y8X7W6V5.com.other.app")),
        good: ExampleResponses.appleFile)),
    RuleInfo(
      "deployed-format", .deployment, .note,
      summary: "Report deployed files with a different layout",
      why: """
        The file has the same effect as the policy, but isn't byte for byte what `linkpolicy \
        generate` writes.
        """,
      examples: .answers(
        bad: ExampleResponses.json(ExampleResponses.apple, ExampleResponses.appleBody()),
        good: "")),
    RuleInfo(
      "cdn-stale", .deployment, .note, summary: "Report outdated files on Apple's CDN",
      why: """
        Devices read the file from Apple's CDN, which refreshes it after some hours and never on \
        demand. An outdated file is normal after a change, so this never fails a run.
        """,
      examples: .appleCopy(
        "200", "content-type: application/json", "age: 1200", "cache-control: max-age=21600",
        body: ExampleResponses.appleBody(path: "/new/*")),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "cdn-refused", .deployment, .warning, summary: "Require that Apple's CDN can fetch the file",
      why: """
        The CDN reports why it has no file. Firewalls and bot protection often block `AASA-Bot` \
        but allow browsers.
        """,
      examples: .appleCopy(
        "404", "apple-failure-reason: SWCERR00101 Bad HTTP Response: 403 Forbidden"),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "cdn-unknown", .deployment, .note, summary: "Report files that Apple's CDN doesn't have",
      why: "Apple fetches the file when a user first installs an app that lists the host.",
      examples: .appleCopy("404"),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "asset-not-linked", .deployment, .error,
      summary: "Require Google to confirm every certificate of the policy",
      why: """
        Devices with Google Play rely on Google's Digital Asset Links API. Apps signed by Google \
        Play have more than one certificate.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          "https://digitalassetlinks.googleapis.com/v1/assetlinks:check",
          #"{ "errorCode": ["ERROR_CODE_REDIRECT"] }"#),
        good: ExampleResponses.googleLink),
      references: ["Digital Asset Links API v1"]),
    RuleInfo(
      "asset-cached", .deployment, .note, summary: "Report responses that Google may have cached",
      why: "Google's response for a host can be an hour old.",
      examples: .answers(
        bad:
          ExampleResponses.json(
            "https://digitalassetlinks.googleapis.com/v1/assetlinks:check", "{}")
          + "\n"
          + ExampleResponses.json(
            "https://digitalassetlinks.googleapis.com/v1/statements:list",
            #"{ "maxAge": "2856.4s" }"#),
        good: ExampleResponses.googleLink),
      references: ["Digital Asset Links API v1"]),
    RuleInfo(
      "entitlement-missing-host", .deployment, .warning,
      summary: "Require the policy's hosts in built apps",
      why: """
        iOS fetches a host's file only if the app's entitlements list the host. Checked for the \
        files that you pass with `--entitlements`.
        """,
      examples: .answers(
        bad: """
          entitlements: applinks:other.acme.example

          """,
        good: """
          entitlements: applinks:www.acme.example

          """),
      references: ["Apple: Associated Domains Entitlement"]),
    RuleInfo(
      "well-known-root-differs", .deployment, .note,
      summary: "Require the same file at the root of the host",
      why: """
        Versions before iOS 14 fell back to the file at the root of the host. A different file \
        there is misleading.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          "https://www.acme.example/apple-app-site-association",
          ExampleResponses.appleBody(path: "/new/*")),
        good: ExampleResponses.response(
          "https://www.acme.example/apple-app-site-association", "404")),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "robots-blocks", .deployment, .note,
      summary: "Report `robots.txt` files that block association files",
      why: """
        Apple's and Google's fetchers haven't been seen to read `robots.txt`, so this doesn't \
        explain a failure, but other tools may respect it. Checked with `--third-party`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://www.acme.example/robots.txt", "200", "content-type: text/plain",
          body: "User-agent: *\nDisallow: /.well-known/"),
        good: ExampleResponses.response(
          "https://www.acme.example/robots.txt", "200", "content-type: text/plain",
          body: "User-agent: *\nDisallow: /admin/")),
      references: ["RFC 9309"]),
  ]
}
