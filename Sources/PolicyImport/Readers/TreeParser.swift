import PolicyText

/// Ends reading, or reading of a line; the error is already reported.
struct ReadingStopped: Error {}

/// Reads bytes one after another.
protocol ByteScanner {
  var bytes: [UInt8] { get }
  var index: Int { get set }
}

extension ByteScanner {
  func peek(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  func starts(with text: String) -> Bool { bytes.holds(text, at: index) }

  /// The span of some bytes, up to the end of a character.
  func characters(at place: Int, count: Int = 1) -> SourceSpan {
    var end = min(place + count, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return SourceSpan(min(place, bytes.count), end)
  }

  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = peek(), isSkipped(byte) { index += 1 }
  }

  /// Reads at most some hex digits.
  mutating func readHexDigits(_ count: Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = peek().flatMap(PercentEncoding.hexValue) else { break }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}

/// Reads a file into a tree in one pass.
protocol TreeParser: ByteScanner {
  var writer: TreeWriter { get set }
}

extension TreeParser {
  /// Reads the file, unless its size or encoding isn't supported.
  mutating func result(
    of source: SourceFile, _ file: FileID, _ limits: ReadingLimits,
    _ read: (inout Self) throws(ReadingStopped) -> Void
  ) -> ReadResult {
    var findings = ReaderFindings(file: file, limits: limits)
    if findings.rejects(source, limits: limits) {
      writer.append(findings.diagnostics)
    } else {
      do throws(ReadingStopped) { try read(&self) } catch {}
    }
    return writer.finish()
  }

  /// Reports an error, by default at the current byte.
  mutating func stop(
    _ message: String, at place: Int? = nil, length: Int = 1,
    help: String? = "fix the syntax, or export the file again", notes: [Diagnostic.Note] = []
  ) throws(ReadingStopped) -> Never {
    writer.report(
      ReaderFindings.syntax, characters(at: place ?? index, count: length), message, help: help,
      notes: notes)
    throw ReadingStopped()
  }
}

extension TreeWriter {
  init(_ source: SourceFile, _ file: FileID, _ limits: ReadingLimits) {
    self.init(
      file: file, source: source, limits: limits, duplicateRule: ReaderFindings.duplicate)
  }

  /// Opens a sequence or mapping, unless a limit is exceeded.
  mutating func begin(_ kind: NodeKind, at start: Int) throws(ReadingStopped) {
    if !open(kind, at: start) { throw ReadingStopped() }
  }

  /// Writes a scalar whose value equals its source, by default all of it.
  mutating func write(
    _ style: ScalarStyle, at span: SourceSpan, text: SourceSpan? = nil
  ) throws(ReadingStopped) {
    if !add(style, at: span, text: text ?? span) { throw ReadingStopped() }
  }

  /// Writes a scalar whose value differs from its source.
  mutating func write(
    _ style: ScalarStyle, at span: SourceSpan, copying text: some Collection<UInt8>
  ) throws(ReadingStopped) {
    if !add(style, at: span, copying: text) { throw ReadingStopped() }
  }
}

extension [UInt8] {
  /// Adds a character; U+FFFD for a number that isn't one.
  mutating func append(codePoint: UInt32) {
    self += String(Unicode.Scalar(codePoint) ?? "\u{FFFD}").utf8
  }
}
