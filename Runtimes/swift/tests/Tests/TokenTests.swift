import Testing

@testable import LinkPolicyRuntime

private typealias Allowlist = LinkPolicyAllowlist
private typealias Client = LinkPolicyAllowlist.Client

/// The example of RFC 7636 appendix B.
private let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
private let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

private let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
private let exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
private let samlGrant = "urn:ietf:params:oauth:grant-type:saml2-bearer"

private let allowlist = Allowlist.Allowlist([
  Client(id: "public", key: "public", redirectURIs: ["a:/cb"], isPublic: true),
  Client(
    id: "post", key: "post", redirectURIs: ["https://a.example/cb"], scopes: ["a"],
    grantTypes: [
      "authorization_code", "refresh_token", "client_credentials", deviceGrant, exchangeGrant,
      samlGrant,
    ], requiresPKCE: false),
  Client(
    id: "basic", key: "basic", redirectURIs: ["https://a.example/cb"],
    authenticatesByHeader: true),
  Client(
    id: "google", key: "google", redirectURIs: ["https://a.example/cb"],
    isGoogleAccountLinking: true, requiresPKCE: false),
])

private func allowed(
  _ form: String, _ authorization: String? = nil
) throws -> Allowlist.TokenRequest {
  let decision = allowlist.decideToken(rawForm: form, authorization: authorization)
  guard case .allow(let request) = decision else { throw Failure("\(decision)") }
  return request
}

private func refused(_ form: String, _ authorization: String? = nil) throws -> Allowlist.TokenError
{
  let decision = allowlist.decideToken(rawForm: form, authorization: authorization)
  guard case .error(let error) = decision else { throw Failure("\(decision)") }
  #expect(decision.reason == error.reason)
  return error
}

private let publicForm =
  "grant_type=authorization_code&client_id=public&code=C&redirect_uri=a:/cb&code_verifier=\(verifier)"
private let postForm = "client_id=post&client_secret=hunter2&grant_type="
private let basicHeader = "Basic YmFzaWM6c2VjcmV0"

private func issued(
  _ clientID: String = "public", redirectURI: String? = "a:/cb", challenge: String? = challenge,
  method: String? = "S256"
) -> Allowlist.IssuedCode {
  .init(
    clientID: clientID, redirectURI: redirectURI, codeChallenge: challenge,
    codeChallengeMethod: method)
}

