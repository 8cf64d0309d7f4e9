import PolicyText
import PolicyTestSupport

/// Vector files whose cells hold JSON.
enum VectorFile {
  struct Malformed: Error {}

  /// A whole file.
  static func json(_ name: String) throws -> JSONValue {
    try JSONText.parse(Array(try Fixtures.vectors(name)))
  }

  /// A cell; an empty one is null.
  static func parse(_ cell: String?) throws -> JSONValue {
    guard let cell else { throw Malformed() }
    return cell.isEmpty ? .null : try JSONText.parse(Array(cell.utf8))
  }
}
