/// Values by file: an array, since files are numbered. A dictionary by `FileID` would cost a small run a
/// look-up of its conformances for every type of value.
public struct FileTable<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value?] = []

  /// An empty table.
  public init() {}

  /// The value of a file; nil where it has none.
  @inlinable public subscript(file: FileID) -> Value? {
    get { file.index < values.count ? values[file.index] : nil }
    set {
      while values.count <= file.index { values.append(nil) }
      values[file.index] = newValue
    }
  }

  /// The value of a file, with a standard one where it has none.
  @inlinable public subscript(file: FileID, default standard: @autoclosure () -> Value) -> Value {
    get { self[file] ?? standard() }
    set { self[file] = newValue }
  }
}
