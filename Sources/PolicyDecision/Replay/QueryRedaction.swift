import PolicyText

/// Leaves of a query what decides, however names are written, and masks what is hidden within it.
enum QueryRedaction {
  /// The parameters that decide and may be shown.
  private static let shown = [
    "client_id", "redirect_uri", "response_type", "scope", "code_challenge",
    "code_challenge_method",
  ].map { Array($0.utf8) }

  /// A query of those parameters alone, and without what follows a `#`.
  static func redact(_ query: ExactString) -> ExactString {
    let pieces = query.utf8.prefix { $0 != UInt8(ascii: "#") }.split(
      separator: UInt8(ascii: "&"), omittingEmptySubsequences: false
    ).compactMap { shownPiece(ExactString(decoding: $0)) }
    return ExactString(decoding: pieces.joined(separator: [UInt8(ascii: "&")]).map { $0 })
  }

  /// A piece as it is shown; nil for one that is not.
  private static func shownPiece(_ piece: ExactString) -> [UInt8]? {
    let bytes = Array(piece.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
    guard
      let name = PercentEncoding.decode(bytes[..<end], plusIsSpace: true, malformed: .keep),
      shown.contains(name)
    else { return nil }
    guard end < bytes.count else { return bytes }
    // Masked as it reads: what is encoded once more within it is masked as well.
    guard
      let value = PercentEncoding.decode(
        bytes[(end + 1)...], plusIsSpace: true, malformed: .refuse)
    else {
      // What cannot be read makes the request malformed, and is shown as little as may be.
      return Array(bytes[...end]) + Array("%".utf8)
    }
    let text = ExactString(decoding: value)
    guard Array(text.utf8) == value else { return Array(bytes[...end]) + Array("%FF".utf8) }
    let masked = ParameterMask().masked(text)
    guard masked != text else { return bytes }
    return Array(bytes[...end]) + Array(PercentEncoding.encode(masked.string).utf8)
  }

  /// A URL with such a query.
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
