import Foundation
import PolicyTestSupport
import Testing

/// A page as Python's HTML parser reads it; Markdown goes through GitHub's own parser first.
struct PageReading: Decodable {
  /// What is wrong with the document.
  var problems: [String]
  /// How often each element stands there.
  var counts: [String: Int]
  /// The text of each cell of each row.
  var rows: [[String]]
  /// The texts of paragraphs and items of lists outside of tables.
  var paragraphs: [String]
  /// The values, sorted.
  var codes: [String]

  func count(_ tag: String) -> Int { counts[tag] ?? 0 }

  init(html: String) throws { self = try Self.read(html, "html") }
  init(markdown: String) throws { self = try Self.read(markdown, "md") }

  private static func read(_ text: String, _ kind: String) throws -> PageReading {
    let program = try #require(Tool.path("python3"), "python3 is not installed")
    return try Tool.withTemporaryDirectory { directory in
      let page = directory.appending(path: "page.\(kind)")
      try Data(text.utf8).write(to: page)
      let result = try Tool.run(program, ["-c", Fixtures.program("page_reading.py"), page.path])
      try #require(result.status == 0, "\(result.output)")
      return try JSONDecoder().decode(PageReading.self, from: Data(result.output.utf8))
    }
  }
}