@Suite struct TokenTests {
  @Test func `an error is ready to send`() throws {
    let plain = try refused("grant_type=refresh_token&client_id=other&refresh_token=r")
    #expect(plain.status == 400 && plain.body == #"{"error":"invalid_client"}"#)
    #expect(plain.reason == .clientUnknown)
    #expect(
      plain.headers.map { "\($0.name): \($0.value)" } == [
        "Content-Type: application/json;charset=UTF-8", "Cache-Control: no-store",
      ])
    let basic = try refused("grant_type=refresh_token&refresh_token=r", "Basic b3RoZXI6eA==")
    #expect(basic.status == 401 && basic.error == "invalid_client")
    #expect(
      basic.headers.last.map { "\($0.name): \($0.value)" }
        == #"WWW-Authenticate: Basic realm="token", charset="UTF-8""#)
    #expect(try refused("grant_type=refresh_token&refresh_token=r").reason == .clientIDMissing)
    #expect(try refused("grant_type=refresh_token&refresh_token=r").error == "invalid_client")
  }

  @Test func `a public client is verified by the code alone`() throws {
    let request = try allowed(publicForm)
    try request.verify(secret: nil as String?, issued: issued())
    #expect(request.accepts(issued()) && request.reason == .allowed)
    for (code, reason) in [
      (nil, "code-unknown"), (issued("post"), "code-other-client"),
      (issued(redirectURI: "a:/other"), "redirect-uri-other-request"),
      (issued(challenge: nil, method: nil), "code-verifier-unexpected"),
      (issued(challenge: verifier), "code-verifier-mismatch"),
      (issued(method: "plain"), "code-verifier-mismatch"),
    ] {
      #expect(!request.accepts(code))
      let error = #expect(throws: Allowlist.TokenError.self) {
        try request.verify(secret: nil as String?, issued: code)
      }
      #expect(error?.error == "invalid_grant" && error?.status == 400)
      #expect(error?.reason.rawValue == reason)
    }
    try request.verify(secretIsValid: false, issued: issued(challenge: verifier, method: "plain"))
  }

  @Test func `a client without PKCE needs the verifier if the request had a challenge`() throws {
    let request = try allowed(
      postForm + "authorization_code&code=C&redirect_uri=https://a.example/cb")
    func verify(_ challenge: String?) throws {
      try request.verify(
        secret: "hunter2",
        issued: issued("post", redirectURI: "https://a.example/cb", challenge: challenge))
    }
    try verify(nil)
    let error = #expect(throws: Allowlist.TokenError.self) { try verify(challenge) }
    #expect(error?.reason == .codeVerifierMissing)
  }

  @Test func `a wrong or missing secret is refused`() throws {
    let refresh = "refresh_token&refresh_token=r"
    for (form, header, secret, status, error) in [
      (postForm + refresh, nil, "hunter2", 400, "invalid_client"),
      ("grant_type=" + refresh, basicHeader, "secret", 401, "invalid_client"),
      (
        "client_id=google&client_secret=g&grant_type=" + refresh, nil, "g", 400, "invalid_grant"
      ),
    ] {
      let request = try allowed(form, header)
      #expect(request.invalidGrant.body == #"{"error":"invalid_grant"}"#)
      #expect(request.invalidGrant.reason == .refreshTokenUnknown)
      try request.verify(secret: secret)
      try request.verify(secret: Array(secret.utf8))
      try request.verify(secretIsValid: true)
      for wrong in [nil, "", "x", secret + "\0", secret.uppercased()] {
        let failure = #expect(throws: Allowlist.TokenError.self) {
          try request.verify(secret: wrong)
        }
        #expect(failure?.status == status && failure?.error == error, "\(wrong ?? "nil")")
        #expect(failure?.reason == .clientSecretWrong)
      }
      #expect(throws: Allowlist.TokenError.self) { try request.verify(secretIsValid: false) }
      #expect(throws: Allowlist.TokenError.self) { try request.verify(secret: nil as [UInt8]?) }
    }
  }

  @Test func `the parameters of the grant are handed over`() throws {
    let refresh = try allowed(postForm + "refresh_token&refresh_token=r&scope=a")
    #expect(refresh.refreshToken == "r" && refresh.scope == "a" && refresh.code == nil)
    let device = try allowed(postForm + "\(deviceGrant)&device_code=D%20")
    #expect(device.parameter("device_code") == "D " && device.grantType == deviceGrant)
    let exchange = try allowed(
      postForm + "\(exchangeGrant)&subject_token=S&subject_token_type=T&audience=a&audience=b")
    #expect(exchange.otherParameters.map(\.value) == ["S", "T", "a", "b"])
    for (form, reason) in [
      (deviceGrant, "parameter-missing"), ("\(deviceGrant)&device_code=", "parameter-missing"),
      ("\(exchangeGrant)&subject_token=S", "parameter-missing"),
      ("\(exchangeGrant)&subject_token_type=T", "parameter-missing"),
      ("\(deviceGrant)&device_code=a&device_code=a", "duplicate-parameter"),
      ("\(samlGrant)&intent=x", "parameter-missing"), ("authorization_code", "parameter-missing"),
      ("refresh_token&refresh_token=", "parameter-missing"),
      ("client_credentials&scope=b", "scope-not-allowed"),
      ("refresh_token&refresh_token=r&scope=a+b", "scope-not-allowed"),
      ("password", "grant-type-unsupported"), ("implicit", "grant-type-unsupported"),
      ("", "grant-type-missing"),
      ("authorization_code&code=c&redirect_uri=b", "redirect-uri-not-registered"),
      ("authorization_code&code=c", "redirect-uri-missing"),
    ] {
      #expect(try refused(postForm + form).reason.rawValue == reason, "\(form)")
    }
  }

  @Test func `the client authenticates as the policy says`() throws {
    let refresh = "grant_type=refresh_token&refresh_token=r"
    for (form, header, status, reason) in [
      ("&client_id=post", nil, 400, "client-authentication-missing"),
      ("&client_id=basic", nil, 401, "client-authentication-missing"),
      ("&client_id=basic&client_secret=x", nil, 401, "client-authentication-method"),
      ("&client_id=public&client_secret=x", nil, 400, "client-authentication-method"),
      ("", "Basic cG9zdDp4", 401, "client-authentication-method"),
      ("", "Basic YmFzaWM6", 401, "client-authentication-missing"),
      ("", "Bearer x", 401, "client-authentication-malformed"),
      ("&client_secret=x", basicHeader, 400, "client-authentication-twice"),
      ("&client_id=post", basicHeader, 400, "client-id-mismatch"),
    ] as [(String, String?, Int, String)] {
      let error = try refused(refresh + form, header)
      #expect(error.status == status && error.reason.rawValue == reason, "\(form)")
    }
  }

  @Test func `no printed form shows a secret value`() throws {
    let form =
      "&code=SECRET1&code_verifier=\(verifier)&redirect_uri=https://a.example/cb&x=SECRET2"
    let request = try allowed(
      "client_id=post&client_secret=SECRET3&grant_type=authorization_code" + form)
    let decision = Allowlist.TokenDecision.allow(request)
    expectRedacted(request, ["SECRET", verifier])
    expectRedacted(decision, ["SECRET", verifier])
    for grant in [
      "refresh_token&refresh_token=SECRET", "\(samlGrant)&assertion=SECRET",
      "client_credentials&x=SECRET",
    ] {
      expectRedacted(try allowed(postForm + grant), ["SECRET", "hunter2"])
    }
  }
}

@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
  ])
  func `hashes are those of FIPS 180-4`(text: String, digest: String) {
    #expect(hex(LinkPolicyAllowlist.sha256(Array(text.utf8))) == digest)
  }
}

/// Bytes in lowercase hex.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
