package import Foundation
package import Testing

/// Instructions of the release binary, counted by valgrind. The count doesn't depend on how busy
/// the machine is.
package enum Instructions {
  /// An error: valgrind's output has no count.
  package struct MissingCount: Error {
    package var output: String
  }

  /// The limit for a hostile file: a few seconds of CPU time. Quadratic work takes minutes.
  package static let most = 20_000_000_000

  /// Counts the instructions of a run. The run may report findings.
  package static func count(_ arguments: [String], in directory: URL) throws -> Int {
    let valgrind = try #require(Tool.path("valgrind"), "valgrind is not installed")
    let program = BuiltTool.path
    try #require(BuiltTool.isAvailable, "make test-full builds the program to measure")
    // Without cache simulation, cachegrind counts the same as callgrind in a third of the time.
    // Most of a run is code translation, which is faster in small blocks.
    let options = [
      "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
      "--vex-guest-chase=no", program,
    ]
    let run = try Tool.run(valgrind, options + arguments, in: directory)
    guard run.status < 2,
      let match = run.output.firstMatch(of: #/I +refs: +([\d,]+)/#),
      let count = Int(match.output.1.filter { $0 != "," })
    else { throw MissingCount(output: String(run.output.suffix(2_000))) }
    return count
  }

  /// Counts the instructions that `validate` takes for a file.
  package static func toValidate(_ bytes: [UInt8], named name: String) throws -> Int {
    try Tool.withTemporaryDirectory { directory in
      try Data(bytes).write(to: directory.appending(path: name))
      return try count(["validate", name], in: directory)
    }
  }

  /// Returns the files that take more than `most`. One process checks all files first, because
  /// together they normally stay below the limit and starting valgrind dominates a small run. If
  /// they don't, each file is measured, and those over their share are returned.
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

  /// Returns the ratio of the instructions for a large policy to those for a small one.
  package static func growth(from small: String, to large: String) throws -> Double {
    let counts = try [small, large].map { try toValidate(Array($0.utf8), named: "policy.yaml") }
    return Double(counts[1]) / Double(counts[0])
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test in the full form, if valgrind is installed. In CI on Linux the test fails
  /// without it; Macs with Apple silicon don't have it.
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
