import PolicyText

/// A pattern for iOS turned into one for Android: wildcards in a form that Android understands,
/// literal text decoded.
struct PortablePattern {
  /// Runs of wildcards have all `?` first and at most one `*`: equal on iOS, and never a `?` after a `*`,
  /// which Android reads as a dot.
  private(set) var tokens: [LinkToken] = []
  /// Why the pattern is missing.
  private(set) var failure: LinkDifference.Reason?
  /// Why Android would match more.
  private(set) var widening: LinkDifference.Reason?

  /// - Parameters:
  ///   - isDecoded: the pattern is compared with decoded text on iOS too, and stays as it is.
  ///   - delimiters: what must not come out of an escape.
  ///   - isName: a name of the query, in which nothing is a wildcard on iOS.
  init(_ text: ExactString, isDecoded: Bool, delimiters: String, isName: Bool = false) {
    if !isName, !LinkPattern.variables(in: text).isEmpty {
      failure = .variable
      return
    }
    var literal: [UInt8] = []
    var anys = 0
    var hasStar = false
    func isWildcard(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
    }
    for byte in text.utf8 {
      if isWildcard(byte) {
        if isName { failure = .wildcardInName }
        append(literal, isDecoded, delimiters)
        literal = []
        if byte == UInt8(ascii: "*") { hasStar = true } else { anys += 1 }
      } else {
        tokens += Self.run(anys, hasStar)
        (anys, hasStar) = (0, false)
        literal.append(byte)
      }
    }
    append(literal, isDecoded, delimiters)
    tokens += Self.run(anys, hasStar)
  }

  private static func run(_ anys: Int, _ hasStar: Bool) -> [LinkToken] {
    [LinkToken](repeating: .any, count: anys) + (hasStar ? [.star] : [])
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
    // The slashes of a path separate as they stand; a `&` in a value never does.
    let expected = delimiters == "/" ? literal.count { $0 == UInt8(ascii: "/") } : 0
    if bytes.count(where: delimiters.utf8.contains) > expected { failure = .encodedDelimiter }
    tokens += String(decoding: bytes, as: UTF8.self).unicodeScalars.map { .scalar($0) }
  }

  /// True for bytes that a path, query or fragment may hold as they are (RFC 3986 appendix A).
  private static func standsInURLs(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?%[]#".utf8.contains(byte)
  }
}

extension [LinkToken] {
  /// The pattern in writing.
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

  /// A `*` that is not at the end: Android matches less.
  var hasInnerStar: Bool { dropLast().contains(.star) }

  /// A dot that Android takes for any character: in a glob, and not where it ends a run.
  var hasLooseDot: Bool {
    guard contains(.any) || hasInnerStar else { return false }
    return indices.contains { index in
      self[index] == .scalar(".") && (index == 0 || self[index - 1] != .star)
    }
  }

  /// Ends in a `?` (and a `*`) that could take the final slash of a path which iOS leaves out.
  var takesFinalSlash: Bool {
    var rest = self[...]
    if rest.last == .star { rest = rest.dropLast() }
    let head = rest.reversed().drop { $0 == .any }
    let anys = rest.count - head.count
    // `/?` takes a slash only where two stand together.
    return anys > 1 || (anys == 1 && head.first != .scalar("/"))
  }
}
