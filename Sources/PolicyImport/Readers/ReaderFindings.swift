package import PolicyText

/// The findings of a reader that makes no `SourceTree`.
package struct ReaderFindings: Sendable {
  /// The rule that a file breaks which is not what its format demands.
  package static let syntax = ImportRule.syntax.id
  /// The rule that speaks of a key that stands twice where tools take one of them without a word.
  package static let duplicate = ImportRule.shadowed.id
  /// The rule that a file breaks which is larger or deeper than readers go.
  package static let limit: RuleID = "yaml-limit"
  /// The rule that a file breaks whose characters cannot be read.
  package static let encoding: RuleID = "yaml-encoding"

  private let file: FileID
  private let most: Int
  /// What was found, in the order of the file.
  package private(set) var diagnostics: [Diagnostic] = []

  /// No findings in a file.
  package init(file: FileID, limits: ReadingLimits) {
    self.file = file
    most = limits.findings
  }

  /// Adds a finding; one beyond the limit says that the rest is left out.
  package mutating func report(
    _ span: Span, _ message: String, help: String? = nil, rule: RuleID = Self.syntax,
    noting note: (message: String, span: Span)? = nil
  ) {
    guard diagnostics.count < most else { return }
    let isLast = diagnostics.count == most - 1
    let place = SourceLocation(file: file, span: span)
    guard !isLast else {
      diagnostics.append(
        Diagnostic(
          rule: Self.limit, severity: .error,
          message: "more than \(most) findings; the rest is left out", location: place))
      return
    }
    let notes = note.map {
      [Diagnostic.Note($0.message, at: SourceLocation(file: file, span: $0.span))]
    }
    diagnostics.append(
      Diagnostic(
        rule: rule, severity: .error, message: message, help: help, location: place,
        notes: notes ?? []))
  }

  /// Reports what no reader of text can read: a file that is too large, of two bytes for each character, or
  /// no UTF-8; true when there is something to say.
  package mutating func refuses(_ source: SourceFile, limits: ReadingLimits) -> Bool {
    let bytes = source.bytes
    if bytes.count > limits.bytes {
      report(Span(0, 0), "the file has more than \(limits.bytes) bytes", rule: Self.limit)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes.count > 3 && (bytes[0] == 0) != (bytes[1] == 0)
        && (bytes[2] == 0) != (bytes[3] == 0))
    {
      report(
        Span(0, 0), "the file is UTF-16, which is not read", help: "save it as UTF-8",
        rule: Self.encoding)
    } else if let place = UTF8Text.firstInvalidByte(of: bytes) {
      report(
        Span(place, place + 1), "this byte is no part of UTF-8",
        help: "save the file as UTF-8", rule: Self.encoding)
    } else {
      return false
    }
    return true
  }
}
