import PolicyText

/// A token of a Gradle build file; distinguishes literals and comments in Groovy and Kotlin.
struct GradleToken {
  enum Kind: Equatable {
    case word
    /// A quoted string; plain without interpolation and escapes.
    case literal(isPlain: Bool)
    case mark(UInt8)
    case newline
  }

  var kind: Kind
  /// The contents of words and literals.
  var text: ExactString
  var span: SourceSpan

  func isMark(_ mark: Unicode.Scalar) -> Bool {
    kind == .mark(UInt8(truncatingIfNeeded: mark.value))
  }

  var isLiteral: Bool {
    if case .literal = kind { return true }
    return false
  }

  /// The tokens of a file without comments and whitespace; consecutive newlines are one token.
  static func tokens(of bytes: [UInt8]) -> [GradleToken] {
    var scanner = Scanner(bytes: bytes)
    scanner.run()
    return scanner.tokens
  }

  private struct Scanner: ByteScanner {
    let bytes: [UInt8]
    var tokens: [GradleToken] = []
    var index = 0

    mutating func run() {
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case 0x0A, 0x0D:
          if let last = tokens.last, last.kind != .newline { add(.newline, "", index, index + 1) }
          index += 1
        case 0x20, 0x09: index += 1
        case UInt8(ascii: "/") where starts(with: "//"): skip { $0 != 0x0A && $0 != 0x0D }
        case UInt8(ascii: "/") where starts(with: "/*"):
          index += 2
          while index < bytes.count, !starts(with: "*/") { index += 1 }
          index = min(index + 2, bytes.count)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): readLiteral(byte)
        default:
          if byte.isWord {
            let start = index
            skip(while: \.isWord)
            add(.word, ExactString(decoding: bytes[start..<index]), start, index)
          } else {
            add(.mark(byte), "", index, index + 1)
            index += 1
          }
        }
      }
    }

    private mutating func add(_ kind: Kind, _ text: ExactString, _ start: Int, _ end: Int) {
      tokens.append(GradleToken(kind: kind, text: text, span: SourceSpan(start, end)))
    }

    private mutating func readLiteral(_ quote: UInt8) {
      let isLong = bytes[index...].starts(with: [quote, quote, quote])
      let open = isLong ? 3 : 1
      index += open
      let start = index
      var isPlain = true
      while index < bytes.count {
        let byte = bytes[index]
        if byte == quote, !isLong || bytes[index...].starts(with: [quote, quote, quote]) { break }
        if !isLong, byte == 0x0A { break }
        if byte == UInt8(ascii: "$"), quote == UInt8(ascii: "\"") { isPlain = false }
        if byte == UInt8(ascii: "\\") {
          isPlain = false
          index += 1
        }
        index += 1
      }
      index = min(index, bytes.count)
      add(
        .literal(isPlain: isPlain), ExactString(decoding: bytes[start..<index]), start, index)
      if index < bytes.count, bytes[index] == quote { index = min(index + open, bytes.count) }
    }
  }
}

extension [GradleToken] {
  func at(_ index: Int) -> GradleToken? { indices.contains(index) ? self[index] : nil }

  func isMark(_ mark: Unicode.Scalar, at index: Int) -> Bool { at(index)?.isMark(mark) == true }

  /// Whether a value ends at a token, without an operator or a member access.
  func isEnd(_ index: Int) -> Bool {
    switch at(index)?.kind {
    case nil: true
    case .newline: !isMark(".", at: index + 1)
    case .mark(let byte): ",;)]}".utf8.contains(byte)
    default: false
    }
  }
}
