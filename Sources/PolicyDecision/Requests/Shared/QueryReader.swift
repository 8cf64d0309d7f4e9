package import PolicyText

/// Why a request can't be parsed; all its parameters are rejected.
package enum UnreadableRequest: Error, Sendable, Equatable {
  /// This piece has an invalid percent-escape or isn't UTF-8.
  case malformed(piece: ExactString)
  /// A known parameter appears twice.
  case duplicate(name: String)

  var reason: DecisionReason {
    switch self {
    case .malformed: .malformedRequest
    case .duplicate: .duplicateParameter
    }
  }

  /// - Parameter place: what contains the parameters.
  func words(in place: String) -> String {
    switch self {
    case .malformed(let piece): "\(piece.quoted) has a malformed escape or is not UTF-8"
    case .duplicate(let name): "`\(name)` appears twice in the \(place)"
    }
  }

  /// The message for a query to an endpoint.
  var words: String {
    let isMalformed = reason == .malformedRequest
    return words(in: "request") + (isMalformed ? ": the whole request is rejected" : "")
  }
}

/// The strict parser of request parameters.
///
/// Splits at `&` only, skips empty pieces, splits at the first `=`, and percent-decodes names and
/// values. One malformed piece makes the whole request invalid: two parsers that repair it
/// differently would read different requests. Our own algorithm, based on RFC 6749 section 3.1
/// (inferred from precedent).
package enum QueryReader {
  /// How the request arrived.
  package enum Mode: Sendable {
    /// At an HTTP endpoint: `+` is a space (`application/x-www-form-urlencoded`).
    case form
    /// In a universal link: `+` is a plus.
    case universalLink
  }

  /// Parameters that must not be repeated. `user_locale` isn't used for anything else.
  private static let names =
    AuthorizationParameters.Name.allCases.map { (name: $0.text, parameter: $0) }
    + [(name: "user_locale", parameter: nil as AuthorizationParameters.Name?)]
  private static let bytesOfNames = names.map { Array($0.name.utf8) }

  /// Parses the bytes after the first `?`, up to a `#`.
  package static func read(
    _ query: ExactString, mode: Mode
  ) throws(UnreadableRequest) -> AuthorizationParameters {
    let bytes = Array(query.utf8)
    var parameters = AuthorizationParameters(capacity: bytes.count)
    var seen: [Int] = []
    var duplicate: Int?
    for piece in pieces(of: bytes) {
      let value = try piece.decodedValue(mode)
      let name = try piece.decodedName(mode)
      guard
        let known = bytesOfNames.firstIndex(where: {
          $0.count == name.count && $0.elementsEqual(name)
        })
      else { continue }
      if seen.contains(known) {
        duplicate = duplicate ?? known
      } else {
        seen.append(known)
      }
      if let name = names[known].parameter { parameters.set(name, to: value) }
    }
    // Malformed pieces have precedence (step 1), then duplicates.
    if let duplicate { throw .duplicate(name: names[duplicate].name) }
    return parameters
  }

  /// All names and values in order, decoded.
  static func pairs(
    _ query: ExactString, mode: Mode
  ) throws(UnreadableRequest) -> [(name: ExactString, value: ExactString)] {
    var pairs: [(name: ExactString, value: ExactString)] = []
    for piece in pieces(of: Array(query.utf8)) {
      let name = ExactString(decoding: try piece.decodedName(mode))
      pairs.append((name, ExactString(decoding: try piece.decodedValue(mode))))
    }
    return pairs
  }

  private struct Piece {
    let bytes: ArraySlice<UInt8>
    /// The first `=`.
    let equals: Int?
    /// Whether the name has no encoded characters.
    let hasPlainName: Bool
    /// Whether the whole piece has no encoded characters.
    let isPlain: Bool

    var name: ArraySlice<UInt8> { bytes[..<(equals ?? bytes.endIndex)] }
    var value: ArraySlice<UInt8> { equals.map { bytes[($0 + 1)...] } ?? [] }

    func decodedName(_ mode: Mode) throws(UnreadableRequest) -> ArraySlice<UInt8> {
      hasPlainName ? name : try decoded(name, mode)
    }

    func decodedValue(_ mode: Mode) throws(UnreadableRequest) -> ArraySlice<UInt8> {
      isPlain ? value : try decoded(value, mode)
    }

    private func decoded(
      _ part: ArraySlice<UInt8>, _ mode: Mode
    ) throws(UnreadableRequest) -> ArraySlice<UInt8> {
      guard
        let decoded = PercentEncoding.decode(
          Array(part), plusIsSpace: mode == .form, malformed: .refuse),
        DisplayText.firstInvalidByte(of: decoded) == nil
      else { throw .malformed(piece: ExactString(decoding: bytes)) }
      return decoded[...]
    }
  }

  /// The non-empty pieces in order, up to a `#`.
  private static func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(8)
    var start = 0
    var equals: Int?
    var hasPlainName = true
    var isPlain = true
    func endPiece(at end: Int) {
      if start < end {
        pieces.append(
          Piece(
            bytes: bytes[start..<end], equals: equals, hasPlainName: hasPlainName,
            isPlain: isPlain))
      }
      start = end + 1
      equals = nil
      hasPlainName = true
      isPlain = true
    }
    var index = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: "#") {
      switch bytes[index] {
      case UInt8(ascii: "&"): endPiece(at: index)
      case UInt8(ascii: "="): if equals == nil { equals = index }
      case UInt8(ascii: "%"), UInt8(ascii: "+"), 0x80...:
        isPlain = false
        if equals == nil { hasPlainName = false }
      default: break
      }
      index += 1
    }
    endPiece(at: index)
    return pieces
  }
}
