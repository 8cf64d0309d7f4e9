import Foundation

/// Codes and tokens in memory. A real server keeps their hashes in a database.
actor Store {
  private final class Consent {
    let issued: LinkPolicyAllowlist.IssuedCode
    let scopes: [String]
    let expires = Date(timeIntervalSinceNow: 60)
    var isUsed = false
    var isRevoked = false

    init(_ request: LinkPolicyAllowlist.Request) {
      issued = request.issuedCode
      scopes = request.scopes
    }

    var isUsable: Bool { !isUsed && Date() < expires }
  }

  struct Tokens: Encodable {
    let accessToken: String
    let tokenType = "Bearer"
    let expiresIn = 3600
    let refreshToken: String
    let scope: String

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case expiresIn = "expires_in"
      case refreshToken = "refresh_token"
      case scope
    }
  }

  enum Result {
    case tokens(Tokens)
    case error(LinkPolicyAllowlist.TokenError)
  }

  private var codes: [String: Consent] = [:]
  private var accessTokens: [String: (consent: Consent, expires: Date)] = [:]
  private var refreshTokens: [String: Consent] = [:]

  /// Stores the user's consent to a request and returns its code.
  func add(_ request: LinkPolicyAllowlist.Request) -> String {
    let code = Self.randomText()
    codes[code] = Consent(request)
    return code
  }

  /// Verifies the request, consumes its code or refresh token, and issues tokens.
  func tokens(_ request: LinkPolicyAllowlist.TokenRequest, secret: String?) -> Result {
    var consent = request.code.flatMap { codes[$0] }
    let issued = consent.flatMap { $0.isUsable ? $0.issued : nil }
    do {
      try request.verify(secret: secret, issued: issued)
    } catch {
      // A code that comes twice may be stolen (RFC 6749 section 4.1.2).
      if consent?.isUsed == true { consent?.isRevoked = true }
      return .error(error)
    }
    if let refreshToken = request.refreshToken {
      consent = refreshTokens[refreshToken]
      guard consent?.issued.clientID == request.clientID else {
        return .error(request.invalidGrant)
      }
      refreshTokens[refreshToken] = nil
    }
    guard let consent, !consent.isRevoked else { return .error(request.invalidGrant) }
    consent.isUsed = true
    let tokens = Tokens(
      accessToken: Self.randomText(), refreshToken: Self.randomText(),
      scope: consent.scopes.joined(separator: " "))
    accessTokens[tokens.accessToken] = (consent, Date(timeIntervalSinceNow: 3600))
    refreshTokens[tokens.refreshToken] = consent
    return .tokens(tokens)
  }

  /// Whether an Authorization header has a token for the scope.
  func isAuthorized(_ authorization: String?, scope: String) -> Bool {
    guard let authorization, authorization.hasPrefix("Bearer "),
      let token = accessTokens[String(authorization.dropFirst("Bearer ".count))]
    else { return false }
    let isValid = !token.consent.isRevoked && Date() < token.expires
    return isValid && token.consent.scopes.contains(scope)
  }

  private static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let text = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }
}
