import Foundation
import LinkPolicy
import PolicyText
import PolicyTestSupport
import Testing

/// One truth: what `generate` writes is accepted by `simulate` and by the generated code, and what is near
/// it gets one answer.
@Suite struct GeneratedCodeTests {
  /// Policies that one process of Python loads.
  private static let policiesInProcess = 250

  /// Loads module after module and asks each its questions, by the runner that comes with the code.
  private static let driver = """
    import contextlib, importlib.util, io, pathlib, sys

    def load(name, path):
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    asked = 0
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir(), key=lambda f: int(f.name)):
        for name in [name for name in sys.modules if name.startswith("linkpolicy_allowlist")]:
            del sys.modules[name]
        load("linkpolicy_allowlist", folder / "linkpolicy_allowlist" / "__init__.py")
        runner = load("test_allowlist", folder / "test_allowlist.py")
        for name in ["asked.json", "vectors.json"]:
            if not (folder / name).exists():
                continue
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                status = runner.run(folder / name)
            lines = output.getvalue().splitlines()
            asked += int(lines[-1].split(" ")[2]) if status < 2 else 0
            if status != 0:
                print(f"{folder.name} {name}: " + " | ".join(lines[:3]))
    print(f"asked {asked}")

    """

  @Test func `what is registered is allowed by simulate and by the generated Python code`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    var counts = (policies: 0, sound: 0, questions: 0)
    var asked = 0
    var seeds = (0..<UInt64(TestForm.size(60, full: 300))).makeIterator()
    while true {
      let batch = (0..<Self.policiesInProcess).compactMap { _ in seeds.next() }
      if batch.isEmpty { break }
      try Tool.withTemporaryDirectory { directory in
        for seed in batch {
          counts.policies += 1
          guard let count = try write(seed, to: directory) else { continue }
          counts.sound += 1
          counts.questions += count
        }
        asked += try run(python, directory)
      }
    }
    // Otherwise nothing is proved.
    #expect(counts.sound * 3 > counts.policies && counts.questions > counts.sound * 40)
    #expect(asked >= counts.questions)
    print("generated code: \(counts), \(asked) questions to Python")
  }

  /// Writes the module of a policy and its questions.
  ///
  /// - Returns: how many; nil for a policy with errors.
  private func write(_ seed: UInt64, to directory: URL) throws -> Int? {
    let policy = RandomPolicy(seed: seed)
    let project = FlowPropertyTests.project(policy.text)
    guard !project.report.has(atLeast: .error) else { return nil }
    let files = try project.generatedFiles(targets: ["python", "json", "conformance"])
    let list = try #require(files.first { $0.path == "allowlist.json" })
    let questions = AllowlistQuestions(
      try JSONText.parse(list.bytes), RequestEvaluator(project), seed: seed)
    for refusal in questions.refusals {
      Issue.record("seed \(seed) \(policy.faults): registered and refused: \(refusal)")
    }
    let folder = directory.appending(path: "\(seed)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files where ["python", "conformance"].contains(file.target) {
      let parts = file.path.split(separator: "/")
      // vectors.json has three times as many questions: a part of the policies is enough.
      guard parts.last != "vectors.json" || seed % 4 == 0 else { continue }
      let url = folder.appending(
        path: parts.dropFirst(parts.count == 2 ? 1 : 2).joined(separator: "/"))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    let lines = questions.questions.enumerated().map { $1.json("\($0)").text() }
    try Data("{\"vectors\":[\(lines.joined(separator: ",\n"))]}".utf8)
      .write(to: folder.appending(path: "asked.json"))
    return lines.count
  }

  /// Asks the modules in a directory.
  private func run(_ python: String, _ directory: URL) throws -> Int {
    try Tool.withTemporaryDirectory { place in
      let driver = place.appending(path: "driver.py")
      try Data(Self.driver.utf8).write(to: driver)
      let run = try Tool.run(python, ["-B", "-W", "error", driver.path, directory.path])
      #expect(run.status == 0, "\(run.output.suffix(2_000))")
      let lines = run.output.split(separator: "\n")
      for line in lines where !line.hasPrefix("asked ") { Issue.record("\(line.prefix(1_500))") }
      return lines.last.flatMap { Int($0.dropFirst("asked ".count)) } ?? 0
    }
  }
}
