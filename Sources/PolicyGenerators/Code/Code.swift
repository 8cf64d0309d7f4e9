/// A piece of code in a language, made of literals in this program and of escaped values.
///
/// A value of a policy can be interpolated only as `\(literal: value)`, and code can't be created
/// from a `String`, because its own literals are `StaticString`. Nothing else compiles.
package struct Code<Language: CodeLanguage>: Sendable, ExpressibleByStringInterpolation {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []

  package init(stringLiteral value: StaticString) { append(value) }
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.code }
  private init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// True for code without a newline.
  package var isOneLine: Bool { !bytes.contains(UInt8(ascii: "\n")) }

  package static func joined(_ pieces: [Code], by separator: Code = "") -> Code {
    var code = Code()
    code.bytes = Array(pieces.map(\.bytes).joined(separator: separator.bytes))
    return code
  }

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends code with the indentation of the current line before each further line that isn't empty.
  private mutating func appendIndented(_ code: Code) {
    let line = bytes[((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...]
    let margin = Array(line.prefix { $0 == UInt8(ascii: " ") })
    let lines = code.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 {
        bytes.append(UInt8(ascii: "\n"))
        if !line.isEmpty { bytes += margin }
      }
      bytes += line
    }
  }

  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var code = Code()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) { code.append(literal) }

    /// Code whose lines keep the indentation of the line that it starts on.
    package mutating func appendInterpolation(_ code: Code) { self.code.appendIndented(code) }

    /// A string literal.
    package mutating func appendInterpolation(literal text: String) {
      code.bytes += Language.literal(text).utf8
    }

    /// A plain word, for names and comments: any byte but letters, digits, `.`, `_` and `-` becomes `_`.
    package mutating func appendInterpolation(word text: String) {
      code.bytes += text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          byte
        default: UInt8(ascii: "_")
        }
      }
    }

    package mutating func appendInterpolation(_ number: Int) { code.bytes += String(number).utf8 }

    package mutating func appendInterpolation(_ flag: Bool) {
      code.bytes += Language.literal(flag).utf8
    }

    package mutating func appendInterpolation(_ name: CodeName, _ style: CodeName.Style) {
      code.bytes += name.text(style).utf8
    }

    /// The line at the top of a file.
    package mutating func appendInterpolation(_ header: GeneratedHeader) {
      code.bytes += header.text.utf8
    }

    /// Appends pieces of code, each on its own line, with the indentation of the current line.
    package mutating func appendInterpolation(lines: [Code]) {
      code.appendIndented(.joined(lines, by: "\n"))
    }
  }
}

/// The files of a program with their paths.
package typealias CodeFiles<Language: CodeLanguage> = [(path: String, code: Code<Language>)]
