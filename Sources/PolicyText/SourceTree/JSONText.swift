/// JSON texts that are no files: values of options.
package enum JSONText {
  /// Why a text is not JSON.
  package struct Problem: Error, Sendable {
    package var message: String
  }

  /// The value of a text; strict.
  package static func parse(
    _ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()
  ) throws(Problem) -> JSONValue {
    let result = JSONReader.read(
      SourceFile(name: "-", bytes: bytes), file: FileID(0), limits: limits)
    if let problem = result.diagnostics.first { throw Problem(message: problem.message) }
    guard let root = result.tree.root else { throw Problem(message: "nothing") }
    return result.tree.json(root)
  }
}
