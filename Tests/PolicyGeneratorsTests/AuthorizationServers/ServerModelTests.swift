import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// The generated files as the models of the servers' makers see them.
struct ServerModelTests {
  /// An interpreter that has the models.
  static let python: String? = {
    let tools = ProcessInfo.processInfo.environment["LINKPOLICY_TOOLS"].map { "\($0)/bin/python" }
    return [tools, Tool.path("python3")].compactMap { $0 }.first { python in
      (try? Tool.run(python, ["-c", "import botocore, ory_hydra_client, yaml"]))?.status == 0
    }
  }()

  @Test(.needs(python != nil, "botocore and ory-hydra-client are not installed"))
  func `the models of the servers know every member`() throws {
    let python = try #require(Self.python)
    try Tool.withTemporaryDirectory { directory in
      let files = try GeneratorRegistry.files(
        for: ServerTargetTests.input(), targets: ServerTargetTests.targets)
      for file in files {
        let url = directory.appending(path: file.path)
        try Data(file.bytes).write(withFolderTo: url)
      }
      let result = try Tool.run(
        python, ["-c", Fixtures.program("server_models.py"), directory.path])
      #expect(result.output == "32\n", "\(result.output)")
    }
  }
}
