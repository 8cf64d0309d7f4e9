import PolicyDecision
import TextSupport

/// Reads a signed token in compact form (RFC 7515 section 7.1): three parts, base64url without padding.
enum SignedTokenReader {
  /// No ID token is longer.
  private static let longest = 1 << 16

  static func read(_ text: ExactString) -> AppleIDTokenRequest.Token {
    guard text.utf8.count <= longest else { return .malformed("it is longer than 64 KiB") }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return .malformed("it has \(parts.count) parts, not header, payload and signature")
    }
    var values: [JSONValue] = []
    for (name, part) in zip(["header", "payload"], parts) {
      guard let bytes = decode(part) else { return .malformed("the \(name) is no base64url") }
      do throws(JSONText.Problem) {
        let value = try JSONText.parse(bytes)
        guard case .object = value else { return .malformed("the \(name) is no JSON object") }
        values.append(value)
      } catch {
        return .malformed("the \(name) is no JSON: \(error.message)")
      }
    }
    guard let signature = decode(parts[2]), !signature.isEmpty else {
      return .malformed("the signature is missing, or no base64url")
    }
    return .signed(header: values[0], claims: values[1])
  }

  /// Strict: no padding, no other alphabet, unused bits zero (RFC 4648 sections 3.5 and 5).
  static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
    var output: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in text {
      let value: Int
      switch byte {
      case 0x41...0x5A: value = Int(byte) - 0x41
      case 0x61...0x7A: value = Int(byte) - 0x61 + 26
      case 0x30...0x39: value = Int(byte) - 0x30 + 52
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      default: return nil
      }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(buffer >> bits))
        buffer &= (1 << bits) - 1
      }
    }
    return bits < 6 && buffer == 0 ? output : nil
  }
}
