import PolicyText
import Testing

extension Fixtures {
  private struct NoRows: Error {
    var file: String
  }

  /// Reads the rows of `Tests/Vectors/rows/<name>.yaml`, whose cells are strings.
  package static func rows(_ name: String) throws -> [[String]] {
    let file = SourceFile(name: name, bytes: try bytes("Tests/Vectors/rows/\(name).yaml"))
    let result = YAMLReader.read(file, file: FileID(0))
    let tree = result.tree
    let rows = tree.root.map { tree.items($0).map { tree.items($0).map { tree.text($0).string } } }
    guard let rows, !rows.isEmpty, result.diagnostics.isEmpty else { throw NoRows(file: name) }
    return rows
  }

  /// Reads `Tests/Policies/<name>.yaml`. If that fails, so does the test.
  package static func policy(_ name: String) -> String {
    do { return try text("Tests/Policies/\(name).yaml") } catch {
      Issue.record(error)
      return ""
    }
  }
}
