import PolicyModel
public import PolicyText

/// A file and its contents as `linkpolicy fmt` writes them.
///
/// Keys are in the schema's order, indented by two spaces. Strings are quoted only if a YAML 1.1 or
/// 1.2 reader needs it. Flow collections are on one line of at most 100 columns, or written as
/// blocks. Comments, empty lines between entries and the order of lists stay. The result is parsed
/// again and must have the same values and comments.
public struct FormattedFile: Sendable {
  /// The result of formatting.
  public enum Outcome: Sendable, Equatable {
    /// The file is already formatted.
    case unchanged
    /// The formatted contents.
    case changed([UInt8])
    /// The file can't be read, for this reason, and stays unchanged.
    case unreadable(String)
    /// The file has no marker of the policy language, and stays unchanged.
    case unmarked
    /// An internal error: formatting would change the file's meaning, so it stays unchanged.
    case unproved
  }

  /// The original file.
  public let source: SourceFile
  /// The result.
  public let outcome: Outcome

  /// Formats a file in memory, in linear time. Never fails.
  public init(_ source: SourceFile) {
    self.source = source
    do throws(FormattingRefusal) {
      let bytes = try PolicyFormatter.format(source)
      outcome = bytes == source.bytes ? .unchanged : .changed(bytes)
    } catch {
      outcome =
        switch error {
        case .unreadable(let reason, let span): .unreadable(Self.placed(reason, span, source))
        case .longKey(let span):
          .unreadable(Self.placed("a key of more than 1,000 bytes or several lines", span, source))
        case .unmarked: .unmarked
        case .unproved: .unproved
        }
    }
  }

  private static func placed(_ reason: String, _ span: SourceSpan, _ source: SourceFile) -> String {
    let place = source.position(of: span.start)
    return "\(place.line):\(place.column): \(reason)"
  }

  /// The changes as a unified diff; empty if there are none. Secrets are redacted in both versions.
  ///
  /// - Parameter isShown: escapes control characters; if false, the diff is an exact patch.
  public func diff(isShown: Bool) -> String {
    guard case .changed(let bytes) = outcome else { return "" }
    let new = SourceFile(name: source.name, bytes: bytes)
    let shown = Redactions.redacted(old: Self.version(source), new: Self.version(new))
    return UnifiedDiff.text(path: source.name, old: shown.old, new: shown.new, isShown: isShown)
  }

  private static func version(
    _ source: SourceFile
  ) -> (source: SourceFile, file: FileID, redactions: Redactions) {
    let file = InputFile(source: source, kind: .policy, isExplicit: true)
    return (source, FileID(0), Project([file]).report.hidden)
  }
}

extension ProjectConfiguration {
  /// Formats the policies, test files and configurations of some paths.
  ///
  /// - Parameter paths: empty for the configuration and its policies.
  public func formattedFiles(at paths: [String] = []) throws(FileSystemError) -> [FormattedFile] {
    try inputs(at: paths).compactMap { input in
      guard input.kind == .policy else { return nil }
      let file = FormattedFile(input.source)
      // Other YAML in a directory is ignored.
      return file.outcome == .unmarked && !input.isExplicit ? nil : file
    }
  }
}

extension FormattedFile {
  /// The changed lines; empty if there are none. Bytes between the edits are equal, so an editor
  /// keeps its cursors and marks.
  package var edits: [(span: SourceSpan, text: [UInt8])] {
    guard case .changed(let bytes) = outcome else { return [] }
    let new = SourceFile(name: source.name, bytes: bytes)
    return LineDifference.edits(from: Self.lines(of: source), to: Self.lines(of: new)).map { edit in
      (
        span: SourceSpan(
          Self.offset(edit.old.lowerBound, source), Self.offset(edit.old.upperBound, source)),
        text: Array(
          bytes[Self.offset(edit.new.lowerBound, new)..<Self.offset(edit.new.upperBound, new)])
      )
    }
  }

  private static func lines(of source: SourceFile) -> [ArraySlice<UInt8>] {
    source.lineStarts.indices.map { source.bytes[offset($0, source)..<offset($0 + 1, source)] }
  }

  /// The offset of a line; the end of the file after the last one.
  private static func offset(_ line: Int, _ source: SourceFile) -> Int {
    line < source.lineStarts.count ? Int(source.lineStarts[line]) : source.bytes.count
  }
}
