/// The keys of your OAuth server. A client may override them.
package enum AuthorizationServerKey: String, MappingKey {
  case issuer
  case endpoints
  case codeLifetime = "code_lifetime"
  case codeChallengeMethods = "code_challenge_methods"

  package static let mapping = MappingShape(
    "authorization server", "Your OAuth server", AuthorizationServerKey.self)

  package var shape: KeyShape {
    switch self {
    case .issuer:
      KeyShape(
        .perEnvironment(.string(StringShape(example: "https://auth.acme.example", role: .url))),
        "Issuer. If it is set, authorization responses contain `iss` (RFC 9207)",
        whereToFind: "`/.well-known/openid-configuration` of your server")
    case .endpoints:
      KeyShape(.mapping(AuthorizationServerKey.Endpoints.mapping), "Endpoints of the server")
    case .codeLifetime:
      KeyShape(.integer(1...86_400), "Lifetime of an authorization code in seconds")
    case .codeChallengeMethods:
      KeyShape(
        .list(
          .enumeration(of: CodeChallengeMethod.self)), "PKCE methods that the server accepts",
        defaultValue: .texts(AuthorizationServer.Defaults.codeChallengeMethods))
    }
  }

  /// The keys of the endpoints.
  package enum Endpoints: String, MappingKey {
    case authorization
    case token
    case revocation
    case endSession = "end_session"

    package static let mapping = MappingShape(
      "endpoints", "Endpoints of an authorization server", Endpoints.self)

    private func endpoint(_ example: String) -> Shape {
      .perEnvironment(.string(StringShape(example: example, role: .url)))
    }

    package var shape: KeyShape {
      switch self {
      case .authorization:
        KeyShape(
          endpoint("https://auth.acme.example/authorize"), "Authorization endpoint",
          commonMistakes: ["authorization_endpoint", "authorize", "auth"],
          whereToFind: "`/.well-known/openid-configuration` of your server")
      case .token:
        KeyShape(
          endpoint("https://auth.acme.example/token"),
          "Token endpoint, also used to refresh tokens (RFC 6749 section 6)",
          commonMistakes: ["token_endpoint", "refresh"],
          whereToFind: "`/.well-known/openid-configuration` of your server")
      case .revocation:
        KeyShape(
          endpoint("https://auth.acme.example/revoke"), "Revocation endpoint (RFC 7009)",
          commonMistakes: ["revocation_endpoint", "revoke"],
          whereToFind: "`/.well-known/openid-configuration` of your server")
      case .endSession:
        KeyShape(
          endpoint("https://auth.acme.example/logout"),
          "End-session endpoint (OpenID Connect RP-Initiated Logout 1.0)",
          commonMistakes: ["end_session_endpoint", "logout"],
          whereToFind: "`/.well-known/openid-configuration` of your server")
      }
    }
  }
}
