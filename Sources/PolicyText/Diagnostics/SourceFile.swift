/// A half-open range of bytes in one file.
public struct SourceSpan: Sendable, Hashable, Comparable {
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte.
  public var end: Int

  /// Creates a span; an end before the start is set to the start.
  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// Compares the starts, then the ends.
  public static func < (left: SourceSpan, right: SourceSpan) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }

  /// True if the span contains another one.
  package func contains(_ other: SourceSpan) -> Bool { start <= other.start && other.end <= end }
}

/// A position in a file, as editors show it.
public struct Position: Sendable, Hashable {
  /// The line, starting with 1. LF, CR LF and a lone CR end a line.
  public var line: Int
  /// The column, starting with 1, in Unicode scalars without a byte order mark.
  public var column: Int
  /// The byte offset, starting with 0.
  public var offset: Int
}

/// The contents of a file and the starts of its lines.
public struct SourceFile: Sendable {
  /// The path as the user or the search named it, with `/`.
  public let name: String
  /// The contents.
  public let bytes: [UInt8]
  /// The offset of each line; never empty.
  package let lineStarts: [UInt32]
  /// Counts UTF-8 continuation bytes, to convert offsets to columns.
  private let continuations: ByteCounts

  /// True if all bytes are ASCII, so each byte is a scalar.
  package let isASCII: Bool

  /// True if the file has a carriage return without a line feed, which YAML reads as a line break.
  package let hasLoneReturn: Bool

  /// Creates a file and its tables.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts: [UInt32] = [0]
    starts.reserveCapacity(bytes.count / 32)
    bytes.forEachOffset(of: 0x0A) { starts.append(UInt32(truncatingIfNeeded: $0 + 1)) }
    var hasLoneReturn = false
    let lines = starts.count
    bytes.forEachOffset(of: 0x0D) { index in
      let isLast = index + 1 == bytes.count
      guard isLast || bytes[index + 1] != 0x0A else { return }
      starts.append(UInt32(truncatingIfNeeded: index + 1))
      if !isLast { hasLoneReturn = true }
    }
    if starts.count > lines { starts.sort() }
    lineStarts = starts
    self.hasLoneReturn = hasLoneReturn
    isASCII = bytes.firstNonASCII() == nil
    continuations = ByteCounts(bytes, isASCII: isASCII, mask: 0xC0, value: 0x80)
  }

  /// The length of a UTF-8 byte order mark at the start: 3 or 0.
  package var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The position of an offset, or of the end for larger offsets.
  public func position(of offset: Int) -> Position {
    let offset = max(0, min(offset, bytes.count))
    let line = lineIndex(of: offset)
    var start = Int(lineStarts[line])
    if line == 0 { start = min(byteOrderMarkLength, offset) }
    let column =
      max(start, offset) - start - continuations.count(in: bytes, start..<max(start, offset))
    return Position(line: line + 1, column: column + 1, offset: offset)
  }

  /// The zero-based line of an offset.
  package func lineIndex(of offset: Int) -> Int {
    max(0, lineStarts.firstSorted { Int($0) > offset } - 1)
  }

  /// The bytes of a line, by its index from 0, without the line break.
  package func lineSpan(_ index: Int) -> SourceSpan {
    let start = Int(lineStarts[index])
    var end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return SourceSpan(index == 0 ? min(byteOrderMarkLength, end) : start, end)
  }

  /// The string in a range of bytes; invalid UTF-8 becomes U+FFFD.
  public func text(_ span: SourceSpan) -> String {
    let end = min(span.end, bytes.count)
    return String(decoding: bytes[min(span.start, end)..<end], as: UTF8.self)
  }
}

/// A location in output.
public struct SourceReference: Sendable, Hashable {
  /// The path of the file, as given.
  public var file: String
  /// The path of the key or value in the file.
  public var path: String
  /// The line, starting with 1.
  public var line: Int
  /// The column, starting with 1, in Unicode scalars.
  public var column: Int

  /// The reference as JSON.
  package var json: JSONValue {
    [
      "file": .string(file), "path": .string(path), "line": .int(line), "column": .int(column),
    ]
  }

  /// Creates a reference.
  package init(file: String, path: String, line: Int, column: Int) {
    self.file = file
    self.path = path
    self.line = line
    self.column = column
  }
}

