/// The reader of the normative algorithm, written a second time: as short as it can be said, no care
/// for speed, nothing of the program used.
enum ReferenceReader {
  enum Refusal: Error { case malformed, duplicate }

  static let known = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
    "code_challenge_method", "user_locale",
  ]

  /// Parameters by name; an empty value is as good as none.
  static func read(_ query: String, plusIsSpace: Bool) throws -> [String: String] {
    var beforeHash: [UInt8] = []
    for byte in query.utf8 {
      if byte == 35 { break }
      beforeHash.append(byte)
    }
    var pairs: [(String, String)] = []
    for piece in beforeHash.split(separator: 38) {
      let halves = piece.split(separator: 61, maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decode(Array(halves[0]), plusIsSpace)
      let value = try decode(halves.count == 2 ? Array(halves[1]) : [], plusIsSpace)
      pairs.append((name, value))
    }
    var result: [String: String] = [:]
    for name in known {
      let values = pairs.filter { same($0.0, name) }.map { $0.1 }
      if values.count > 1 { throw Refusal.duplicate }
      if let value = values.first, !value.isEmpty { result[name] = value }
    }
    return result
  }

  private static func decode(_ bytes: [UInt8], _ plusIsSpace: Bool) throws -> String {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 37 {
        let digits = "0123456789abcdef"
        let hex = rest.prefix(2).map { Character(Unicode.Scalar($0)).lowercased() }
        guard hex.count == 2, let high = place(hex[0], in: digits),
          let low = place(hex[1], in: digits)
        else { throw Refusal.malformed }
        decoded.append(UInt8(high * 16 + low))
        rest = rest.dropFirst(2)
      } else {
        decoded.append(plusIsSpace && byte == 43 ? 32 : byte)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else { throw Refusal.malformed }
    return text
  }

  private static func place(_ digit: String, in digits: String) -> Int? {
    for (index, candidate) in digits.enumerated() where String(candidate) == digit { return index }
    return nil
  }

  /// Equal bytes.
  static func same(_ a: String, _ b: String) -> Bool { Array(a.utf8) == Array(b.utf8) }
}
