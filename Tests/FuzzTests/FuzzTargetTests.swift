import Foundation
import PolicyTestSupport
import Testing

/// Runs every seed of each fuzz target and mutations of them, which are the same on every machine.
/// `make fuzz` searches further with libFuzzer and AddressSanitizer.
@Suite struct FuzzTargetTests {
  /// The file with the current input. It remains if a crash ends the process.
  private static func record(_ target: FuzzTarget) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "linkpolicy-fuzz-\(target.name)")
  }

  @Test(arguments: FuzzTarget.all) func `targets accept any bytes`(_ target: FuzzTarget) throws {
    let record = Self.record(target)
    func run(_ input: [UInt8]) throws {
      try Data(input).write(to: record)
      target.run(input)
    }
    let seeds = try Seeds.all(of: target)
    #expect(!seeds.isEmpty)
    for seed in TestForm.isFull ? seeds : Array(seeds.prefix(40)) { try run(seed) }
    var mutations = Mutations(of: seeds, upTo: target.maximumLength)
    for _ in 0..<TestForm.size(20, full: 2_000) { try run(mutations.next()) }
    try FileManager.default.removeItem(at: record)
  }

  @Test(.needs("python3")) func `generated Python decides like the engine`() throws {
    try PythonRun(seed: 1).run(seconds: 300, policies: UInt64(TestForm.size(2, full: 20)))
  }
}
