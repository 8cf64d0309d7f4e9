import PolicyText
import Testing

/// Hosts that serve one environment and are used in both.
@Suite struct BothEnvironmentsTests {
  static func policy(domain: String, client: String = "", link: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
    domains:
    \(domain)
    clients:
      one:
        provider: generic
        type: web
        client_id: { prod: one-prod, sandbox: one-sandbox }
        client_secret: { env: S }
        redirect_uris: { prod: ["https://a.acme.example/one"], sandbox: ["https://b.acme.example/one"] }
        app_flip:
          ios: { app: ios, universal_link: \(link) }

    """
  }

  static let host = "https://www.acme.example/flip"

  @Test(
    arguments: [
      "  www.acme.example:\n    links: [{ apps: [ios], rules: [{ path: /flip }] }]",
      "  www.acme.example:\n    environment: prod\n    links: [{ apps: [ios], rules: [{ path: /flip }] }]",
      "  www.acme.example: { links: [{ apps: [ios], rules: [{ path: /flip }] }] }",
    ],
    [
      ("{ prod: \"\(host)\", sandbox: \"\(host)\" }", "environment-foreign-address"),
      ("\"\(host)\"", "link-host-undeclared"),
    ])
  func `the help suggests using the domain in both environments`(
    domain: String, link: (String, String)
  ) throws {
    let text = Self.policy(domain: domain, link: link.0)
    let found = Checking.diagnostics(text)
    #expect(found.map(\.rule.rawValue) == [link.1], "\(Checking.describe(found))")
    let finding = try #require(found.first)
    #expect(finding.environment == .sandbox)
    #expect(finding.help?.contains("environment: both") == true)
    var bytes = Array(text.utf8)
    for edit in try #require(finding.fixes.first).edits {
      bytes.replaceSubrange(
        edit.location.span.start..<edit.location.span.end, with: edit.replacement.utf8)
    }
    let after = Checking.report([bytes]).diagnostics
    #expect(after.isEmpty, "\(Checking.describe(after))")
  }

  /// Devices request the host's only file.
  @Test(arguments: [
    ("ios", "[ios]", "[prod, sandbox]", Severity.warning),
    ("{ prod: ios, sandbox: beta }", "[ios]", "[sandbox]", .error),
    ("{ prod: ios, sandbox: beta }", "[ios, beta]", "[sandbox]", .error),
    ("{ prod: ios, sandbox: beta }", "[ios]", "[prod, sandbox]", .error),
    ("{ prod: ios, sandbox: beta }", "[ios, beta]", "[prod, sandbox]", .warning),
  ])
  func `one link for both environments needs a file that opens the app of either`(
    app: String, listed: String, environments: String, severity: Severity
  ) throws {
    let domain = "  www.acme.example: { links: [{ apps: \(listed), rules: [{ path: /flip }] }] }"
    let text = Self.policy(domain: domain, link: "\"\(Self.host)\"")
      .replacing("app: ios,", with: "app: \(app),")
      .replacing(
        "domains:\n",
        with: "  beta: { platform: ios, bundle_id: com.acme.beta, team_id: R7KM2QX94T, "
          + "environments: \(environments) }\ndomains:\n")
    let found = Checking.diagnostics(text).filter { $0.rule.rawValue == "link-host-undeclared" }
    #expect(found.map(\.severity) == [severity], "\(Checking.describe(found))")
    #expect(found.first?.environment == .sandbox)
  }

  /// Another policy may declare the host. Then its rules must match the path.
  @Test(arguments: [("/flip", 0), ("/flop", 1)])
  func `a link on a host of another policy is checked there`(path: String, count: Int) {
    let own = Self.policy(domain: "", link: "\"\(Self.host)\"").replacing("domains:\n\n", with: "")
    let hosts = """
      linkpolicy: 1
      name: hosts
      domains:
        www.acme.example:
          environment: both
          links: [{ apps: [example/ios], rules: [{ path: \(path) }] }]

      """
    let found = Checking.diagnostics(own, hosts)
    #expect(
      found.map(\.rule.rawValue) == Array(repeating: "link-host-undeclared", count: count),
      "\(Checking.describe(found))")
  }

  @Test(arguments: [("", 7), ("    serves_both_hosts: true\n", 0)])
  func `one server may handle both of Google's hosts`(key: String, count: Int) {
    let paths =
      ["r/acme"]
      + ["Chromecast", "OPA"].flatMap { app in
        ["", ".dev", ".enterprise"].map { "a/com.google.\(app)\($0)" }
      }
    let uris = ["oauth-redirect", "oauth-redirect-sandbox"].flatMap { host in
      paths.map { "        - https://\(host).googleusercontent.com/\($0)\n" }
    }
    let found = Checking.diagnostics(
      """
      linkpolicy: 1
      name: example
      clients:
        google:
          provider: google-account-linking
          type: web
          client_id: { prod: google-prod }
          client_secret: { env: S }
          endpoints: { authorization: https://auth.acme.example/authorize }
          pkce: required

      """ + key + "    redirect_uris:\n      prod:\n" + uris.joined())
    #expect(
      found.map(\.rule.rawValue) == Array(repeating: "environment-foreign-address", count: count),
      "\(Checking.describe(found))")
  }
}
