import Crypto
import CryptoExtras
import PolicyText

/// An issuer's public key (RFC 7517) for one algorithm.
struct SignatureKey {
  /// The supported algorithms. The raw value is the name in `alg` (RFC 7518 section 3.1).
  enum Algorithm: String {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  enum Problem: Error {
    /// A key for another algorithm or use.
    case doesNotFit(String)
    case malformed(String)
  }

  private enum Key {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
  }

  private let key: Key

  /// In bytes. Longer moduli take seconds, and BoringSSL rejects them, too.
  private static let longestModulus = 8192 / 8

  init(_ json: JSONValue, for algorithm: Algorithm) throws(Problem) {
    guard json.isObject else { throw .malformed("a key must be an object") }
    guard let type = json["kty"]?.exactText else { throw .malformed("the key has no `kty`") }
    if let name = json["alg"], name.exactText != ExactString(algorithm.rawValue) {
      throw .doesNotFit(
        "the key is for \(name.exactText?.quoted ?? "another algorithm"), but the token uses "
          + "`\(algorithm.rawValue)`")
    }
    if let use = json["use"], use != "sig" {
      throw .doesNotFit("the key is not for signatures: its `use` is not `sig`")
    }
    if let operations = json["key_ops"], operations.texts?.contains("verify") != true {
      throw .doesNotFit("the key can't verify signatures: its `key_ops` lack `verify`")
    }
    switch algorithm {
    case .rs256:
      guard type == "RSA" else {
        throw .doesNotFit("`RS256` needs an RSA key, this one is \(type.quoted)")
      }
      key = .rsa(try Self.rsa(json))
    case .es256:
      guard type == "EC", json["crv"] == "P-256" else {
        throw .doesNotFit("`ES256` needs an EC key on `P-256`")
      }
      key = .p256(try Self.p256(json))
    }
  }

  private static func bytes(_ name: String, of json: JSONValue) throws(Problem) -> [UInt8] {
    guard let text = json[name]?.exactText else { throw .malformed("the key has no `\(name)`") }
    guard let bytes = Base64URL.decode(text.utf8), !bytes.isEmpty else {
      throw .malformed("`\(name)` of the key is not base64url")
    }
    return bytes
  }

  /// RFC 7518 section 6.3.1; keys of less than 2048 bits are rejected (section 3.3).
  private static func rsa(_ json: JSONValue) throws(Problem) -> _RSA.Signing.PublicKey {
    let modulus = try bytes("n", of: json)
    let exponent = try bytes("e", of: json)
    guard modulus.count <= longestModulus, exponent.count <= 8 else {
      throw .malformed("the RSA key is longer than 8192 bits, or its exponent than 64")
    }
    do {
      return try _RSA.Signing.PublicKey(n: modulus, e: exponent)
    } catch {
      throw .malformed("`n` and `e` must be an RSA key of at least 2048 bits")
    }
  }

  /// RFC 7518 section 6.2.1: both coordinates in full length, on the curve.
  private static func p256(_ json: JSONValue) throws(Problem) -> P256.Signing.PublicKey {
    let x = try bytes("x", of: json)
    let y = try bytes("y", of: json)
    guard x.count == 32, y.count == 32 else {
      throw .malformed("`x` and `y` of a P-256 key have 32 bytes each")
    }
    do {
      return try P256.Signing.PublicKey(x963Representation: [4] + x + y)
    } catch {
      throw .malformed("`x` and `y` must be a point on P-256")
    }
  }

  /// Returns true if the signature of the input is valid: RSASSA-PKCS1-v1_5, or ECDSA as two
  /// 32-byte integers, both with SHA-256 (RFC 7518 sections 3.3 and 3.4).
  func isValid(_ signature: [UInt8], for input: [UInt8]) -> Bool {
    let digest = SHA256.hash(data: input)
    switch key {
    case .rsa(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest,
        padding: .insecurePKCS1v1_5)
    case .p256(let key):
      guard signature.count == 64,
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: digest)
    }
  }
}
