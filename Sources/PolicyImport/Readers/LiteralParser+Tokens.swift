import PolicyText

/// The tokens of HCL and of object literals in scripts.
extension LiteralParser {
  mutating func readName() -> ExactString? {
    let start = index
    while let byte = peek(),
      byte.isWord || byte == UInt8(ascii: "-") && !isScript && index > start
        || byte == UInt8(ascii: "$") && isScript
    {
      index += 1
    }
    return index == start ? nil : ExactString(decoding: bytes[start..<index])
  }

  /// Skips whitespace and comments.
  mutating func skipSpace(withLines: Bool) {
    while let byte = peek() {
      if byte == 0x20 || byte == 0x09 || withLines && (byte == 0x0A || byte == 0x0D) {
        index += 1
      } else if starts(with: "//") || byte == UInt8(ascii: "#") && !isScript {
        skip { $0 != 0x0A }
      } else if starts(with: "/*") {
        index += 2
        while index < bytes.count, !starts(with: "*/") { index += 1 }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }

  /// Skips a string with the quote here; false if it doesn't end.
  mutating func skipString() -> Bool {
    guard let quote = peek() else { return false }
    index += 1
    var depth = 0
    while let byte = peek() {
      index += 1
      if byte == UInt8(ascii: "\\") {
        index = min(index + 1, bytes.count)
      } else if depth == 0, byte == quote {
        return true
      } else if byte == 0x0A, quote != UInt8(ascii: "`"), depth == 0 {
        return false
      } else if byte == UInt8(ascii: "{"), index > 1, bytes[index - 2] == UInt8(ascii: "$"),
        quote != UInt8(ascii: "'")
      {
        depth += 1
      } else if byte == UInt8(ascii: "}"), depth > 0 {
        depth -= 1
      }
    }
    return false
  }

  /// Skips an expression: to a comma, a closing bracket or, in HCL, the end of the line.
  ///
  /// - Parameter mark: another end.
  mutating func skipExpression(until mark: UInt8? = nil) throws(ReadingStopped) {
    var depth = 0
    while let byte = peek() {
      if depth == 0, byte == mark || isInBranch && byte == UInt8(ascii: ":") { return }
      if starts(with: "//") || starts(with: "/*") || byte == UInt8(ascii: "#") && !isScript {
        skipSpace(withLines: false)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        guard isScript || byte == UInt8(ascii: "\"") else {
          index += 1
          continue
        }
        let start = index
        guard skipString() else {
          index = start
          try stop("unterminated string: missing quote")
        }
        continue
      case UInt8(ascii: "<") where starts(with: "<<") && !isScript && depth == 0:
        if readHeredoc() == nil, index >= bytes.count { try stop("unterminated heredoc") }
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return
      case UInt8(ascii: ";") where depth == 0 && isScript: return
      case 0x0A where depth == 0 && !isScript && !isInList: return
      default: break
      }
      index += 1
    }
  }
}
