import Foundation
import Testing

@testable import LinkPolicyRuntime

private typealias Allowlist = LinkPolicyAllowlist

/// A request with values that must not be printed.
private let secrets = ["STATE", "CHALLENGE0123456789012345678901234567890123", "NONCE"]
private let query =
  "client_id=acme-portal-prod&redirect_uri=https%3A%2F%2Fapp.acme.example%2Fsigned-in&state=STATE"
  + "&response_type=code&scope=devices&code_challenge=\(secrets[1])&code_challenge_method=S256"
  + "&nonce=NONCE&resource=a&resource=b"

/// The parameter removed, or another value for it.
private func query(_ name: String, _ value: String? = nil) -> String {
  query.split(separator: "&").compactMap { piece in
    piece.hasPrefix(name + "=") ? value.map { "\(name)=\($0)" } : String(piece)
  }.joined(separator: "&")
}

@Suite struct AuthorizationTests {
  @Test func `an allowed request has everything that a server needs`() throws {
    let decision = Allowlist.decideAuthorization(rawQuery: query, environment: .prod)
    guard case .allow(let request) = decision else { throw Failure("\(decision)") }
    #expect(decision.reason == .allowed && request.reason == .allowed)
    #expect(request.clientID == "acme-portal-prod" && request.scopes == ["devices"])
    #expect(request.otherParameters.map(\.name) == ["nonce", "resource", "resource"])
    #expect(request.parameter("nonce") == "NONCE" && request.parameter("resource") == "a")
    #expect(request.parameter("prompt") == nil)
    #expect(
      request.successURL(code: "a b")
        == "https://app.acme.example/signed-in?code=a%20b&state=STATE&iss=https%3A%2F%2Fauth.acme.example"
    )
    #expect(Allowlist.allowlist(.prod).decideAuthorization(rawQuery: Array(query.utf8)) == decision)
  }

  @Test(arguments: [
    (query("client_id"), "invalid_request", "client-id-missing"),
    (query("client_id", "x"), "invalid_client", "client-unknown"),
    (query("client_id", "acme-portal-sandbox"), "invalid_client", "client-unknown"),
    (query("redirect_uri"), "invalid_request", "redirect-uri-missing"),
    (
      query("redirect_uri", "https://app.acme.example/signed-in/"), "invalid_request",
      "redirect-uri-not-registered"
    ),
    (query + "&state=x", "invalid_request", "duplicate-parameter"),
    (query + "&state=x&y=%zz", "invalid_request", "malformed-request"),
  ])
  func `an error without a redirect URI stays local`(
    query: String, error: String, reason: String
  ) throws {
    let decision = Allowlist.decideAuthorization(rawQuery: query, environment: .prod)
    guard case .localError(let actual, let actualReason) = decision else {
      throw Failure("\(decision)")
    }
    #expect(actual == error && actualReason.rawValue == reason)
  }

  @Test(arguments: [
    (query("response_type"), "invalid_request", "response-type-missing"),
    (query("response_type", "token"), "unsupported_response_type", "response-type-unsupported"),
    (query("state"), "invalid_request", "state-missing"),
    (query("scope", "devices+x"), "invalid_scope", "scope-not-allowed"),
    (query("code_challenge"), "invalid_request", "pkce-missing"),
    (query("code_challenge_method", "plain"), "invalid_request", "pkce-method"),
    (query("code_challenge_method"), "invalid_request", "pkce-method"),
    (query("code_challenge", "short"), "invalid_request", "pkce-challenge"),
  ])
  func `other errors are returned to the client`(
    query: String, error: String, reason: String
  ) throws {
    let decision = Allowlist.decideAuthorization(rawQuery: query, environment: .prod)
    guard case .redirectError(let target, error, let actual) = decision else {
      throw Failure("\(decision)")
    }
    #expect(actual.rawValue == reason && decision.reason == actual)
    #expect(target.hasPrefix("https://app.acme.example/signed-in?error=\(error)"))
  }

  @Test func `bytes that are not UTF-8 refuse the request`() {
    let bytes = Array((query + "&x=").utf8) + [0xFF]
    #expect(
      Allowlist.allowlist(.prod).decideAuthorization(rawQuery: bytes)
        == .localError(error: "invalid_request", reason: .malformedRequest))
  }

  @Test func `no printed form shows a secret value`() throws {
    let allowed = Allowlist.decideAuthorization(rawQuery: query, environment: .prod)
    guard case .allow(let request) = allowed else { throw Failure("\(allowed)") }
    expectRedacted(allowed, secrets)
    expectRedacted(request, secrets)
    expectRedacted(request.issuedCode, secrets)
    expectRedacted(request.otherParameters, secrets)
    expectRedacted(
      Allowlist.decideAuthorization(rawQuery: query("scope", "x"), environment: .prod), secrets)
    expectRedacted(
      Allowlist.decideAppFlip(
        url: "https://www.acme.example/flip?state=STATE&client_id=x"
          + "&redirect_uri=https://oauth-redirect.googleusercontent.com/a/com.google.OPA",
        environment: .prod), secrets)
  }

  @Test func `an issued code keeps its fields as JSON`() throws {
    // Every language reads and writes these.
    let full =
      #"{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}"#
    let least =
      #"{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}"#
    for (json, code) in [
      (
        full,
        Allowlist.IssuedCode(
          clientID: "a", redirectURI: "b:c", codeChallenge: "d",
          codeChallengeMethod: "S256")
      ),
      (
        least,
        Allowlist.IssuedCode(
          clientID: "a", redirectURI: nil, codeChallenge: nil, codeChallengeMethod: nil)
      ),
    ] {
      let expected = Data(json.utf8)
      #expect(try JSONDecoder().decode(Allowlist.IssuedCode.self, from: expected) == code)
      let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(code))
      let members = try JSONSerialization.jsonObject(with: expected)
      #expect(written as? NSDictionary == members as? NSDictionary)
    }
    let json =
      #"{"client_id":"x","redirect_uri":null,"code_challenge":"c","code_challenge_method":"plain"}"#
    let read = try JSONDecoder().decode(Allowlist.IssuedCode.self, from: Data(json.utf8))
    #expect(read.clientID == "x" && read.redirectURI == nil && read.codeChallenge == "c")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Allowlist.IssuedCode.self, from: Data("{}".utf8))
    }
  }
}

