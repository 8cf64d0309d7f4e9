import PolicyText

/// An iOS pattern converted for Android: wildcards in a form that Android supports, literal text
/// decoded.
struct PortablePattern {
  /// Wildcards in a row have all `?` first and at most one `*`. This is equivalent on iOS, and
  /// avoids a `?` after a `*`, which Android reads as a dot.
  private(set) var tokens: [LinkToken] = []
  /// Why the pattern can't be converted.
  private(set) var failure: LinkDifference.Reason?
  /// Why Android would match more.
  private(set) var widening: LinkDifference.Reason?

  /// - Parameters:
  ///   - isDecoded: whether iOS also compares with decoded text, so the pattern isn't decoded.
  ///   - delimiters: characters that an escape must not decode to.
  ///   - isName: whether it is a query name, in which iOS has no wildcards.
  init(_ text: ExactString, isDecoded: Bool, delimiters: String, isName: Bool = false) {
    if !isName, !LinkPattern.variables(in: text).isEmpty {
      failure = .variable
      return
    }
    var literal: [UInt8] = []
    var questionMarks = 0
    var hasStar = false
    func isWildcard(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
    }
    for byte in text.utf8 {
      if isWildcard(byte) {
        if isName { failure = .wildcardInName }
        append(literal, isDecoded, delimiters)
        literal = []
        if byte == UInt8(ascii: "*") { hasStar = true } else { questionMarks += 1 }
      } else {
        tokens += Self.run(questionMarks, hasStar)
        (questionMarks, hasStar) = (0, false)
        literal.append(byte)
      }
    }
    append(literal, isDecoded, delimiters)
    tokens += Self.run(questionMarks, hasStar)
  }

  private static func run(_ questionMarks: Int, _ hasStar: Bool) -> [LinkToken] {
    [LinkToken](repeating: .any, count: questionMarks) + (hasStar ? [.star] : [])
  }

  private mutating func append(_ literal: [UInt8], _ isDecoded: Bool, _ delimiters: String) {
    var bytes = literal
    if !isDecoded {
      if !literal.allSatisfy(Self.standsInURLs) { widening = .unencodedText }
      guard let plain = PercentEncoding.decode(literal, plusIsSpace: false, malformed: .refuse),
        DisplayText.firstInvalidByte(of: plain) == nil
      else {
        failure = .brokenEscape
        return
      }
      bytes = plain
      if plain.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
        failure = .encodedWildcard
      }
    }
    // Unencoded slashes separate path components; an unencoded `&` never appears in a value.
    let expected = delimiters == "/" ? literal.count { $0 == UInt8(ascii: "/") } : 0
    if bytes.count(where: delimiters.utf8.contains) > expected { failure = .encodedDelimiter }
    tokens += String(decoding: bytes, as: UTF8.self).unicodeScalars.map { .scalar($0) }
  }

  /// Returns true for bytes that a path, query or fragment may contain unencoded (RFC 3986 appendix
  /// A).
  private static func standsInURLs(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?%[]#".utf8.contains(byte)
  }
}

extension [LinkToken] {
  /// The pattern as written.
  var text: ExactString {
    var text = String.UnicodeScalarView()
    for token in self {
      switch token {
      case .scalar(let scalar): text.append(scalar)
      case .any: text.append("?")
      case .star: text.append("*")
      case .oneOf, .alternatives: break
      }
    }
    return ExactString(String(text))
  }

  /// Whether there is a `*` before the end: Android matches less.
  var hasInnerStar: Bool { dropLast().contains(.star) }

  /// Whether there is a dot that matches any character on Android: in a glob, unless it ends a
  /// repetition.
  var hasLooseDot: Bool {
    guard contains(.any) || hasInnerStar else { return false }
    return indices.contains { index in
      self[index] == .scalar(".") && (index == 0 || self[index - 1] != .star)
    }
  }

  /// Whether the pattern ends in a `?` (and a `*`) that could match the trailing slash of a path,
  /// which iOS ignores.
  var takesFinalSlash: Bool {
    var rest = self[...]
    if rest.last == .star { rest = rest.dropLast() }
    let head = rest.reversed().drop { $0 == .any }
    let questionMarks = rest.count - head.count
    // `/?` matches a slash only if there are two.
    return questionMarks > 1 || (questionMarks == 1 && head.first != .scalar("/"))
  }
}
