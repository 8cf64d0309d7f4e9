package import PolicyText

/// The edits of one file.
package struct FileEdit: Sendable {
  /// Relative to the root of the workspace.
  package var path: String
  /// The text that the spans refer to; empty for a new file.
  package var source: SourceFile
  package var edits: [(span: SourceSpan, text: String)]
  /// Whether the file must be created.
  package var isNew = false

  package init(
    _ source: SourceFile, _ edits: [(span: SourceSpan, text: String)], path: String? = nil,
    isNew: Bool = false
  ) {
    self.path = path ?? source.name
    self.source = source
    self.edits = edits
    self.isNew = isNew
  }

  /// The edited text.
  package var result: [UInt8] {
    var bytes = source.bytes
    for edit in edits.reversed() {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: Array(edit.text.utf8))
    }
    return bytes
  }
}
