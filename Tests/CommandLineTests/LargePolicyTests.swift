import Foundation
import PolicyTestSupport
import Testing

/// Work on policies with thousands of clients is proportional to their number, in instructions of
/// the release binary.
@Suite struct LargePolicyTests {
  static func clients(_ count: Int, _ path: String = "cb") -> Data {
    let clients = (0..<count).map { index in
      """
        c\(index):
          provider: generic
          type: web
          client_id: { prod: c\(index)-prod, sandbox: c\(index)-sandbox }
          client_secret: { env: C_SECRET }
          redirect_uris:
            prod: ["https://h\(index).b.example/\(path)"]
            sandbox: ["https://h\(index).b-sandbox.example/\(path)"]

      """
    }
    return Data(("linkpolicy: 1\nname: estate\nclients:\n" + clients.joined()).utf8)
  }

  /// Returns the ratio of the instructions for ten times the clients.
  static func growth(_ arguments: [String]) throws -> Double {
    let counts = try [200, 2_000].map { count in
      try Tool.withTemporaryDirectory { directory in
        try clients(count).write(to: directory.appending(path: "old.yaml"))
        try clients(count, "new").write(to: directory.appending(path: "new.yaml"))
        return try Instructions.count(arguments, in: directory)
      }
    }
    return Double(counts[1]) / Double(counts[0])
  }

  @Test(.countsInstructions)
  func `diff finds each changed client without comparing it with all others`() throws {
    let growth = try Self.growth(["diff", "old.yaml", "new.yaml"])
    #expect(growth < 12, "\(growth) times the instructions for ten times the clients")
  }

  @Test(.countsInstructions) func `generate writes each client without searching others`() throws {
    let targets = ["json", "python", "hydra"].flatMap { ["--target", $0] }
    let growth = try Self.growth(["generate", "new.yaml", "--output", "out"] + targets)
    #expect(growth < 12, "\(growth) times the instructions for ten times the clients")
  }
}
