package import PolicyText

/// A build configuration file (`*.xcconfig`).
package struct XcodeConfig: Sendable {
  /// `NAME[sdk=iphoneos*] = value`.
  package struct Setting: Sendable {
    package var name: ExactString
    /// The text in brackets, such as `sdk=iphoneos*`; nil without a condition.
    package var condition: ExactString?
    package var value: SpannedString
  }

  /// `#include "Base.xcconfig"`, also with `?` for a file that may be missing.
  package struct Include: Sendable {
    package var path: SpannedString
    /// The number of settings before it; later settings win.
    package var position: Int
  }

  package private(set) var settings: [Setting] = []
  package private(set) var includes: [Include] = []

  /// Reads settings and `#include` lines; ignores other lines, as Xcode does.
  package init(_ file: SourceFile) {
    for line in file.lineStarts.indices {
      let span = file.lineSpan(line)
      var end = span.start
      // `//` starts a comment anywhere, even in a URL.
      while end < span.end, !file.bytes[end..<span.end].starts(with: "//".utf8) { end += 1 }
      read(Self.trimmed(SourceSpan(span.start, end), file.bytes), file.bytes)
    }
  }

  private mutating func read(_ line: SourceSpan, _ bytes: [UInt8]) {
    let text = bytes[line.start..<line.end]
    if text.starts(with: "#include".utf8) { return include(line, bytes) }
    guard let equals = Self.assignment(line, bytes) else { return }
    var name = Self.trimmed(SourceSpan(line.start, equals), bytes)
    var condition: ExactString?
    if let open = bytes[name.start..<name.end].firstIndex(of: UInt8(ascii: "[")) {
      let close = bytes[open..<name.end].lastIndex(of: UInt8(ascii: "]")) ?? name.end
      condition = ExactString(decoding: bytes[(open + 1)..<max(close, open + 1)])
      name = Self.trimmed(SourceSpan(name.start, open), bytes)
    }
    let isName =
      !bytes[name.start..<name.end].isEmpty
      && bytes[name.start..<name.end].allSatisfy {
        PercentEncoding.isUnreserved($0)
      }
    guard isName else { return }
    let value = Self.trimmed(SourceSpan(equals + 1, line.end), bytes)
    settings.append(
      Setting(
        name: ExactString(decoding: bytes[name.start..<name.end]), condition: condition,
        value: SpannedString(ExactString(decoding: bytes[value.start..<value.end]), value)))
  }

  /// The position of the `=` outside conditions.
  private static func assignment(_ line: SourceSpan, _ bytes: [UInt8]) -> Int? {
    var depth = 0
    for index in line.start..<line.end {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      case UInt8(ascii: "=") where depth == 0: return index
      default: break
      }
    }
    return nil
  }

  private mutating func include(_ line: SourceSpan, _ bytes: [UInt8]) {
    var index = line.start + "#include".utf8.count
    if index < line.end, bytes[index] == UInt8(ascii: "?") { index += 1 }
    let rest = Self.trimmed(SourceSpan(index, line.end), bytes)
    guard rest.end - rest.start > 1, bytes[rest.start] == UInt8(ascii: "\""),
      let close = bytes[(rest.start + 1)..<rest.end].firstIndex(of: UInt8(ascii: "\""))
    else { return }
    let path = SourceSpan(rest.start + 1, close)
    includes.append(
      Include(
        path: SpannedString(ExactString(decoding: bytes[path.start..<path.end]), path),
        position: settings.count))
  }

  private static func trimmed(_ span: SourceSpan, _ bytes: [UInt8]) -> SourceSpan {
    var start = span.start
    var end = span.end
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return SourceSpan(start, end)
  }
}
