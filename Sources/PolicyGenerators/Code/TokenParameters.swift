import PolicyDecision

extension Code {
  /// The names of the parameters that no token request may repeat, as literals.
  static var tokenParameters: [Code] { TokenForm.names.map { "\(literal: $0)" } }

  /// The grant type of an assertion (RFC 7523).
  static var assertionGrant: Code { "\(literal: "urn:ietf:params:oauth:grant-type:jwt-bearer")" }

  /// The grant type of an assertion in SAML (RFC 7522).
  static var samlGrant: Code { "\(literal: "urn:ietf:params:oauth:grant-type:saml2-bearer")" }
}
