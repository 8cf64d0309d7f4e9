package import PolicyText

/// Collects the findings of a reader.
package struct ReaderFindings: Sendable {
  /// The rule for syntax errors.
  package static let syntax = ImportRule.syntax.id
  /// The rule for duplicate keys in formats whose tools accept them.
  package static let duplicate = ImportRule.shadowed.id
  /// The rule for files over a limit.
  package static let limit: RuleID = "yaml-limit"
  /// The rule for unsupported encodings.
  package static let encoding: RuleID = "yaml-encoding"

  private let file: FileID
  private let maximumCount: Int
  /// In the order of the file.
  package private(set) var diagnostics: [Diagnostic] = []

  package init(file: FileID, limits: ReadingLimits) {
    self.file = file
    maximumCount = limits.findings
  }

  /// Adds a finding. The last one below the limit states that the rest is omitted.
  package mutating func report(
    _ span: SourceSpan, _ message: String, help: String? = nil, rule: RuleID = Self.syntax,
    noting note: (message: String, span: SourceSpan)? = nil
  ) {
    guard diagnostics.count < maximumCount else { return }
    let isLast = diagnostics.count == maximumCount - 1
    let place = SourceLocation(file: file, span: span)
    guard !isLast else {
      diagnostics.append(
        Diagnostic(
          rule: Self.limit, severity: .error,
          message: "more than \(maximumCount) findings; the rest is omitted", location: place))
      return
    }
    let notes = note.map {
      [Diagnostic.Note($0.message, at: SourceLocation(file: file, span: $0.span))]
    }
    diagnostics.append(
      Diagnostic(
        rule: rule, severity: .error, message: message,
        help: help ?? (rule == Self.syntax ? "fix the syntax, or export the file again" : nil),
        location: place,
        notes: notes ?? []))
  }

  /// Reports a file that is too large, UTF-16 or not valid UTF-8; false for other files.
  package mutating func rejects(_ source: SourceFile, limits: ReadingLimits) -> Bool {
    let bytes = source.bytes
    if bytes.count > limits.bytes {
      report(SourceSpan(0, 0), "the file is larger than \(limits.bytes) bytes", rule: Self.limit)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes.count > 3 && (bytes[0] == 0) != (bytes[1] == 0)
        && (bytes[2] == 0) != (bytes[3] == 0))
    {
      report(
        SourceSpan(0, 0), "UTF-16 is not supported", help: "save the file as UTF-8",
        rule: Self.encoding)
    } else if let place = DisplayText.firstInvalidByte(of: bytes) {
      report(
        SourceSpan(place, place + 1), "invalid UTF-8 byte",
        help: "save the file as UTF-8", rule: Self.encoding)
    } else {
      return false
    }
    return true
  }
}

/// A string with its bytes in the file.
package struct SpannedString: Sendable, Equatable {
  package var text: ExactString
  /// Without quotes.
  package var span: SourceSpan

  package init(_ text: ExactString, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}
