/// Values by file, in an array, since files are numbered. A table of one file starts at its number.
public struct FileTable<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value?] = []
  /// The number of the first file with room.
  @usableFromInline var start = 0

  /// An empty table.
  public init() {}

  /// The value of a file; nil where it has none.
  @inlinable public subscript(file: FileID) -> Value? {
    get { values.indices.contains(file.index - start) ? values[file.index - start] : nil }
    // In place: a copy for each change would make a table of large values quadratic.
    _modify {
      makeRoom(for: file)
      yield &values[file.index - start]
    }
  }

  /// The value of a file, with a default where it has none.
  @inlinable public subscript(file: FileID, default defaultValue: @autoclosure () -> Value) -> Value
  {
    get { self[file] ?? defaultValue() }
    _modify {
      var value = self[file] ?? defaultValue()
      self[file] = nil
      defer { self[file] = value }
      yield &value
    }
  }

  @inlinable mutating func makeRoom(for file: FileID) {
    if values.isEmpty { start = file.index }
    if file.index < start {
      // All that may come: to make room for one after the other would be quadratic.
      values.insert(contentsOf: repeatElement(nil, count: start), at: 0)
      start = 0
    }
    while values.count <= file.index - start { values.append(nil) }
  }
}