/// Why a file can't be used.
public struct FileSystemError: LinkPolicyError {
  /// The path, as given.
  public var path: String
  /// Lower case, no period: "no such file or directory".
  public var reason: String
  /// Further errors: a search reports all of them at once.
  package var others: [FileSystemError] = []
  /// Whether the path is the default for policies, which doesn't exist.
  package var isMissingDefault = false
  /// Creates an error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
  /// The path and the reason, without `others`.
  public var message: String { "\(path): \(reason)" }
}

/// Positions in UTF-16 code units, in which SARIF and GitHub count columns.
struct UTF16Columns {
  private let source: SourceFile
  /// Counts code points above the BMP, by their first bytes.
  private let supplementary: ByteCounts

  init(_ source: SourceFile) {
    self.source = source
    supplementary = ByteCounts(
      source.bytes, isASCII: source.isASCII, mask: 0xF0, value: 0xF0)
  }

  /// The position of an offset. The column counts UTF-16 code units, starting with 1.
  func position(of offset: Int) -> Position {
    var position = source.position(of: offset)
    let start = min(Int(source.lineStarts[position.line - 1]), position.offset)
    position.column += supplementary.count(in: source.bytes, start..<position.offset)
    return position
  }
}

/// Counts of non-ASCII bytes that have a value under a mask.
private struct ByteCounts: Sendable {
  private static let stride = 256
  private let mask: UInt8
  private let value: UInt8
  /// The counts before every 256th byte; empty if no byte matches.
  private var table: [UInt32] = []

  init(_ bytes: [UInt8], isASCII: Bool, mask: UInt8, value: UInt8) {
    self.mask = mask
    self.value = value
    guard !isASCII else { return }
    var count: UInt32 = 0
    for index in bytes.indices {
      if index % Self.stride == 0 { table.append(count) }
      if bytes[index] & mask == value { count += 1 }
    }
  }

  func count(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    count(in: bytes, before: range.upperBound) - count(in: bytes, before: range.lowerBound)
  }

  private func count(in bytes: [UInt8], before offset: Int) -> Int {
    guard !table.isEmpty else { return 0 }
    let entry = min(offset / Self.stride, table.count - 1)
    var count = Int(table[entry])
    for index in (entry * Self.stride)..<offset where bytes[index] & mask == value { count += 1 }
    return count
  }
}

/// Values by file, in an array that starts with the lowest file index. Public, because only the
/// members of public types are specialized in other modules.
public struct FileTable<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value?] = []
  /// The index of the first file with a slot.
  @usableFromInline var start = 0

  /// An empty table.
  package init() {}

  /// The value of a file; nil if it has none.
  @inlinable package subscript(file: FileID) -> Value? {
    get { values.indices.contains(file.index - start) ? values[file.index - start] : nil }
    // In place: copying for each change would make large values quadratic.
    _modify {
      makeRoom(for: file)
      yield &values[file.index - start]
    }
  }

  /// The value of a file, or a default.
  @inlinable package subscript(file: FileID, default defaultValue: @autoclosure () -> Value)
    -> Value
  {
    get { self[file] ?? defaultValue() }
    _modify {
      var value = self[file] ?? defaultValue()
      self[file] = nil
      defer { self[file] = value }
      yield &value
    }
  }

  @inlinable mutating func makeRoom(for file: FileID) {
    if values.isEmpty { start = file.index }
    if file.index < start {
      // Reserve all at once: inserting one at a time would be quadratic.
      values.insert(contentsOf: repeatElement(nil, count: start), at: 0)
      start = 0
    }
    while values.count <= file.index - start { values.append(nil) }
  }
}

/// An error of the library.
public protocol LinkPolicyError: Error, Sendable, CustomStringConvertible {
  /// A message on one line, lower case, without a final period.
  var message: String { get }
  /// The line of a policy that causes it, if any.
  var location: SourceReference? { get }
}

extension LinkPolicyError {
  /// Nil.
  public var location: SourceReference? { nil }
  /// The message, preceded by its location if it has one.
  public var description: String {
    location.map { "\($0.file):\($0.line):\($0.column): \(message)" } ?? message
  }
}
