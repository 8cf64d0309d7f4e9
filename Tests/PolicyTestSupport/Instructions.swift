package import Foundation
package import Testing

/// Instructions of the release binary, counted by valgrind: the same on a busy machine and an idle one.
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
    let program = BuiltTool.path
    try #require(BuiltTool.isThere, "make test-full builds the program to measure")
    // Without its caches, cachegrind counts what callgrind counts in a third of the time. Most of a run is the
    // translation of code, which is faster in small blocks.
    let options = [
      "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
      "--vex-guest-chase=no", program,
    ]
    let run = try Tool.run(valgrind, options + arguments, in: directory)
    guard run.status < 2,
      let match = run.output.firstMatch(of: #/I +refs: +([\d,]+)/#),
      let count = Int(match.output.1.filter { $0 != "," })
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

  /// What keeps files from a bound, asked about all of them in one process: together they stay below what
  /// each may take, and starting valgrind is most of the time of a small one. Where they do not, those that
  /// take more than their part.
  package static func slow(_ files: [(name: String, bytes: [UInt8])]) throws -> [String] {
    try Tool.withTemporaryDirectory { directory in
      var paths: [String] = []
      for (index, file) in files.enumerated() {
        let folder = directory.appending(path: "\(index)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(file.bytes).write(to: folder.appending(path: file.name))
        paths.append("\(index)/\(file.name)")
      }
      let all = try count(["validate"] + paths, in: directory)
      guard all >= most else { return [] }
      let slow = try paths.compactMap { path in
        let count = try count(["validate", path], in: directory)
        return count * paths.count >= most ? "\(path): \(count) instructions" : nil
      }
      return slow.isEmpty ? ["all together: \(all) instructions"] : slow
    }
  }

  /// How many times the instructions of a small policy a large one takes.
  package static func growth(from small: String, to large: String) throws -> Double {
    let counts = try [small, large].map { try toValidate(Array($0.utf8), named: "policy.yaml") }
    return Double(counts[1]) / Double(counts[0])
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs in the full form, if valgrind is there. CI on Linux fails without it; Macs with Apple silicon have none.
  package static var countsInstructions: Self {
    #if os(Linux)
      let isRequired = ProcessInfo.processInfo.environment["CI"] != nil
    #else
      let isRequired = false
    #endif
    return .enabled(
      if: TestForm.isFull && (isRequired || Tool.path("valgrind") != nil),
      "runs in the full form (make test-full), with valgrind")
  }
}
