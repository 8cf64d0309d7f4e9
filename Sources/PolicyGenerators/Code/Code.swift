/// A piece of code in a language, made of literals of this program and of escaped values.
///
/// Nothing else compiles: a text of the policy can be interpolated only as `\(literal: text)`, and code
/// cannot be made from a `String` at all, since its literals are `StaticString`.
package struct Code<Language: CodeLanguage>: Sendable, ExpressibleByStringInterpolation {
  /// The code.
  package let text: String

  /// Code that stands in this program.
  package init(stringLiteral value: StaticString) { text = value.description }

  /// Code with values in it.
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// True for code without a line feed.
  package var isOneLine: Bool {
    let result: Bool? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in 0..<bytes.count where unsafe bytes[index] == UInt8(ascii: "\n") {
        return false
      }
      return true
    }
    return result ?? !text.utf8.contains(UInt8(ascii: "\n"))
  }

  private init(joining text: String) { self.text = text }

  /// Pieces one after the other.
  package static func joined(_ pieces: [Code], by separator: Code = "") -> Code {
    Code(joining: pieces.map(\.text).joined(separator: separator.text))
  }

  /// Collects the pieces of an interpolated literal.
  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""

    /// An empty collection.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    /// Code that stands in this program.
    package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    /// Other code; its lines keep the indentation of the line it starts on.
    package mutating func appendInterpolation(_ code: Code) {
      appendInterpolation(lines: [code])
    }

    /// The literal of a text.
    package mutating func appendInterpolation(literal text: String) {
      self.text += Language.literal(text)
    }

    /// A word as it is, for comments: what is no letter, digit, `.`, `_` or `-` is written as `_`.
    package mutating func appendInterpolation(word text: String) {
      for byte in text.utf8 {
        switch byte {
        // The file stands alone, so that a test can compile it: no helper of another module.
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          self.text.unicodeScalars.append(Unicode.Scalar(byte))
        default: self.text += "_"
        }
      }
    }

    /// A number.
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// A constant of the language's Boolean type.
    package mutating func appendInterpolation(_ flag: Bool) { text += Language.literal(flag) }

    /// An identifier.
    package mutating func appendInterpolation(_ name: CodeName, _ style: CodeName.Style) {
      text += name.text(style)
    }

    /// The line at the top of the file, which is safe in comments.
    package mutating func appendInterpolation(_ header: GeneratedHeader) { text += header.text }

    /// Pieces of code, a line each or more, indented like the line they start on.
    package mutating func appendInterpolation(lines: [Code]) {
      // Most code is one line: it stands where it is.
      if lines.count == 1, lines[0].isOneLine {
        text += lines[0].text
        return
      }
      let end = text.utf8.lastIndex(of: UInt8(ascii: "\n"))
      let line = end.map { text.utf8[$0...].dropFirst() } ?? text.utf8[...]
      let depth = line.prefix { $0 == UInt8(ascii: " ") }.count
      var indented = IndentedLines(
        depth: depth, capacity: lines.reduce(0) { $0 + $1.text.utf8.count } * 9 / 8)
      for code in lines {
        // Literals of a language hold no line feed: only lines of code are split here.
        if unsafe code.text.utf8.withContiguousStorageIfAvailable({ unsafe indented.append($0) })
          == nil
        {
          unsafe Array(code.text.utf8).withUnsafeBufferPointer { unsafe indented.append($0) }
        }
      }
      text += indented.text
    }
  }
}

/// Lines behind a margin, the first of which goes on where it stands.
///
/// Bytes, since appending to a string a line at a time takes several times as long.
private struct IndentedLines {
  private let margin: [UInt8]
  private var output: [UInt8] = []
  private var isFirst = true

  init(depth: Int, capacity: Int) {
    margin = Array(("\n" + String(repeating: " ", count: depth)).utf8)
    output.reserveCapacity(capacity)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Appends a line or more; empty ones have no margin.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in 0...bytes.count
    where unsafe index == bytes.count || bytes[index] == UInt8(ascii: "\n") {
      if !isFirst { output += start == index ? margin[..<1] : margin[...] }
      unsafe output.append(contentsOf: bytes[start..<index])
      start = index + 1
      isFirst = false
    }
  }
}
