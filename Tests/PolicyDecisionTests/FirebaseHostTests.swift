import Foundation
import PolicyText
import Testing

/// What Firebase serves and gives a project by itself: one answer in requests, rules and generated files.
@Suite struct FirebaseHostTests {
  private static func policy(_ firebase: String = "", _ google: String = "") -> String {
    """
    linkpolicy: 1
    name: acme
    apps:
      ios: { platform: ios, bundle_id: com.acme.ios, team_id: R7KM2QX94T }
      android: { platform: android, package_name: com.acme.android }
    domains:
      own.acme.example:
        links: [{ apps: [ios, android], rules: [{ path: /only/* }] }]
    providers:
      google_sign_in:
        ios:
          app: ios
          client_id: 581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9.apps.googleusercontent.com
          \(google)
      firebase:
        project_id: { prod: acme, sandbox: acme-sbx }
        \(firebase)

    """
  }

  private func link(_ kind: String, _ url: String, _ more: [(key: String, value: JSONValue)] = [])
    -> JSONValue
  {
    Simulator(Self.policy("hosting_domains: { prod: [links.acme.example, own.acme.example] }"))
      .answer(.object([("kind", .string(kind)), ("url", .string(url))] + more))
  }

  // MARK: links

  @Test(arguments: [
    ("universal_link", "R7KM2QX94T.com.acme.ios"), ("app_link", "com.acme.android"),
  ])
  func `links that Firebase makes open the apps of the project`(kind: String, app: String) {
    for host in [
      "acme.firebaseapp.com", "acme.web.app", "ACME.firebaseapp.com", "links.acme.example",
    ] {
      let answer = link(kind, "https://\(host)/__/auth/links?link=https%3A%2F%2Fx")
      #expect(answer["decision"] == "allow" && answer["channel"] == "open_app", "\(answer.text())")
      #expect(answer["confidence"] == "inferred")
      #expect(answer["result"]?["opens"] == [.string(app)])
      let other = link(kind, "https://\(host)/flip")
      #expect(other["decision"] == "ignore" && other["reason"] == "no-rule", "\(other.text())")
      #expect(other["confidence"] == "inferred")
    }
    let source = link(kind, "https://acme.firebaseapp.com/__/auth/links")["source"]
    #expect(source?["path"] == "providers.firebase.project_id.prod")
    let listed = link(kind, "https://links.acme.example/__/auth/links")["source"]
    #expect(listed?["path"] == "providers.firebase.hosting_domains.prod[0]")
  }

  @Test func `an app is asked about by name`() {
    let url = "https://acme.firebaseapp.com/__/auth/links"
    #expect(link("universal_link", url, [("app", "ios")])["decision"] == "allow")
    #expect(link("app_link", url, [("app", "android")])["decision"] == "allow")
    #expect(link("universal_link", url, [("app", "android")])["decision"] == "ignore")
  }

  @Test func `what a policy declares is decided by its own rules`() {
    let own = link("universal_link", "https://own.acme.example/__/auth/links")
    #expect(own["decision"] == "ignore" && own["confidence"] == "certain", "\(own.text())")
    let foreign = link("universal_link", "https://other.firebaseapp.com/__/auth/links")
    #expect(foreign["reason"] == "host-unknown" && foreign["confidence"] == "certain")
    let sandbox: [(key: String, value: JSONValue)] = [("environment", "sandbox")]
    let here = link("universal_link", "https://acme-sbx.firebaseapp.com/__/auth/links", sandbox)
    #expect(here["decision"] == "allow", "\(here.text())")
    let there = link("universal_link", "https://acme.firebaseapp.com/__/auth/links", sandbox)
    #expect(there["reason"] == "host-unknown")
  }

  @Test func `the link of an email opens the app`() {
    let simulator = Simulator(
      Self.policy(
        """
        email_actions:
              sign_in: { url: "https://acme.web.app/x", handle_code_in_app: true, ios: ios }
        """))
    let sent = simulator.answer(["kind": "email_action", "action": "sign_in"])
    #expect(sent["decision"] == "allow", "\(sent.text())")
    let opened = simulator.answer([
      "kind": "universal_link", "url": sent["result"]?["link"] ?? .null,
    ])
    #expect(opened["decision"] == "allow", "\(opened.text())")
  }

  // MARK: what a policy leaves out

