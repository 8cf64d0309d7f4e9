extension LinkPolicyAllowlist {
  /// A JSON value, read strictly: UTF-8, no duplicate keys, integers only, at most 16 levels.
  enum JSON: Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(_ bytes: [UInt8]) throws(LoadError) {
      guard validated(bytes) != nil else { throw LoadError("the file is not valid UTF-8") }
      var reader = Reader(bytes: bytes)
      self = try reader.value(depth: 0)
      reader.skipWhitespace()
      guard reader.at == bytes.count else { throw reader.error }
    }

    /// The parser, at one byte of the text.
    private struct Reader {
      let bytes: [UInt8]
      var at = 0

      var error: LoadError { LoadError("the JSON is malformed at byte \(at)") }
      var next: UInt8? { at < bytes.count ? bytes[at] : nil }

      mutating func skipWhitespace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
      }

      /// Skips whitespace and then a character if it is there.
      mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
      }

      mutating func value(depth: Int) throws(LoadError) -> JSON {
        guard depth < 16 else { throw error }
        skipWhitespace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth))
        case UInt8(ascii: "["): return .array(try elements(depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        default: return .integer(try integer())
        }
      }

      private mutating func members(_ depth: Int) throws(LoadError) -> [String: JSON] {
        var members: [String: JSON] = [:]
        at += 1
        guard !skip("}") else { return members }
        repeat {
          skipWhitespace()
          guard next == UInt8(ascii: "\"") else { throw error }
          let key = try string()
          guard skip(":") else { throw error }
          let value = try value(depth: depth + 1)
          guard members.updateValue(value, forKey: key) == nil else {
            throw LoadError("duplicate key `\(key)` at byte \(at)")
          }
        } while skip(",")
        guard skip("}") else { throw error }
        return members
      }

      private mutating func elements(_ depth: Int) throws(LoadError) -> [JSON] {
        var elements: [JSON] = []
        at += 1
        guard !skip("]") else { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
        guard skip("]") else { throw error }
        return elements
      }

      private mutating func word(_ word: String, _ value: JSON) throws(LoadError) -> JSON {
        guard bytes[at...].starts(with: word.utf8) else { throw error }
        at += word.utf8.count
        return value
      }

      private mutating func integer() throws(LoadError) -> Int {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        let first = at
        while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
        let hasLeadingZero = at - first > 1 && bytes[first] == UInt8(ascii: "0")
        guard at > first, !hasLeadingZero,
          let number = Int(String(decoding: bytes[start..<at], as: UTF8.self))
        else { throw error }
        return number
      }

      private mutating func string() throws(LoadError) -> String {
        at += 1
        var output: [UInt8] = []
        var start = at
        while let byte = next, byte != UInt8(ascii: "\"") {
          guard byte >= 0x20 else { throw error }
          at += 1
          guard byte == UInt8(ascii: "\\") else { continue }
          output += bytes[start..<(at - 1)]
          output += String(Character(try escape())).utf8
          start = at
        }
        guard next != nil else { throw error }
        output += bytes[start..<at]
        at += 1
        return String(decoding: output, as: UTF8.self)
      }

      /// The character of an escape, after its backslash.
      private mutating func escape() throws(LoadError) -> Unicode.Scalar {
        guard let letter = next else { throw error }
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
          return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
          let high = try codeUnit()
          if let scalar = Unicode.Scalar(high) { return scalar }
          guard bytes[at...].starts(with: "\\u".utf8) else { throw error }
          at += 2
          let low = try codeUnit()
          guard (0xD800...0xDBFF).contains(high), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
          else { throw error }
          return scalar
        default: throw error
        }
      }

      private mutating func codeUnit() throws(LoadError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
          guard let digit = next.flatMap(hexDigit) else { throw error }
          unit = unit << 4 | UInt32(digit)
          at += 1
        }
        return unit
      }
    }
  }
}
