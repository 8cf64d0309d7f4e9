import PolicyDecision
import PolicyText

/// Reads a signed token in compact form (RFC 7515 section 7.1): three parts in base64url.
enum SignedTokenReader {
  /// No ID token is longer.
  private static let maximumLength = 1 << 16

  static func read(_ text: ExactString) -> AppleIDTokenRequest.Token {
    guard text.utf8.count <= maximumLength else { return .malformed("it is longer than 64 KiB") }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return .malformed("it has \(parts.count) parts, not header, payload and signature")
    }
    var values: [JSONValue] = []
    for (name, part) in zip(["header", "payload"], parts) {
      guard let bytes = Base64URL.decode(part) else {
        return .malformed("the \(name) is not base64url")
      }
      do throws(JSONText.Problem) {
        let value = try JSONText.parse(bytes)
        guard case .object = value else { return .malformed("the \(name) is not a JSON object") }
        values.append(value)
      } catch {
        return .malformed("the \(name) is not JSON: \(error.message)")
      }
    }
    // A token that says it is not signed is refused for that.
    guard let signature = Base64URL.decode(parts[2]),
      !signature.isEmpty || values[0]["alg"] == "none"
    else { return .malformed("the signature is missing, or no base64url") }
    return .signed(
      SignedToken(
        header: values[0], claims: values[1],
        input: Array(text.utf8[..<parts[1].endIndex]), signature: signature))
  }
}
