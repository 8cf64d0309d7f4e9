/// How a code challenge is made of its verifier (RFC 7636 section 4.2).
package enum CodeChallengeMethod: String, DocumentedEnumeration {
  case s256 = "S256"
  case plain

  /// What the value means.
  package var summary: String {
    switch self {
    case .s256: "SHA-256 of the verifier (RFC 7636)"
    case .plain: "The verifier itself; refused by the pkce-plain rule"
    }
  }
}
