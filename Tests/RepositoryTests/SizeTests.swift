import Foundation
import PolicyTestSupport
import Testing

@Suite struct SizeTests {
  /// Tables of data, which may be long.
  private static let tables: Set<String> = [
    "Sources/AssociationFiles/Apple/AppleLocaleCodes.swift"
  ]

  @Test func `files stay small: none over 500 lines, nine of ten under 300, median at most 120`()
    throws
  {
    let sizes = try RepositoryFiles.product()
      .filter { !Self.tables.contains($0.path) }
      .map { (path: $0.path, lines: $0.lines.count) }
    for file in sizes where file.lines > 500 {
      Issue.record("\(file.path) has \(file.lines) lines")
    }
    let sorted = sizes.map(\.lines).sorted()
    #expect(sorted.count > 80)
    #expect(sorted[sorted.count / 2] <= 120)
    #expect(sorted[sorted.count * 9 / 10] < 300)
  }

  @Test func `no tracked file contains a path of a developer's machine`() throws {
    let directories = ["Sources", "Tests", "Policies", "Schemas", "Examples", ".ci"]
    for directory in directories {
      for path in try RepositoryFiles.all(in: directory) where !path.hasSuffix("/SizeTests.swift") {
        guard let bytes = try? Fixtures.root.appending(path: path).contents() else { continue }
        for word in ["work", "farm", "opt/swift", "root"].map({ "/\($0)/" }) {
          #expect(!bytes.contains(word), "\(path) holds \(word)")
        }
      }
    }
  }
}
