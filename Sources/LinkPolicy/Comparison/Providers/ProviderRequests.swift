import PolicyDecision
import PolicyText
import PolicyModel

/// Requests that one provider setting decides. They include all other assumptions, so no other
/// difference can decide.
struct ProviderRequests {
  let environment: Environment
  /// The policy of the requests; nil if its name differs between the sides.
  let policy: ExactString?

  /// A reserved name (RFC 2606) that isn't in any policy.
  private static let host = "witness.example"
  private static let now = 1_700_000_000

  private func line(
    _ kind: RequestKind, _ fields: KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    .request(
      kind, environment, (policy.map { [("policy", .string($0.string))] } ?? []) + Array(fields))
  }

  // MARK: Firebase

  /// A page of the domain. If another entry covers it, the request uses the custom auth domain,
  /// which is compared exactly.
  func authorizedDomain(_ domain: ExactString) -> [JSONValue] {
    let page =
      domain.utf8.starts(with: "chrome-extension://".utf8)
      ? domain.string + "/popup.html" : "https://\(domain.string)/"
    return [
      line(.webOrigin, ["input": ["page_url": .string(page)]]),
      line(.authDomain, ["input": ["custom_auth_domain": .string(domain.string)]]),
    ]
  }

  private func signInEmail(
    _ settings: KeyValuePairs<String, JSONValue>, _ facts: KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    let input: KeyValuePairs<String, JSONValue> = [
      "requestType": "EMAIL_SIGNIN", "url": .string("https://\(Self.host)/"),
      "handleCodeInApp": true,
    ]
    return line(
      .emailAction,
      [
        "input": .object(Array(input) + settings),
        "facts": .object([("authorized_domains", [.string(Self.host)])] + facts),
      ])
  }

  func linkDomain(_ domain: ExactString) -> JSONValue {
    signInEmail(
      ["linkDomain": .string(domain.string)],
      ["email_link_enabled": true, "mobile_links_domain": "HOSTING_DOMAIN"])
  }

  var mobileLink: JSONValue {
    signInEmail([:], ["email_link_enabled": true, "fdl_domain": .null])
  }

  var emailLink: JSONValue { signInEmail([:], ["mobile_links_domain": "HOSTING_DOMAIN"]) }

  /// A password reset for an unknown user.
  var unknownUser: JSONValue {
    line(
      .emailAction,
      [
        "input": ["requestType": "PASSWORD_RESET", "email": .string("nobody@\(Self.host)")],
        "facts": ["user_exists": false],
      ])
  }

  /// A request for the action with every SDK, checked against the domains and apps of either side.
  func emailAction(
    _ name: ExactString, _ before: ProviderSide, _ after: ProviderSide
  ) -> [JSONValue] {
    func union(_ entries: (CompiledFirebase) -> [Entry]) -> JSONValue {
      .texts(
        [before, after].flatMap { $0.compiled?.firebase.map(entries) ?? [] }.map(\.value).unique)
    }
    let facts: JSONValue = [
      "authorized_domains": union(\.authorizedDomains),
      "hosting_custom_domains": union(\.hostingDomains), "email_link_enabled": true,
      "mobile_links_domain": "HOSTING_DOMAIN",
    ]
    return EmailActionRequest.SDK.allCases.map { sdk in
      line(
        .emailAction,
        ["action": .string(name.string), "sdk": .string(sdk.rawValue), "facts": facts])
    }
  }

  // MARK: Google

  /// A token for a client of the project with this number.
  func googleToken(_ number: ExactString) -> JSONValue {
    let id = number.string + "-" + String(repeating: "w", count: 32)
    return line(
      .googleClient,
      [
        "operation": "firebaseSignIn",
        "input": ["aud": .string(id + ".apps.googleusercontent.com")],
      ])
  }

  var googleSignIn: JSONValue { line(.googleClient, ["operation": "signIn"]) }

  /// A request to grant one more scope.
  func addScope(_ scope: ExactString) -> JSONValue {
    line(.scopes, ["operation": "addScopes", "input": [.string(scope.string)]])
  }

  // MARK: Apple

  /// A token for this audience that is valid in all other respects.
  func appleToken(_ audience: ExactString) -> JSONValue {
    line(
      .appleIDToken,
      [
        "claims": [
          "iss": "https://appleid.apple.com", "aud": .string(audience.string),
          "exp": .int(Self.now + 300), "sub": "witness",
        ], "now": .int(Self.now),
      ])
  }

  // MARK: accounts

  /// An email address of an existing account that the provider didn't verify.
  var sameAddress: JSONValue {
    line(
      .accountLink,
      [
        "input": [
          "op": "signIn",
          "credential": [
            "provider": "apple.com", "sub": "witness", "email": .string("a@\(Self.host)"),
            "email_verified": false,
          ],
        ], "facts": ["users": ["U1": ["email": .string("a@\(Self.host)")]]],
      ])
  }

  /// A request to link an Apple account to a known user without consent.
  var appleLinking: JSONValue {
    line(
      .accountLink,
      [
        "input": [
          "op": "link",
          "credential": [
            "provider": "apple.com", "sub": "witness", "email": .string("w@\(Self.host)"),
          ],
        ], "facts": ["users": ["U1": ["current": true, "email": .string("a@\(Self.host)")]]],
      ])
  }
}
