/// A piece of code in a language, made of literals of this program and of escaped values.
///
/// Nothing else compiles: a text of the policy can be interpolated only as `\(literal: text)`, and code
/// cannot be made from a `String` at all, since its literals are `StaticString`.
package struct Code<Language: CodeLanguage>: Sendable, ExpressibleByStringInterpolation {
  /// The code as UTF-8, without what streams write.
  private(set) var bytes: [UInt8] = []
  /// In the order of their places.
  private var streams: [CodeStream<Language>] = []

  /// Code that stands in this program.
  package init(stringLiteral value: StaticString) { append(value) }

  /// Code with values in it.
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.code }

  private init() {}

  /// The code, with everything that streams write.
  package var text: String { String(decoding: flat, as: UTF8.self) }

  /// The bytes of the code, with everything that streams write.
  var flat: [UInt8] {
    if streams.isEmpty { return bytes }
    var flat: [UInt8] = []
    forEachPiece { flat += $0 }
    // Without the final line feed of files.
    return flat.dropLast()
  }

  /// True where pieces are made as they are written.
  package var isStream: Bool { !streams.isEmpty }

  /// True for code without a line feed.
  package var isOneLine: Bool { streams.isEmpty && !bytes.contains(UInt8(ascii: "\n")) }

  /// Pieces one after the other.
  package static func joined(_ pieces: [Code], by separator: Code = "") -> Code {
    var code = Code()
    code.bytes.reserveCapacity(
      pieces.reduce(0) { $0 + $1.bytes.count + separator.bytes.count })
    for (index, piece) in pieces.enumerated() {
      if index > 0 { code.bytes += separator.bytes }
      code.append(piece)
    }
    return code
  }

  /// Pieces that are made one after the other when the file is written, so that memory never holds all of
  /// them: clients of an estate. Only one line may follow them on theirs.
  ///
  /// - Parameter separator: stands between them, and ends with a line feed.
  package static func stream(
    by separator: Code = "\n", _ pieces: @escaping @Sendable (_ take: (Code) -> Void) -> Void
  ) -> Code {
    var code = Code()
    code.streams.append(CodeStream(separator: separator.bytes, pieces: pieces))
    return code
  }

  /// Hands over the code and a final line feed, some whole lines at a time.
  package func forEachPiece(_ take: ([UInt8]) -> Void) {
    var output: [UInt8] = []
    var start = 0
    for stream in streams {
      output += bytes[start..<stream.place]
      start = stream.place
      stream.write(to: &output, take)
    }
    output += bytes[start...]
    output.append(UInt8(ascii: "\n"))
    take(output)
  }

  // MARK: appending

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Code as it is.
  private mutating func append(_ code: Code) {
    for var stream in code.streams {
      stream.place += bytes.count
      streams.append(stream)
    }
    bytes += code.bytes
  }

  /// Pieces, a line each or more, indented like the line they start on.
  private mutating func append(lines: [Code]) {
    // Most code is one line: it stands where it is.
    if lines.count == 1, lines[0].isOneLine {
      bytes += lines[0].bytes
      return
    }
    var margin = CodeMargin(depth: depth)
    for (index, code) in lines.enumerated() {
      if index > 0 { margin.endLine(&bytes) }
      var start = 0
      for var stream in code.streams {
        margin.append(code.bytes[start..<stream.place], to: &bytes)
        margin.beginLine(&bytes)
        start = stream.place
        stream.place = bytes.count
        stream.depth += margin.depth
        streams.append(stream)
      }
      margin.append(code.bytes[start...], to: &bytes)
    }
  }

  /// How far the last line is indented.
  private var depth: Int {
    let line = bytes[((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...]
    return (line.firstIndex { $0 != UInt8(ascii: " ") } ?? line.endIndex) - line.startIndex
  }

  /// Collects the pieces of an interpolated literal.
  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var code = Code()

    /// An empty collection.
    package init(literalCapacity: Int, interpolationCount: Int) {
      code.bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    /// Code that stands in this program.
    package mutating func appendLiteral(_ literal: StaticString) { code.append(literal) }

    /// Other code; its lines keep the indentation of the line it starts on.
    package mutating func appendInterpolation(_ code: Code) { self.code.append(lines: [code]) }

    /// The literal of a text.
    package mutating func appendInterpolation(literal text: String) {
      Language.append(literal: text, to: &code.bytes)
    }

    /// A word as it is, for comments: what is no letter, digit, `.`, `_` or `-` is written as `_`.
    package mutating func appendInterpolation(word text: String) {
      for byte in text.utf8 {
        switch byte {
        // The file stands alone, so that a test can compile it: no helper of another module.
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          code.bytes.append(byte)
        default: code.bytes.append(UInt8(ascii: "_"))
        }
      }
    }

    /// A number.
    package mutating func appendInterpolation(_ number: Int) { code.bytes += String(number).utf8 }

    /// A constant of the language's Boolean type.
    package mutating func appendInterpolation(_ flag: Bool) {
      code.bytes += Language.literal(flag).utf8
    }

    /// An identifier.
    package mutating func appendInterpolation(_ name: CodeName, _ style: CodeName.Style) {
      code.bytes += name.text(style).utf8
    }

    /// The line at the top of the file, which is safe in comments.
    package mutating func appendInterpolation(_ header: GeneratedHeader) {
      code.bytes += header.text.utf8
    }

    /// Pieces of code, a line each or more, indented like the line they start on.
    package mutating func appendInterpolation(lines: [Code]) { code.append(lines: lines) }
  }
}