@Suite struct AllowlistTests {
  @Test func `the functions of the contract are those of the allowlist`() {
    let id = "acme-portal-prod"
    #expect(
      Allowlist.isRedirectURIAllowed(
        clientID: id, environment: .prod, redirectURI: "https://app.acme.example/signed-in"))
    #expect(
      !Allowlist.isRedirectURIAllowed(
        clientID: id, environment: .sandbox, redirectURI: "https://app.acme.example/signed-in"))
    #expect(
      Allowlist.isPostLogoutRedirectURIAllowed(
        clientID: id, environment: .prod, uri: "https://app.acme.example/signed-out"))
    #expect(
      !Allowlist.isPostLogoutRedirectURIAllowed(
        clientID: id, environment: .prod, uri: "https://app.acme.example/signed-in"))
    #expect(
      Allowlist.isCORSOriginAllowed(
        clientID: id, environment: .prod, origin: "https://app.acme.example"))
    #expect(
      !Allowlist.isCORSOriginAllowed(
        clientID: id, environment: .prod, origin: "https://app.acme.example/"))
    #expect(
      Allowlist.isGrantTypeAllowed(clientID: id, environment: .prod, grantType: "refresh_token"))
    #expect(
      !Allowlist.isGrantTypeAllowed(clientID: id, environment: .prod, grantType: "password"))
    let caller = Allowlist.Caller(package: "com.evil", certificates: [])
    let extras = Allowlist.AppFlipExtras(clientID: nil, redirectURI: nil)
    #expect(
      Allowlist.decideAppFlip(caller: caller, extras: extras, environment: .prod)
        == .cancelled(reason: .callerUnknown))
    #expect(
      Allowlist.decideAppFlip(
        caller: caller, extras: extras, environment: .prod, action: "other")
        == .ignore(reason: .linkNotConfigured))
  }

  @Test func `a view shows the client`() throws {
    let allowlist = Allowlist.allowlist(.prod)
    #expect(allowlist.clients.map(\.key) == ["google-home", "acme-portal"])
    #expect(allowlist.client("other") == nil && allowlist.client("acme-portal") == nil)
    let google = try #require(allowlist.client("google-home-prod"))
    #expect(google.provider == .googleAccountLinking && google.type == .web && !google.isPublic)
    #expect(google.tokenEndpointAuth == .clientSecretPost && !google.requiresPKCE)
    #expect(google.requiresState && google.scopes == ["devices", "profile"])
    #expect(google.redirectURIs.count == 7 && google.issuer == "https://auth.acme.example")
    let portal = try #require(allowlist.client("acme-portal-prod"))
    #expect(portal.provider == .generic && portal.isPublic && portal.tokenEndpointAuth == .none)
    #expect(portal.grantTypes == ["authorization_code", "refresh_token"] && portal.requiresPKCE)
    #expect(portal.responseTypes == ["code"] && portal.corsOrigins == ["https://app.acme.example"])
    #expect(portal.postLogoutRedirectURIs == ["https://app.acme.example/signed-out"])
  }

  @Test func `CORS headers are for the origins of any client`() {
    let allowlist = Allowlist.allowlist(.prod)
    func headers(_ origin: String?, _ preflight: Bool) -> [String] {
      allowlist.corsHeaders(origin: origin, preflight: preflight).map { "\($0.name): \($0.value)" }
    }
    let origin = "https://app.acme.example"
    #expect(headers(nil, true) == ["Vary: Origin"])
    #expect(headers("https://evil.example", true) == ["Vary: Origin"])
    #expect(headers("https://app.sandbox.acme.example", false) == ["Vary: Origin"])
    #expect(headers(origin, false) == ["Vary: Origin", "Access-Control-Allow-Origin: \(origin)"])
    #expect(
      headers(origin, true) == [
        "Vary: Origin", "Access-Control-Allow-Origin: \(origin)",
        "Access-Control-Allow-Methods: GET, POST",
        "Access-Control-Allow-Headers: Authorization, Content-Type",
      ])
  }

  @Test func `a post-logout URL has the state`() {
    let allowlist = Allowlist.allowlist(.prod)
    func url(_ uri: String, _ state: String?) -> String? {
      allowlist.postLogoutURL(clientID: "acme-portal-prod", uri: uri, state: state)
    }
    let uri = "https://app.acme.example/signed-out"
    #expect(url(uri, nil) == uri)
    #expect(url(uri, "a&b") == uri + "?state=a%26b")
    #expect(url(uri + "/", "a") == nil)
  }
}

/// A test that can't go on.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Expects that no way to print a value shows one of the secrets.
func expectRedacted(_ value: some Any, _ secrets: [String]) {
  var dumped = ""
  dump(value, to: &dumped)
  for text in ["\(value)", String(reflecting: value), "\([value])", dumped] {
    for secret in secrets { #expect(!text.contains(secret), "\(text)") }
  }
}
