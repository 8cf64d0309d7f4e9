import PolicyText

/// Redacts a query to the parameters that decide, even if their names are encoded, and masks
/// secrets in them.
enum QueryRedaction {
  /// The parameters that decide and aren't secret.
  private static let shown = [
    "client_id", "redirect_uri", "response_type", "scope", "code_challenge",
    "code_challenge_method",
  ].map { Array($0.utf8) }

  /// The query with only these parameters, without a fragment.
  static func redact(_ query: ExactString) -> ExactString {
    let pieces = query.utf8.prefix { $0 != UInt8(ascii: "#") }.split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false
    ).compactMap { shownPiece(ExactString(decoding: $0)) }
    return ExactString(decoding: pieces.joined(separator: [UInt8(ascii: "&")]).map { $0 })
  }

  /// A parameter with its secrets masked; nil if it must be hidden.
  private static func shownPiece(_ piece: ExactString) -> [UInt8]? {
    let bytes = Array(piece.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
    guard
      let name = PercentEncoding.decode(bytes[..<end], plusIsSpace: true, malformed: .keep),
      shown.contains(name)
    else { return nil }
    guard end < bytes.count else { return bytes }
    // The decoded value is masked, including values that are encoded twice.
    guard
      let value = PercentEncoding.decode(
        bytes[(end + 1)...], plusIsSpace: true, malformed: .refuse)
    else {
      // A value that can't be decoded makes the request malformed, so the minimum that shows this
      // is kept.
      return Array(bytes[...end]) + Array("%".utf8)
    }
    let text = ExactString(decoding: value)
    guard Array(text.utf8) == value else { return Array(bytes[...end]) + Array("%FF".utf8) }
    let masked = ParameterMask().masked(text)
    guard masked != text else { return bytes }
    return Array(bytes[...end]) + Array(PercentEncoding.encode(masked.string).utf8)
  }

  /// A URL with a redacted query.
  static func redact(url: ExactString) -> ExactString {
    let parts = URIParts(url)
    guard let query = parts.query else {
      return ParameterMask().masked(
        ExactString(decoding: url.utf8.prefix { $0 != UInt8(ascii: "#") }.map { $0 }))
    }
    let address = ParameterMask().masked(
      ExactString(decoding: Array(url.utf8.prefix(query.lowerBound - 1))))
    return ExactString(
      decoding: Array(address.utf8) + [UInt8(ascii: "?")] + redact(parts.text(query)).utf8)
  }
}
