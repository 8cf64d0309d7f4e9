import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Compiles and runs generated Python code.
struct PythonTargetTests {
  @Test(arguments: try ConformanceCase.all())
  func `the package compiles and decides like the engine`(testCase: ConformanceCase) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(PythonTarget.self, to: directory)
      let compiled = try Tool.run(
        python, ["-W", "error", "-m", "compileall", "-q", "."], in: directory)
      #expect(compiled.status == 0 && compiled.output.isEmpty, "\(compiled.output)")
      try testCase.check(in: directory) {
        try Tool.run(python, ["-W", "error", "test_allowlist.py", $0], in: directory)
      }
    }
  }

  @Test func `Python 3.9 can parse the package`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase(name: "", input: Inputs.decisions(), vectors: []).write(
        PythonTarget.self, to: directory)
      let check = """
        import ast, pathlib
        paths = list(pathlib.Path().rglob("*.py"))
        for path in paths:
            ast.parse(path.read_text(encoding="ascii"), feature_version=(3, 9))
        print(len(paths))
        """
      let parsed = try Tool.run(python, ["-c", check], in: directory)
      #expect(parsed.status == 0 && parsed.output == "10\n", "\(parsed.output)")
    }
  }

  @Test func `a literal evaluates to the same bytes and is printable ASCII`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    let lines = CodeTests.hostile.map { text -> Code<PythonLanguage> in
      "print(*\(literal: text).encode())"
    }
    let program: Code<PythonLanguage> = "\(lines: lines)\nprint(\(true), \(false))\n"
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    let expected = CodeTests.hostile.map { $0.utf8.map { String($0) }.joined(separator: " ") }
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.py"))
      let run = try Tool.run(python, ["-W", "error", "main.py"], in: directory)
      #expect(run.output == expected.joined(separator: "\n") + "\nTrue False\n")
    }
  }

  /// The package has both environments; an argument selects one.
  @Test(arguments: try Fixtures.rows("python-claims"))
  func `each claim about the package is true`(row: [String]) throws { try holds(row[1]) }

  /// Loads `allowlist.json` instead of the generated data.
  @Test(arguments: try ConformanceCase.all())
  func `the package decides with a loaded allowlist`(testCase: ConformanceCase) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(PythonTarget.self, to: directory)
      for file in try JSONTarget.files(for: testCase.input) {
        try Data(file.bytes).write(to: directory.appending(path: file.path))
      }
      // The generated data has no clients anymore.
      let data = directory.appending(path: "linkpolicy_allowlist/_data.py")
      try Data("def prod():\n    return ()\n\n\nsandbox = prod\n".utf8).write(to: data)
      let result = try Tool.run(
        python, ["-W", "error", "test_allowlist.py", "all.json", "--load", "allowlist.json"],
        in: directory)
      #expect(result.status == 0, "\(result.output.prefix(4_000))")
      #expect(result.output == testCase.agreement)
    }
  }

  private static let linters = ["ruff", "mypy"]
  private static let hasLinters =
    linters.allSatisfy { Tool.path($0) != nil } && PythonAppCodeTests.python != nil

  @Test(.needs(hasLinters, "ruff, mypy or firebase-admin is not installed"))
  func `the runtime passes its checks`() throws {
    let folder = try #require(Tool.path("ruff")).split(separator: "/").dropLast()
    let run = try Tool.run(
      "/usr/bin/env",
      [
        "RUNTIME_TOOLS=/\(folder.joined(separator: "/"))",
        Fixtures.root.appending(path: "Runtimes/python/check").path,
      ])
    #expect(run.status == 0, "\(run.output)")
    for tool in ["ruff", "mypy", "Python"] { #expect(run.output.contains("\(tool) ")) }
  }

  @Test(.needs(hasLinters, "ruff, mypy or firebase-admin is not installed"))
  func `generated files are formatted, linted and typed like the runtime`() throws {
    for input in try [Inputs.decisions(), AppCodeFixture.input] {
      try Tool.withTemporaryDirectory { directory in
        try ConformanceCase(name: "", input: input, vectors: []).write(
          PythonTarget.self, to: directory)
        let conformance = directory.appending(path: "conformance")
        try FileManager.default.createDirectory(
          at: conformance, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
          at: directory.appending(path: "test_allowlist.py"),
          to: conformance.appending(path: "test_allowlist.py"))
        try FileManager.default.copyItem(
          at: Fixtures.root.appending(path: "Runtimes/python/pyproject.toml"),
          to: directory.appending(path: "pyproject.toml"))
        for command in [
          ["ruff", "format", "--check", "."], ["ruff", "check", "."], ["mypy", "."],
        ] {
          let tool = try #require(Tool.path(command[0]))
          let run = try Tool.run(tool, Array(command.dropFirst()), in: directory)
          #expect(run.status == 0, "\(command): \(run.output)")
        }
      }
    }
  }

  @Test func `the package has the configured name`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    var input = try Inputs.decisions()
    var options = CodeOptions()
    options.name = "acme_signin"
    options.project = "acme-signin"
    input.options["python"] = options
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase(name: "", input: input, vectors: []).write(
        PythonTarget.self, to: directory)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path())
      #expect(paths.contains("acme_signin/_data.py") && paths.contains("pyproject.toml"))
      #expect(!paths.contains { $0.contains("linkpolicy_allowlist") })
      let run = try Tool.run(
        python, ["-W", "error", "test_allowlist.py", "vectors.json"], in: directory)
      #expect(run.status == 0, "\(run.output)")
      let check = """
        import tomllib
        project = tomllib.load(open("pyproject.toml", "rb"))
        print(project["project"]["name"], *project["tool"]["setuptools"]["packages"])
        """
      #expect(
        try Tool.run(python, ["-c", check], in: directory).output == "acme-signin acme_signin\n")
    }
    for name in ["", "Acme", "1a", "a-b", "class", "a.b", "\u{E9}"] {
      #expect(!PythonTarget.isName(name))
    }
  }

  private func holds(_ claim: String) throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    let input = try Inputs.decisions()
    let claims = try Fixtures.program("claims.py")
      .replacing("FINGERPRINT_OF_CALLER", with: Inputs.callerFingerprint(input))
    let program = "\(claims)assert \(claim)\n"
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase(name: "", input: input, vectors: []).write(
        PythonTarget.self, to: directory)
      try Data(program.utf8).write(to: directory.appending(path: "claim.py"))
      let run = try Tool.run(python, ["-W", "error", "claim.py"], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
