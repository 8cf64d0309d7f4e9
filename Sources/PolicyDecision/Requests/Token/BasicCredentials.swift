import PolicyText

/// A client's credentials in a Basic header (RFC 6749 section 2.3.1, RFC 7617).
struct BasicCredentials {
  let id: ExactString
  /// nil if it is empty.
  let secret: ExactString?

  /// Why a header is invalid.
  struct Problem: Error {
    var message: String
  }

  /// Reads the value of an `Authorization` header.
  init(_ header: ExactString) throws(Problem) {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var bytes = Array(header.utf8.drop(while: isSpace))[...]
    while bytes.last.map(isSpace) ?? false { bytes.removeLast() }
    let scheme = bytes.prefix { $0 != 0x20 }
    guard scheme.elementsEqual("basic".utf8, by: { ASCII.lowercased($0) == $1 }) else {
      throw Problem(message: "the scheme of the `Authorization` header is not `Basic`")
    }
    let token = bytes.dropFirst(scheme.count).drop { $0 == 0x20 }
    guard !token.isEmpty, let pair = Base64.decode(token) else {
      throw Problem(message: "the `Authorization` header is not Base64 after `Basic`")
    }
    guard let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
      throw Problem(message: "the `Authorization` header has no colon between ID and secret")
    }
    // Both are form-encoded before they are joined, so an ID can contain a colon.
    guard let id = Self.decoded(pair[..<colon]), let secret = Self.decoded(pair[(colon + 1)...])
    else {
      throw Problem(
        message:
          "the ID or secret in the `Authorization` header has a malformed escape or is not UTF-8")
    }
    guard !id.isEmpty else {
      throw Problem(message: "the `Authorization` header has no client ID before the colon")
    }
    self.id = id
    self.secret = secret.nonEmpty
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString? {
    guard let decoded = PercentEncoding.decode(bytes, plusIsSpace: true, malformed: .refuse),
      DisplayText.firstInvalidByte(of: decoded) == nil
    else { return nil }
    return ExactString(decoding: decoded)
  }
}
