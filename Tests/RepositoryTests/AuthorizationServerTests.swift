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
    let example = Fixtures.root.appending(path: "Examples/AuthorizationServer")
    try Tool.withTemporaryDirectory { directory in
      let generated = try Tool.run(
        BuiltTool.path,
        [
          "generate", "Policies", "--target", "python", "--output", directory.path(), "--quiet",
        ], in: example)
      #expect(generated.status == 0, "\(generated.output)")
      let run = try Tool.run(
        "/usr/bin/env",
        [
          "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=\(directory.path())/code/python", python, "-W",
          "error::ResourceWarning", "-m", "unittest", "test_server",
        ], in: example)
      #expect(run.status == 0 && run.output.contains("Ran 12 tests"), "\(run.output)")
    }
  }
}
