package import Foundation
import Testing

/// Instructions of the release binary, counted by callgrind: the same on a busy machine and an idle one.
package enum Instructions {
  /// Nothing was counted.
  package struct Uncounted: Error {
    package var output: String
  }

  /// What a hostile file may take: a few seconds of a processor; what is quadratic takes minutes.
  package static let most = 20_000_000_000

  /// The instructions of a run, which may end with findings.
  package static func count(_ arguments: [String], in directory: URL) throws -> Int {
    let valgrind = try #require(Tool.path("valgrind"), "valgrind is not installed")
    let program = Fixtures.root.appending(path: ".build/release/linkpolicy").path
    try #require(
      FileManager.default.isExecutableFile(atPath: program), "make release makes what is measured")
    let options = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program]
    let run = try Tool.run(valgrind, options + arguments, in: directory)
    guard run.status < 2,
      let match = run.output.firstMatch(of: #/Collected : (\d+)/#), let count = Int(match.output.1)
    else { throw Uncounted(output: String(run.output.suffix(2_000))) }
    return count
  }

  /// The instructions that `validate` takes for a file.
  package static func toValidate(_ bytes: [UInt8], named name: String) throws -> Int {
    try Tool.withTemporaryDirectory { directory in
      try Data(bytes).write(to: directory.appending(path: name))
      return try count(["validate", name], in: directory)
    }
  }

  /// How many times the instructions of a small policy a large one takes.
  package static func growth(from small: String, to large: String) throws -> Double {
    let counts = try [small, large].map { try toValidate(Array($0.utf8), named: "policy.yaml") }
    return Double(counts[1]) / Double(counts[0])
  }
}
