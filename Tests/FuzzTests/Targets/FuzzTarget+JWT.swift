import PolicyDecision
import PolicyModel
import PolicyText

import LinkPolicy

extension FuzzTarget {
  /// Signed tokens: a line with the token, a line with a JSON Web Key Set. No key here has signed anything, so
  /// that every token that is taken is forged.
  static let jwt = FuzzTarget("jwt", maximumLength: 2_048) {
    let headers = [
      #"{"alg":"RS256","kid":"A"}"#, #"{"alg":"ES256","kid":"E"}"#, #"{"alg":"none"}"#,
      #"{"alg":"HS256","kid":"A"}"#, #"{"alg":"RS256","kid":"A","crit":["b64"],"b64":false}"#,
    ]
    let claims =
      #"{"iss":"https://appleid.apple.com","aud":"com.acme.ios","exp":1700000300,"iat":1700000000,"sub":"001","nonce":"n","nonce_supported":true,"email":"a@b.c","email_verified":"true"}"#
    return headers.flatMap { header in
      ["", "AAAA", Self.base64URL(Array(repeating: 7, count: 64)), "\(Self.zeros(256))"].flatMap {
        signature in
        [KeySets.rsa, KeySets.p256, #"{"keys":[]}"#].map { keys in
          let token =
            "\(Self.base64URL(Array(header.utf8))).\(Self.base64URL(Array(claims.utf8))).\(signature)"
          return Array((token + "\n" + keys).utf8)
        }
      }
    }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let text = input.line()
    let token = SignedTokenReader.read(text)
    let keys = (try? JSONText.parse(input.remaining))?["keys"]
    var request = AppleIDTokenRequest(
      context: RequestContext(environment: .prod), operation: nil, input: .null, token: token,
      rawNonce: "n")
    _ = KeySets.policy.decide(request)
    guard case .array(let list)? = keys else { return }
    request.keys = list
    let decision = KeySets.policy.decide(request)
    Finding.unless(decision.outcome != .allow, "a token that nobody signed is taken: \(text)")
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  private static func zeros(_ count: Int) -> String {
    base64URL([UInt8](repeating: 0, count: count))
  }
}

/// Public keys of the right sizes.
private enum KeySets {
  static let policy = CompiledPolicy(Workspace(sources: [], documents: []))
  /// A modulus that is no product of primes that anybody knows.
  static let rsa =
    #"{"keys":[{"kty":"RSA","kid":"A","e":"AQAB","n":"\#(String(repeating: "u3", count: 170) + "w")"}]}"#
  /// The base point of the curve (FIPS 186-4, D.1.2.3).
  static let p256 =
    #"{"keys":[{"kty":"EC","crv":"P-256","kid":"E","x":"axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY","y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}"#
}
