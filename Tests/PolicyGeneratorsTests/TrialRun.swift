import Foundation
import PolicyGenerators
import PolicyTestSupport
import PolicyText
import Testing

extension Trial {
  /// Runs what a target wrote: the vectors of the trial and those shipped with the code agree, a wrong
  /// vector is found, and a file without vectors is refused.
  ///
  /// - Parameters:
  ///   - refusal: the exit status for a file without vectors.
  ///   - run: runs the generated program on a file of the directory.
  func check(
    in directory: URL, refusal: Int32 = 2, run: (_ file: String) throws -> Tool.Result
  ) throws {
    for (file, agreement) in [("all.json", agreement), ("vectors.json", " vectors agree\n")] {
      let result = try run(file)
      #expect(result.status == 0, "\(result.output.prefix(4_000))")
      #expect(result.output.contains(agreement))
    }
    var wrong = try #require(vectors.first)
    wrong.expect += "?"
    let text = "{\"vectors\":[" + wrong.json.text() + "]}"
    try Data(text.utf8).write(to: directory.appending(path: "wrong.json"))
    let failed = try run("wrong.json")
    #expect(failed.status == 1 && failed.output.contains("0 of 1 vectors agree\n"))
    try Data("{\"vectors\":[]}".utf8).write(to: directory.appending(path: "none.json"))
    #expect(try run("none.json").status == refusal)
    #expect(try run("missing.json").status == refusal)
  }
}