  @Test func `without a list the project's own domains are authorized, and nothing is certain`() {
    let simulator = Simulator(Self.policy())
    func page(_ host: String) -> JSONValue {
      simulator.answer([
        "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      ])
    }
    for host in ["acme.firebaseapp.com", "acme.web.app"] {
      #expect(page(host)["decision"] == "allow", "\(page(host).text())")
      #expect(page(host)["confidence"] == "inferred")
    }
    for host in ["localhost", "app.acme.example", "acme-sbx.web.app"] {
      #expect(page(host)["decision"] == "deny" && page(host)["confidence"] == "inferred")
    }
    let domain = simulator.answer(["kind": "auth_domain"])
    #expect(domain["result"]?["domain"] == "acme.firebaseapp.com")
    #expect(domain["confidence"] == "inferred")
    for url in ["https://acme.web.app/x", "https://app.acme.example/x"] {
      let sent = simulator.answer([
        "kind": "email_action", "input": ["requestType": "PASSWORD_RESET", "url": .string(url)],
      ])
      #expect(sent["decision"] == (url.contains("web.app") ? "allow" : "deny"), "\(sent.text())")
      #expect(sent["confidence"] == "inferred")
    }
    let given = Simulator(Self.policy("authorized_domains: { prod: [app.acme.example] }"))
    let denied = given.answer([
      "kind": "web_origin", "input": ["page_url": "https://acme.firebaseapp.com/"],
    ])
    #expect(denied["decision"] == "deny" && denied["confidence"] == "certain")
  }

  @Test func `a link domain is compared with the list, where there is one`() {
    func send(_ firebase: String) -> JSONValue {
      Simulator(Self.policy(firebase)).answer([
        "kind": "email_action",
        "input": [
          "requestType": "EMAIL_SIGNIN", "url": "https://app.acme.example/",
          "handleCodeInApp": true,
          "linkDomain": "links.acme.example",
        ],
        "facts": ["authorized_domains": ["app.acme.example"]],
      ])
    }
    let unknown = send("")
    #expect(unknown["decision"] == "allow" && unknown["confidence"] == "inferred")
    let other = send("hosting_domains: [other.acme.example]")
    #expect(other["error"] == "invalid-hosting-link-domain" && other["confidence"] == "certain")
    let listed = send("hosting_domains: [links.acme.example]")
    #expect(listed["decision"] == "allow" && listed["confidence"] == "certain")
  }

  @Test func `the URL scheme that is generated does not crash the sign-in`() {
    func signIn(_ google: String) -> JSONValue {
      Simulator(Self.policy("", google)).answer(["kind": "google_client", "operation": "signIn"])
    }
    #expect(signIn("")["decision"] == "allow", "\(signIn("").text())")
    #expect(signIn("url_schemes: []")["reason"] == "url-scheme-missing")
    #expect(signIn("url_schemes: { sandbox: [com.x] }")["decision"] == "allow")
  }
}

/// Entries that the web SDK reads as regular expressions.
struct AuthorizedDomainPatternTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  private func answer(_ entry: String, _ host: String) -> JSONValue {
    simulator.answer([
      "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      "facts": ["authorized_domains": [.string(entry)]],
    ])
  }

  /// Checked against the expression in Node.js.
  @Test(arguments: [
    ("a|b|", "b", true), ("a|b|", "x.a", true), ("a|b|", "x.b", false), ("a|b", "ab", false),
    ("example.com|evil.com", "evil.com", true), ("A|B", "a", true), ("", "example.com", false),
    (".example.com", "a.example.com", false), (".example.com", "a..example.com", true),
    ("*.example.com", "a.example.com", false), ("+a", "a", false), ("a|?", "a", false),
    ("\u{212A}elvin.com", "kelvin.com", false), ("http://a.com", "a.com", false),
    ("a.com:443", "a.com", false), ("exam-ple.com", "x.exam-ple.com", true),
  ])
  func `an entry matches as its expression does`(entry: String, host: String, isCovered: Bool) {
    let answer = answer(entry, host)
    #expect(answer["decision"]?.stringValue == (isCovered ? "allow" : "deny"))
    #expect(answer["confidence"] == "certain")
  }

  @Test(arguments: [
    "exam[p]le.com", "exam(p)le.com", "\\w+", "a**", "a$", "^a", "ex{2}ample.com", "(a*)*b", ".*",
    "[",
    String(repeating: "(", count: 5_000) + String(repeating: ")*", count: 5_000),
  ])
  func `an entry with other operators is inferred not to match`(entry: String) {
    for host in ["a", "example.com"] {
      let answer = answer(entry, host)
      #expect(answer["decision"] == "deny" && answer["confidence"] == "inferred")
    }
  }
}
