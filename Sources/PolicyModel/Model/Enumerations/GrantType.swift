package import PolicyText

/// The grant types that specifications name (RFC 6749, RFC 7522, RFC 7523, RFC 8628, RFC 8693, CIBA).
///
/// No fixed set of the language: an extension grant is any absolute URI (RFC 6749 section 4.5).
package enum GrantType: String, CaseIterable, Sendable {
  case authorizationCode = "authorization_code"
  case refreshToken = "refresh_token"
  case clientCredentials = "client_credentials"
  /// Streamlined linking sends its assertion with it.
  case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  case samlBearer = "urn:ietf:params:oauth:grant-type:saml2-bearer"
  case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
  case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  case backchannel = "urn:openid:params:grant-type:ciba"
  case implicit
  case password

  /// As policies and requests have it.
  package var name: ExactString { ExactString(rawValue) }

  /// The grant type of a request, by its bytes; nil for one that no specification here names.
  package init?(_ text: ExactString) {
    guard let type = Self.allCases.first(where: { $0.name == text }) else { return nil }
    self = type
  }
}
