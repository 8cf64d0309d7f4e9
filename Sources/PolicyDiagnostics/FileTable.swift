/// Values by file: an array, since files are numbered. A dictionary by `FileID` would cost a small run a
/// look-up of its conformances for every type of value.
public struct FileTable<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value?] = []

  /// An empty table.
  public init() {}

  /// The value of a file; nil where it has none.
  @inlinable public subscript(file: FileID) -> Value? {
    get { file.index < values.count ? values[file.index] : nil }
    // In place: a copy for each change would make a table of large values quadratic.
    _modify {
      while values.count <= file.index { values.append(nil) }
      yield &values[file.index]
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
}
