import PolicyText

extension RuleRegistry {
  /// Rules of `verify` about the responses of hosts with association files.
  static let hostFileTable: [RuleInfo] = [
    RuleInfo(
      "host-file-missing", .deployment, .error,
      summary: "Require hosts to serve their association files",
      why: """
        Without the file, links to the host don't open the app: iOS and Android request only \
        this URL.
        """,
      examples: .appleFile("404"),
      references: ["Apple: TN3155", "Android: Digital Asset Links"]),
    RuleInfo(
      "host-redirects", .deployment, .error, summary: "Disallow redirects of association files",
      why: """
        Android and Google don't follow redirects, and Apple documents the same. Apple's CDN has \
        been seen to follow redirects within a site, so links may work on iOS today and fail on \
        Android.
        """,
      examples: .appleFile("301", "location: https://acme.example/"),
      references: ["Apple: TN3155", "Android: StatementService"]),
    RuleInfo(
      "http-status", .deployment, .error, summary: "Require status 200 for association files",
      why: """
        A firewall that allows browsers but rejects other user agents also blocks the fetchers \
        of Apple and Google. linkpolicy repeats the request as curl to tell a blocked user agent \
        from a missing file.
        """,
      examples: .assetLinks("403"),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "content-type", .deployment, .error,
      summary: "Require `application/json` for association files",
      why: """
        Google accepts no other type for `assetlinks.json`. Apple documents the same but has \
        been seen to accept other types, so for Apple's file this is a warning.
        """,
      examples: .assetLinks("200", "content-type: text/plain"),
      references: ["Android: Digital Asset Links", "Apple: TN3155"]),
    RuleInfo(
      "html-fallback", .deployment, .error,
      summary: "Disallow HTML pages in place of association files",
      why: """
        Single-page applications often return their start page with status 200 for every path. \
        The response isn't JSON, so no link opens an app.
        """,
      examples: .appleFile("200", "content-type: text/html", body: "<!doctype html>"),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "tls-invalid", .deployment, .error, summary: "Require a publicly trusted certificate",
      why: """
        Apple, Google and devices reject a certificate that is expired, has the wrong name or an \
        incomplete chain, and then treat the file as missing.
        """,
      examples: .appleFile("error: tls certificate has expired"),
      references: ["Apple: TN3155"]),
    RuleInfo(
      "tls-expires-soon", .deployment, .warning,
      summary: "Warn about certificates that expire within 14 days",
      why: "After that, Apple, Google and devices can't fetch the file.",
      examples: .appleFile(
        "200", "content-type: application/json", "certificate: 5 days",
        body: ExampleResponses.appleBody())),
    RuleInfo(
      "address-private", .deployment, .error, summary: "Disallow hosts with private IP addresses",
      why: """
        Apple rejects private and reserved addresses (`SWCERR00202`), and devices can't reach \
        them. linkpolicy never contacts them, because the host name may come from an untrusted \
        pull request.
        """,
      examples: .appleFile("error: address 10.0.0.1 is not a public IP address"),
      references: ["RFC 6890"]),
    RuleInfo(
      "dns-missing", .deployment, .error, summary: "Require a DNS record for every host",
      why: "Other names resolve but this one doesn't, so no client can fetch the file.",
      examples: .appleFile("error: dns no address")),
    RuleInfo(
      "ipv6-differs", .deployment, .warning, summary: "Require the same content over IPv4 and IPv6",
      why: "Apple and devices choose the protocol themselves. Checked with `--both-families`.",
      examples: .answers(
        bad: ExampleResponses.response(
          "ipv6 https://www.acme.example/.well-known/apple-app-site-association", "404"),
        good: ExampleResponses.appleFile)),
    RuleInfo(
      "http-version-differs", .deployment, .warning,
      summary: "Require the same content over HTTP/1.1 and HTTP/2",
      why: "Apple's CDN uses HTTP/1.1, browsers use HTTP/2. Checked with `--both-families`.",
      examples: .answers(
        bad: ExampleResponses.response(
          "http2 https://www.acme.example/.well-known/apple-app-site-association", "404"),
        good: ExampleResponses.appleFile)),
    RuleInfo(
      "slow-answer", .deployment, .warning, summary: "Require association files within 3 seconds",
      why: """
        Android times out after 5 seconds, and Apple's CDN reports timeouts for servers with a \
        cold start.
        """,
      examples: .appleFile(
        "200", "content-type: application/json", "milliseconds: 4200",
        body: ExampleResponses.appleBody())),
  ]
}
