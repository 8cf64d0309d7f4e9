import Foundation
import PolicyTestSupport
import Testing

/// Every seed of each fuzz target and inputs made from them, the same on every machine. `make fuzz` looks further, with
/// libFuzzer and AddressSanitizer.
@Suite struct FuzzTargetTests {
  /// Holds the input that is running: a trap ends the process, and this file stays.
  private static func record(_ target: FuzzTarget) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "linkpolicy-fuzz-\(target.name)")
  }

  @Test(arguments: FuzzTarget.all) func `what must hold does, for any bytes`(_ target: FuzzTarget)
    throws
  {
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

  @Test(.needs("python3")) func `generated Python answers as the decision core`() throws {
    try PythonRun(seed: 1).run(seconds: 300, policies: UInt64(TestForm.size(2, full: 20)))
  }
}
