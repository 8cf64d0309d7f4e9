package import PolicyText

extension ReadResult {
  /// Parses JSON.
  package init(json text: String, name: String = "test.json") {
    self = JSONReader.read(SourceFile(name: name, bytes: Array(text.utf8)), file: FileID(0))
  }
}
