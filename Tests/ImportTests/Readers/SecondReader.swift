import Foundation
import PolicyTestSupport
import Testing

/// The readers of Python: expat for XML, plistlib for property lists.
enum SecondReader {
  /// What each document holds, in order: a value as JSON, or nil where it is refused.
  ///
  /// - Parameter format: `xml` or `plist`.
  static func read(_ documents: [[UInt8]], _ format: String) throws -> [Any?] {
    let python = try #require(Tool.path("python3"))
    return try Tool.withTemporaryDirectory { directory in
      let texts = documents.map { Data($0).base64EncodedString() }
      let input = directory.appending(path: "documents.json")
      try JSONSerialization.data(withJSONObject: texts).write(to: input)
      let output = directory.appending(path: "answers.json")
      let run = try Tool.run(
        python, ["-c", Fixtures.program("second_reader.py"), input.path, output.path, format])
      guard run.status == 0 else { throw Failure(output: run.output) }
      let answers = try JSONSerialization.jsonObject(with: Data(contentsOf: output))
      return (answers as? [Any] ?? []).map { $0 is NSNull ? nil : $0 }
    }
  }

  /// A value as text: equal texts for equal values.
  static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: [value], options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  struct Failure: Error {
    var output: String
  }
}
