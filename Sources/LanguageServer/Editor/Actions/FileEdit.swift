package import PolicyText

/// What an action does to one file.
package struct FileEdit: Sendable {
  /// As the workspace names it: relative to its root.
  package var path: String
  /// What the spans are of; empty for a file that is not there yet.
  package var source: SourceFile
  package var edits: [(span: Span, text: String)]
  /// The file is made by it.
  package var isNew = false

  package init(
    _ source: SourceFile, _ edits: [(span: Span, text: String)], path: String? = nil,
    isNew: Bool = false
  ) {
    self.path = path ?? source.name
    self.source = source
    self.edits = edits
    self.isNew = isNew
  }

  /// The text afterwards.
  package var result: [UInt8] {
    var bytes = source.bytes
    for edit in edits.reversed() {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: Array(edit.text.utf8))
    }
    return bytes
  }
}
