import PolicyDecision
import PolicyText
import Testing

/// Facts of the policy, what replaces them, and what is asked for wrongly.
struct ProviderFactTests {
  private static func policy(_ name: String) -> String {
    """
    linkpolicy: 1
    name: \(name)
    apps:
      ios: { platform: ios, bundle_id: com.acme.\(name), team_id: R7KM2QX94T }
    providers:
      google_sign_in:
        ios: { app: ios, client_id: 123-x.apps.googleusercontent.com, url_schemes: [] }
        scopes: { sign_in: [email], features: { backup: [drive] } }
      firebase:
        project_id: \(name)
        authorized_domains:
          prod: [\(name).firebaseapp.com, app.acme.example]
          sandbox: [localhost]
        sign_in: { email_link: false, allow_duplicate_emails: true }
        email_actions:
          sign_in: { url: "https://app.acme.example/x?a=1&b=2", handle_code_in_app: true, ios: ios }
      apple:
        platforms: [ios]
        services_id: { prod: com.acme.web }
        bundle_apps: [ios]
        linking: { require_consent: true }

    """
  }

  private let one = Simulator(policy("acme"))
  private let two = Simulator(policy("acme"), policy("beta"))

  private func page(_ url: String, _ more: [(key: String, value: JSONValue)] = []) -> JSONValue {
    .object([("kind", "web_origin"), ("input", ["page_url": .string(url)])] + more)
  }

  @Test func `facts come from the policy of the environment, with their line`() {
    let prod = one.answer(page("https://app.acme.example/"))
    #expect(prod["decision"] == "allow")
    #expect(prod["source"]?["line"] == 12)
    let sandbox = one.answer(page("https://app.acme.example/", [("environment", "sandbox")]))
    #expect(sandbox["decision"] == "deny")
    #expect(sandbox["source"]?["path"] == "providers.firebase.authorized_domains.sandbox[0]")
  }

  @Test func `facts of the request replace those of the policy key by key`() {
    let facts: JSONValue = ["authorized_domains": ["other.example"]]
    #expect(one.answer(page("https://app.acme.example/", [("facts", facts)]))["decision"] == "deny")
    #expect(one.answer(page("https://other.example/", [("facts", facts)]))["decision"] == "allow")
    let sent = one.answer([
      "kind": "email_action", "action": "sign_in", "facts": ["email_link_enabled": true],
    ])
    #expect(sent["decision"] == "allow", "\(sent.text())")
    #expect(
      sent["result"]?["link"]
        == .string(
          "https://acme.firebaseapp.com/__/auth/links?link="
            + "https://acme.firebaseapp.com/__/auth/action?apiKey%3DKEY%26mode%3DsignIn%26"
            + "oobCode%3DCODE%26continueUrl%3Dhttps://app.acme.example/x?a%253D1%2526b%253D2"
            + "%26lang%3Den"))
    #expect(
      one.answer(["kind": "email_action", "action": "sign_in"])["error"] == "operation-not-allowed")
  }

  @Test func `several policies need a name`() {
    for request: JSONValue in [
      page("https://app.acme.example/"), ["kind": "auth_domain"],
      ["kind": "email_action", "action": "sign_in"],
      ["kind": "scopes", "operation": "signInScopes"],
      ["kind": "apple_id_token", "claims": [:]],
      ["kind": "account_link", "input": ["op": "signIn"]],
    ] {
      #expect(two.answer(request)["error"] == "ambiguous_policy", "\(request.text())")
      guard case .object(let fields) = request else { continue }
      let named = two.answer(.object(fields + [("policy", "beta")]))
      #expect(named["decision"] != nil, "\(named.text())")
    }
    let domain = two.answer(["kind": "auth_domain", "policy": "beta"])
    #expect(domain["result"]?["domain"] == "beta.firebaseapp.com")
  }

  @Test func `the policy's own bundle IDs, scopes and consent count`() {
    let claims: JSONValue = [
      "iss": "https://appleid.apple.com", "aud": "com.acme.acme", "exp": 1_700_000_001,
    ]
    let token = one.answer(["kind": "apple_id_token", "claims": claims, "now": 1_700_000_000])
    #expect(token["decision"] == "allow", "\(token.text())")
    #expect(token["source"]?["path"] == "providers.apple.bundle_apps[0]")
    let missing = one.answer([
      "kind": "scopes", "operation": "missingScopes", "facts": ["granted": ["email"]],
      "input": ["feature": "backup"],
    ])
    #expect(missing["result"]?["missing"] == ["drive"])
    let link = one.answer([
      "kind": "account_link",
      "input": [
        "op": "link",
        "credential": ["provider": "apple.com", "sub": "S", "email": "x@PrivateRelay.appleid.com"],
      ],
      "facts": ["users": ["U1": ["current": true, "email": "a@x"]]],
    ])
    #expect(link["reason"] == "consent-missing", "\(link.text())")
    #expect(link["source"]?["path"] == "providers.apple.linking.require_consent")
  }

  @Test func `a wrong request is told, not decided`() {
    for request: JSONValue in [
      [:], ["kind": 1], ["kind": "nope"], ["kind": "web_origin"],
      ["kind": "web_origin", "input": []],
      ["kind": "web_origin", "input": ["page_url": 1]],
      page("https://a.example/", [("facts", [])]),
      page("https://a.example/", [("facts", ["authorized_domains": "a.example"])]),
      page("https://a.example/", [("now", "soon")]), ["kind": "scopes"],
      ["kind": "scopes", "operation": "nope"], ["kind": "token"], ["kind": "app_link"],
      ["kind": "email_action"], ["kind": "email_action", "action": "nope"],
      ["kind": "email_action", "action": "reset_password"],
      ["kind": "apple_id_token"], ["kind": "apple_id_token", "operation": "idToken"],
      ["kind": "account_link", "input": ["op": "unlink"]],
    ] {
      #expect(one.answer(request)["error"] == "invalid_line", "\(request.text())")
    }
  }

  @Test func `every reason has one line`() {
    #expect(Set(DecisionReason.allCases.map(\.rawValue)).count == DecisionReason.allCases.count)
    for reason in DecisionReason.allCases {
      #expect(
        !reason.summary.isEmpty && !reason.summary.contains("\n") && !reason.summary.hasSuffix("."))
      #expect(reason.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }
}
