public import PolicyText
import PolicyModel

/// A file of the policy language and its text in the one form that `linkpolicy fmt` writes.
///
/// The form: keys in the order of the language, two spaces, quotes only where a reader of YAML 1.1 or 1.2
/// needs them, flow collections on one line of at most 100 columns or as blocks. Comments, blank lines
/// between entries and the order of lists stay. A file is only ever changed to a text that was read again
/// and compared: same values, same comments.
public struct FormattedFile: Sendable {
  /// What became of it.
  public enum Outcome: Sendable, Equatable {
    /// It has the form already.
    case unchanged
    /// The bytes that it should have.
    case changed([UInt8])
    /// It cannot be read, for this reason; it stays as it is.
    case unreadable(String)
    /// No key marks it as a file of the policy language; it stays as it is.
    case unmarked
    /// A fault of linkpolicy: the new text would not have meant the same; it stays as it is.
    case unproved
  }

  /// The file as it was read.
  public let source: SourceFile
  /// Its form.
  public let outcome: Outcome

  /// Formats a file in memory. Linear in its size; never fails.
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

  private static func placed(_ reason: String, _ span: Span, _ source: SourceFile) -> String {
    let place = source.position(of: span.start)
    return "\(place.line):\(place.column): \(reason)"
  }

  /// What changes, as a unified diff; secrets are redacted in both texts. Empty where nothing does.
  ///
  /// - Parameter isShown: characters that could drive a terminal are shown as escapes; without it the diff
  ///   is a patch to the byte.
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
  /// The policies, test files and configurations that paths mean, with their form.
  ///
  /// - Parameter paths: empty for those of the configuration, and the configuration itself.
  public func formattedFiles(at paths: [String] = []) throws(FileSystemError) -> [FormattedFile] {
    try inputs(at: paths).compactMap { input in
      guard input.kind == .policy else { return nil }
      let file = FormattedFile(input.source)
      // Other YAML that a directory holds is nobody's business.
      return file.outcome == .unmarked && !input.isExplicit ? nil : file
    }
  }
}
