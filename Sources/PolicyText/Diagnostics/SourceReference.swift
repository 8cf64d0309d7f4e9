/// A place as answers show it.
public struct SourceReference: Sendable, Hashable {
  /// The file as it was named.
  public var file: String
  /// The logical path.
  public var path: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// The JSON form of answers.
  public var json: JSONValue {
    [
      "file": .string(file), "path": .string(path), "line": .int(line), "column": .int(column),
    ]
  }

  /// A place in a file.
  public init(file: String, path: String, line: Int, column: Int) {
    self.file = file
    self.path = path
    self.line = line
    self.column = column
  }
}
