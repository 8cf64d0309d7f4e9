import Crypto
import CryptoExtras
import Foundation
import PolicyTestSupport
import PolicyText
import Testing

/// ID tokens signed in the test, and keys that do or don't verify them.
struct AppleSignatureTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")
  private static let rsa = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
  private static let otherRSA = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
  private static let p256 = P256.Signing.PrivateKey()
  private static let claims =
    #"{"iss":"https://appleid.apple.com","aud":"com.acme.ios","exp":1700000300,"sub":"001"}"#

  private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  private static func input(_ header: String, _ claims: String = claims) -> String {
    base64URL(header.utf8) + "." + base64URL(claims.utf8)
  }

  private static func signedRS256(
    _ header: String = #"{"alg":"RS256","kid":"A"}"#, claims: String = claims,
    by key: _RSA.Signing.PrivateKey? = rsa
  ) throws -> String {
    let input = input(header, claims)
    let signature = try #require(key).signature(
      for: SHA256.hash(data: Data(input.utf8)), padding: .insecurePKCS1v1_5)
    return input + "." + base64URL(signature.rawRepresentation)
  }

  private static func signedES256(_ header: String = #"{"alg":"ES256","kid":"E"}"#) throws -> String
  {
    let input = input(header)
    let signature = try p256.signature(for: SHA256.hash(data: Data(input.utf8)))
    return input + "." + base64URL(signature.rawRepresentation)
  }

  private static func rsaKey(
    _ key: _RSA.Signing.PrivateKey? = rsa, _ more: [(String, JSONValue)] = [("kid", "A")]
  ) throws -> JSONValue {
    let primitives = try #require(key).publicKey.getKeyPrimitives()
    return .object(
      [
        ("kty", "RSA"), ("n", .string(base64URL(primitives.modulus))),
        ("e", .string(base64URL(primitives.publicExponent))),
      ] + more.map { (key: $0.0, value: $0.1) })
  }

  private static func p256Key(_ id: String = "E") -> JSONValue {
    let point = Array(p256.publicKey.x963Representation)
    return [
      "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(base64URL(point[1...32])),
      "y": .string(base64URL(point[33...64])),
    ]
  }

  private func answer(_ jwt: String, _ keys: [JSONValue]) -> JSONValue {
    simulator.answer([
      "kind": "apple_id_token", "jwt": .string(jwt), "jwks": ["keys": .array(keys)],
      "now": 1_700_000_000, "facts": ["audiences": ["com.acme.ios"]],
    ])
  }

  private func expect(
    _ answer: JSONValue, _ reason: String, _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(answer["reason"]?.stringValue == reason, "\(answer.text())", sourceLocation: location)
    #expect(
      answer["decision"] == (reason == "allowed" ? "allow" : "deny"), sourceLocation: location)
  }

  @Test func `a token signed by the key is accepted`() throws {
    expect(answer(try Self.signedRS256(), [try Self.rsaKey()]), "allowed")
    expect(answer(try Self.signedES256(), [Self.p256Key()]), "allowed")
    // Among other keys in any order, and with optional members.
    let full = try Self.rsaKey(
      Self.rsa, [("kid", "A"), ("use", "sig"), ("alg", "RS256"), ("key_ops", ["verify"])])
    expect(
      answer(
        try Self.signedRS256(),
        [Self.p256Key(), try Self.rsaKey(Self.otherRSA, [("kid", "B")]), full]
      ), "allowed")
  }

  @Test func `the signature is checked before the claims`() throws {
    let claims = #"{"iss":"https://evil.example","aud":"x","exp":1}"#
    let token = try Self.signedRS256(claims: claims, by: Self.otherRSA)
    expect(answer(token, [try Self.rsaKey()]), "signature-invalid")
    expect(answer(try Self.signedRS256(claims: claims), [try Self.rsaKey()]), "issuer-mismatch")
  }

  /// RFC 7519 sections 4.1.5 and 4.1.6. The RFC allows a leeway of a few minutes without a number.
  @Test(arguments: [
    (#""nbf":1700000000"#, "allowed", "certain"), (#""nbf":1699990000"#, "allowed", "certain"),
    (#""iat":1700000000"#, "allowed", "certain"), (#""iat":null"#, "allowed", "certain"),
    (#""nbf":1700000001"#, "allowed", "inferred"), (#""iat":1700000300"#, "allowed", "inferred"),
    (#""nbf":1700000301"#, "token-not-yet-valid", "certain"),
    (#""iat":1700000301"#, "token-not-yet-valid", "certain"),
    (#""iat":1700003600"#, "token-not-yet-valid", "certain"),
    (#""iat":1699999999,"nbf":4102444800"#, "token-not-yet-valid", "certain"),
    (#""nbf":1e300"#, "token-not-yet-valid", "certain"),
    (#""iat":"1699999999""#, "token-malformed", "certain"),
    (#""nbf":true"#, "token-malformed", "certain"), (#""nbf":[]"#, "token-malformed", "certain"),
  ])
  func `a future token is rejected`(
    _ members: String, _ reason: String, _ confidence: String
  ) throws {
    let claims = Self.claims.replacing("\"sub\"", with: "\(members),\"sub\"")
    let answer = answer(try Self.signedRS256(claims: claims), [try Self.rsaKey()])
    expect(answer, reason)
    #expect(answer["confidence"]?.stringValue == confidence, "\(answer.text())")
    // The decoded claims alone give the same result.
    let alone = simulator.answer([
      "kind": "apple_id_token", "claims": try JSONText.parse(Array(claims.utf8)),
      "now": 1_700_000_000, "facts": ["audiences": ["com.acme.ios"]],
    ])
    expect(alone, reason)
  }

  @Test func `changing any bit makes the signature invalid`() throws {
    let token = try Self.signedRS256()
    let key = try Self.rsaKey()
    var chance = SeededRandom(seed: 3)
    for _ in 0..<60 {
      var bytes = Array(token.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      guard bytes[place] != UInt8(ascii: ".") else { continue }
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
      let changed = String(decoding: bytes, as: UTF8.self)
      guard changed != token else { continue }
      #expect(answer(changed, [key])["decision"] == "deny", "byte \(place)")
    }
  }

  @Test func `algorithm and key must match`() throws {
    let key = try Self.rsaKey()
    let none = Self.input(#"{"alg":"none","kid":"A"}"#) + "."
    expect(answer(none, [key]), "algorithm-not-accepted")
    // A public key must not be used as an HMAC secret.
    expect(
      answer(try Self.signedRS256(#"{"alg":"HS256","kid":"A"}"#), [key]), "algorithm-not-accepted")
    expect(answer(try Self.signedRS256(#"{"kid":"A"}"#), [key]), "algorithm-not-accepted")
    expect(
      answer(try Self.signedES256(), [try Self.rsaKey(Self.rsa, [("kid", "E")])]),
      "algorithm-not-accepted")
    for more: (String, JSONValue) in [
      ("alg", "PS256"), ("use", "enc"), ("key_ops", ["sign"]), ("alg", 5),
    ] {
      expect(
        answer(try Self.signedRS256(), [try Self.rsaKey(Self.rsa, [("kid", "A"), more])]),
        "algorithm-not-accepted")
    }
  }

  @Test func `the token's kid selects the key`() throws {
    let other = try Self.rsaKey(Self.rsa, [("kid", "a")])
    expect(answer(try Self.signedRS256(), [other]), "key-unknown")
    expect(answer(try Self.signedRS256(), []), "key-unknown")
    let unnamed = try Self.signedRS256(#"{"alg":"RS256"}"#)
    expect(answer(unnamed, [try Self.rsaKey()]), "allowed")
    expect(answer(unnamed, [try Self.rsaKey(), other]), "key-unknown")
    // Two keys may have the same ID. The matching one is used, and a wrong signature stays wrong.
    expect(answer(try Self.signedRS256(), [Self.p256Key("A"), try Self.rsaKey()]), "allowed")
    expect(
      answer(try Self.signedRS256(), [Self.p256Key("A"), try Self.rsaKey(Self.otherRSA)]),
      "signature-invalid")
  }

  @Test(arguments: [
    #"{"kty":"RSA","kid":"A","e":"AQAB"}"#, #"{"kty":"RSA","kid":"A","n":"AQAB","e":"AQAB"}"#,
    #"{"kty":"RSA","kid":"A","n":"+/==","e":"AQAB"}"#, #"{"kty":"RSA","kid":"A","n":5,"e":"AQAB"}"#,
    #"{"kid":"A"}"#, #"{"kty":"RSA","kid":"A","n":"","e":""}"#,
  ])
  func `a malformed key is reported as such`(key: String) throws {
    expect(answer(try Self.signedRS256(), [try VectorFile.parse(key)]), "key-malformed")
  }

  @Test func `a point that is not on the curve is an invalid key`() throws {
    let zero = Self.base64URL([UInt8](repeating: 1, count: 32))
    let key: JSONValue = [
      "kty": "EC", "crv": "P-256", "kid": "E", "x": .string(zero), "y": .string(zero),
    ]
    expect(answer(try Self.signedES256(), [key]), "key-malformed")
  }

  @Test(arguments: ["a.b", "a.b.c.d", "=.e30.AA", "e30.!.AA", "e30.e30.A", "bnVsbA.e30.AA", ""])
  func `an invalid token is malformed`(text: String) throws {
    expect(answer(text, [try Self.rsaKey()]), "token-malformed")
  }

  @Test func `unknown critical extensions are rejected`() throws {
    let token = try Self.signedRS256(#"{"alg":"RS256","kid":"A","crit":["b64"],"b64":false}"#)
    expect(answer(token, [try Self.rsaKey()]), "token-malformed")
    expect(
      answer(try Self.signedRS256(#"{"alg":"RS256","kid":5}"#), [try Self.rsaKey()]),
      "token-malformed")
  }

  @Test func `an invalid key set is reported before anything is decided`() throws {
    for keys: JSONValue in ["x", [], ["keys": 5], ["keys": ["a": 1]]] {
      let answer = simulator.answer([
        "kind": "apple_id_token", "jwt": .string(try Self.signedRS256()), "jwks": keys,
      ])
      #expect(answer["error"] == "invalid_line", "\(answer.text())")
    }
  }

  @Test func `without keys, the result says that the signature was not verified`() throws {
    let answer = simulator.answer([
      "kind": "apple_id_token", "jwt": .string(try Self.signedRS256(by: Self.otherRSA)),
      "now": 1_700_000_000, "facts": ["audiences": ["com.acme.ios"]],
    ])
    #expect(answer["decision"] == "allow")
    #expect(answer["trace"]?.text().contains("not verified") == true)
    #expect(answer["confidence"] == "inferred")
    #expect(answer["result"]?["signature"] == "not_checked")
    // Anyone can write claims, so a rejection without keys is not certain either.
    let late = simulator.answer([
      "kind": "apple_id_token", "jwt": .string(try Self.signedRS256()), "now": 1_800_000_000,
      "facts": ["audiences": ["com.acme.ios"]],
    ])
    #expect(late["reason"] == "token-expired")
    #expect(late["confidence"] == "inferred")
    #expect(late["result"]?["signature"] == "not_checked")
    let claims = simulator.answer([
      "kind": "apple_id_token", "now": 1_700_000_000, "facts": ["audiences": ["com.acme.ios"]],
      "claims": ["iss": "https://appleid.apple.com", "aud": "com.acme.ios", "exp": 1_700_000_300],
    ])
    #expect(claims["decision"] == "allow")
    #expect(claims["confidence"] == "inferred")
    #expect(claims["result"]?["signature"] == "not_checked")
  }

  @Test func `with keys the result is certain, including the signature`() throws {
    let answer = answer(try Self.signedRS256(), [try Self.rsaKey()])
    #expect(answer["decision"] == "allow", "\(answer.text())")
    #expect(answer["confidence"] == "certain")
    #expect(answer["result"]?["signature"] == "verified")
    let forged = self.answer(try Self.signedRS256(by: Self.otherRSA), [try Self.rsaKey()])
    #expect(forged["decision"] == "deny")
    #expect(forged["confidence"] == "certain")
  }
}
