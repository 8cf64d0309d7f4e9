import Foundation
package import Testing

/// Files with the expected output of a test.
package enum Golden {
  /// Compares bytes with `Tests/Goldens/<path>`. With `UPDATE_GOLDEN=1` it records them and still
  /// fails, so a test never passes on output that it has just written.
  package static func check(
    _ bytes: [UInt8], _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = Fixtures.root.appending(path: "Tests/Goldens/\(path)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(bytes).write(withFolderTo: url)
      Issue.record("recorded \(path)", sourceLocation: sourceLocation)
      return
    }
    let expected = try? Data(contentsOf: url)
    #expect(
      expected.map { [UInt8]($0) } == bytes,
      "\(path) is not as recorded; UPDATE_GOLDEN=1 records it", sourceLocation: sourceLocation)
  }
}
