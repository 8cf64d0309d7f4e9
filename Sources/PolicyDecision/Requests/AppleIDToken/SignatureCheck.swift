package import PolicyText

/// Verifies the signature of a token with the keys of its issuer.
///
/// Algorithm and key must fit before verification: a verifier that only trusts the header accepts
/// `none`, or a public key as an HMAC secret (RFC 8725 sections 2.1 and 3.1).
struct SignatureCheck {
  /// Why the token is rejected.
  struct Refusal {
    var step: Step
    var reason: DecisionReason
    var message: String
  }

  enum Verdict {
    case verified(String)
    case refused(Refusal)
  }

  let token: SignedToken
  let keys: [JSONValue]

  /// Why the header alone is rejected, without keys: Apple signs with RS256.
  var algorithmRefusal: Refusal? {
    token.header["alg"] == "RS256" ? criticalRefusal : notAccepted(accepted: "RS256")
  }

  /// The result with keys.
  var verdict: Verdict {
    guard let name = token.header["alg"]?.exactText,
      let algorithm = SignatureKey.Algorithm(rawValue: name.string)
    else { return .refused(notAccepted(accepted: "RS256 or ES256, by the key")) }
    if let criticalRefusal { return .refused(criticalRefusal) }
    let named: [JSONValue]
    switch token.header["kid"] {
    case .string(let id)?:
      named = keys.filter { $0["kid"]?.exactText == ExactString(id) }
      guard !named.isEmpty else {
        return refused(
          "kid", .keyUnknown, "no key has the `kid` \(DisplayText.quoted(id)): " + listedKeys)
      }
    case nil where keys.count == 1: named = keys
    case nil:
      return refused("kid", .keyUnknown, "the token has no `kid`, and there are \(keys.count) keys")
    default:
      return refused("kid", .tokenMalformed, "`kid` must be a string")
    }
    return verdict(algorithm, among: named)
  }

  /// Keys of different types may share an ID (RFC 7517 section 4.5), so each that fits is tried.
  private func verdict(
    _ algorithm: SignatureKey.Algorithm, among named: [JSONValue]
  ) -> Verdict {
    var problem: Refusal?
    for json in named {
      do throws(SignatureKey.Problem) {
        let key = try SignatureKey(json, for: algorithm)
        if key.isValid(token.signature, for: token.input) {
          let id = json["kid"]?.exactText?.quoted ?? "without `kid`"
          return .verified("the signature is valid: key \(id), \(algorithm.rawValue)")
        }
        problem = Refusal(
          step: "signature", reason: .signatureInvalid,
          message: "the signature is invalid for the key, header and payload")
      } catch {
        // An invalid signature for a suitable key is a better reason than an unsuitable key.
        if problem?.reason == .signatureInvalid { continue }
        switch error {
        case .doesNotFit(let message):
          problem = problem ?? Refusal(step: "alg", reason: .algorithmNotAccepted, message: message)
        case .malformed(let message):
          problem = Refusal(step: "jwks", reason: .keyMalformed, message: message)
        }
      }
    }
    return problem.map(Verdict.refused)
      ?? refused("kid", .keyUnknown, "no key is available to verify the signature")
  }

  private func refused(_ step: Step, _ reason: DecisionReason, _ message: String) -> Verdict {
    .refused(Refusal(step: step, reason: reason, message: message))
  }

  private func notAccepted(accepted: String) -> Refusal {
    let given: String
    switch token.header["alg"] {
    case .string(let name)?: given = "the algorithm is \(DisplayText.quoted(name))"
    case nil: given = "the header has no `alg`"
    default: given = "`alg` is not a string"
    }
    return Refusal(
      step: "alg", reason: .algorithmNotAccepted, message: "\(given), not \(accepted)")
  }

  /// The token requires extensions (RFC 7515 section 4.1.11), which aren't supported.
  private var criticalRefusal: Refusal? {
    token.header["crit"] == nil
      ? nil
      : Refusal(
        step: "crit", reason: .tokenMalformed,
        message: "the header has `crit`: its extensions are not supported")
  }

  private var listedKeys: String {
    let ids = keys.prefix(8).map { $0["kid"]?.exactText?.quoted ?? "one without `kid`" }
    return ids.isEmpty ? "there is none" : "there are " + ids.joined(separator: ", ")
  }
}

/// A signed token in compact form (RFC 7515 section 7.1), decoded but not verified.
package struct SignedToken: Sendable {
  package var header: JSONValue
  package var claims: JSONValue
  /// The signed bytes: header and payload as received, joined by a dot.
  package var input: [UInt8]
  /// May be empty: a token without a signature is rejected for its algorithm.
  package var signature: [UInt8]
}
