import Foundation
import PolicyTestSupport
import Testing

/// `Examples/AuthorizationServer`: Flask and Authlib behind the generated Python code.
struct AuthorizationServerTests {
  /// A Python with the packages of the example.
  private static let python: String? = ["python", "python3"].compactMap { Tool.path($0) }.first {
    (try? Tool.run($0, ["-c", "import flask, authlib, requests"]))?.status == 0
  }

  @Test(
    .needs(BuiltTool.isThere, "the built linkpolicy is needed"),
    .needs(python != nil, "flask, authlib and requests are not installed"))
  func `real clients complete the flows, and every misuse is refused`() throws {
    let python = try #require(Self.python)
    let run = try Tool.run(
      "/usr/bin/env",
      [
        "LINKPOLICY=\(BuiltTool.path)",
        "RUNTIME_TOOLS=\(URL(filePath: python).deletingLastPathComponent().path())",
        Fixtures.root.appending(path: "Examples/Servers/check").path(), "flask",
      ])
    #expect(run.status == 0 && run.output.contains("flask: Ran 12 tests: ok"), "\(run.output)")
  }
}
