import PolicyText

/// An open document, which replaces the file on disk.
struct OpenDocument {
  /// As the client writes it.
  let uri: String
  /// The language id of `didOpen`.
  let language: String
  /// The path in the workspaces; nil for documents that are not checked.
  var path: String?
  private(set) var version: Int
  private(set) var source: SourceFile
  /// The contents for checks. For a large document, as last opened or saved.
  private(set) var checked: SourceFile
  /// The version of the contents for checks.
  private(set) var checkedVersion: Int
  /// Whether checks see older contents, with outdated locations.
  private(set) var isAhead = false
  /// Larger documents are checked on save only.
  private static let checkedAtOnce = 4 << 20

  init(uri: String, path: String?, language: String, version: Int, text: String) {
    self.uri = uri
    self.path = path
    self.language = language
    self.version = version
    source = SourceFile(name: path ?? uri, bytes: Array(text.utf8))
    checked = source
    checkedVersion = version
  }

  /// Updates the contents for checks.
  mutating func settle() {
    checked = source
    checkedVersion = version
    isAhead = false
  }

  /// Applies changes in order, each to the result of the previous one.
  ///
  /// - Throws: if a change is invalid.
  mutating func apply(
    _ changes: [JSONValue], version: Int, _ encoding: PositionEncoding
  ) throws(ResponseError) {
    defer {
      if source.bytes.count > Self.checkedAtOnce { isAhead = true } else { settle() }
    }
    for change in changes {
      guard let text = change["text"]?.stringValue else {
        throw .parameters("missing `text` in a change")
      }
      var bytes = source.bytes
      if let range = change["range"] {
        guard let (start, end) = Self.range(range) else {
          throw .parameters("missing position in a range")
        }
        let positions = TextPositions(source, encoding)
        let first = positions.offset(of: min(start, end))
        let last = positions.offset(of: max(start, end))
        bytes.replaceSubrange(first..<max(first, last), with: Array(text.utf8))
      } else {
        bytes = Array(text.utf8)
      }
      source = SourceFile(name: source.name, bytes: bytes)
    }
    self.version = version
  }

  /// The quote at the start of a range; clients compare completions with it.
  func filter(_ span: SourceSpan) -> String {
    span.start < span.end && source.bytes[span.start] == UInt8(ascii: "\"") ? "\"" : ""
  }

  static func range(_ value: JSONValue) -> (TextPosition, TextPosition)? {
    guard let start = value["start"].flatMap(position), let end = value["end"].flatMap(position)
    else { return nil }
    return (start, end)
  }

  static func position(_ value: JSONValue) -> TextPosition? {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    return TextPosition(line: line, character: character)
  }
}
