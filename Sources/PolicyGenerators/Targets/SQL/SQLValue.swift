import PolicyText

/// A value of a row: the only way from a policy into a script.
enum SQLValue {
  case text(ExactString)
  case number(Int)

  static func text(_ text: String) -> SQLValue { .text(ExactString(text)) }

  /// Appends the literal. Text must not contain NUL.
  ///
  /// Standard SQL: a quote is doubled, and every other byte is itself. The `sqlite3` program drops a carriage
  /// return at the end of each line that it reads, so a literal is split there: `'…\r' || '\n…'`.
  func append(to output: inout [UInt8]) {
    switch self {
    case .number(let number): output += String(number).utf8
    case .text(let text):
      let quote = UInt8(ascii: "'")
      var previous: UInt8 = 0
      output.append(quote)
      for byte in text.utf8 {
        if byte == quote { output.append(quote) }
        if byte == 0x0A, previous == 0x0D { output += "' || '".utf8 }
        output.append(byte)
        previous = byte
      }
      output.append(quote)
    }
  }
}
