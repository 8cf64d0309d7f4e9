import PolicyText

/// A text that an editor has open: it counts instead of what is on the disk.
struct OpenDocument {
  /// As the client spells it.
  let uri: String
  /// Of the client's words, as `didOpen` has it.
  let language: String
  /// Where the text is for the workspaces; nil for texts that are none of their business.
  var path: String?
  private(set) var version: Int
  private(set) var source: SourceFile
  /// What checks see: the text itself, of a large one as it was opened or saved last.
  private(set) var checked: SourceFile
  /// The version of what checks see.
  private(set) var checkedVersion: Int
  /// Checks see an older text, and nothing that they found stands where it stood.
  private(set) var isAhead = false
  /// Texts with more bytes are checked when they are saved.
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

  /// Lets checks see the text as it is.
  mutating func settle() {
    checked = source
    checkedVersion = version
    isAhead = false
  }

  /// Applies changes in their order, each on the result of the one before.
  ///
  /// - Throws: where one is none.
  mutating func apply(
    _ changes: [JSONValue], version: Int, _ encoding: PositionEncoding
  ) throws(ResponseError) {
    defer {
      if source.bytes.count > Self.checkedAtOnce { isAhead = true } else { settle() }
    }
    for change in changes {
      guard let text = change["text"]?.stringValue else {
        throw .parameters("a change without text")
      }
      var bytes = source.bytes
      if let range = change["range"] {
        guard let (start, end) = Self.range(range) else {
          throw .parameters("a range without positions")
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

  /// The quote that a range starts with: clients compare what they filter by with the text there.
  func filter(_ span: Span) -> String {
    span.start < span.end && source.bytes[span.start] == UInt8(ascii: "\"") ? "\"" : ""
  }

  /// The two ends of a range of the protocol.
  static func range(_ value: JSONValue) -> (TextPosition, TextPosition)? {
    guard let start = value["start"].flatMap(position), let end = value["end"].flatMap(position)
    else { return nil }
    return (start, end)
  }

  /// A position of the protocol.
  static func position(_ value: JSONValue) -> TextPosition? {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    return TextPosition(line: line, character: character)
  }
}
