package import PolicyText

extension ReadResult {
  /// What the reader makes of a JSON text.
  package init(json text: String, name: String = "test.json") {
    self = JSONReader.read(SourceFile(name: name, bytes: Array(text.utf8)), file: FileID(0))
  }
}
