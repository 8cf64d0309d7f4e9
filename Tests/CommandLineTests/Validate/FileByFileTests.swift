import LinkPolicy
import LinkPolicyCLI
import PolicyDiagnostics
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Many files are checked one by one, and say what they say together.
struct FileByFileTests {
  /// Some processors, one after the other.
  private struct Processors: WorkerPool {
    let processors: Int
    func run(
      tasks: Int, workers: Int, _ body: @escaping @Sendable (_ worker: Int, _ task: Int) -> Void
    ) { SerialPool().run(tasks: tasks, workers: workers, body) }
  }

  /// Threads, however many processors this machine has.
  private struct Threads: WorkerPool {
    let processors: Int
    func run(
      tasks: Int, workers: Int, _ body: @escaping @Sendable (_ worker: Int, _ task: Int) -> Void
    ) { POSIXWorkers().run(tasks: tasks, workers: workers, body) }
    func start(_ body: @escaping @Sendable () -> Void) -> (() -> Void)? {
      POSIXWorkers().start(body)
    }
  }

  private static func expectSame(_ files: [String: String], _ settings: CheckSettings = .init()) {
    let inputs = files.keys.sorted().map { InputFile(name: $0, text: files[$0] ?? "") }
    let whole = Project(inputs, settings: settings).report
    let check = FileByFile(settings)
    for input in inputs { check.add(input) }
    let apart = check.report()
    #expect(apart.rendered(as: .json) == whole.rendered(as: .json))
    #expect(
      apart.rendered(as: .text, showsFurtherPlaces: true)
        == whole.rendered(as: .text, showsFurtherPlaces: true))
    #expect(apart.checkedFiles == whole.checkedFiles)
    #expect(apart.suppressed == whole.suppressed)
    #expect(
      Set(apart.redactions.map { [$0.file.index, $0.span.start, $0.span.end] })
        == Set(whole.redactions.map { [$0.file.index, $0.span.start, $0.span.end] }))
  }

  @Test(arguments: 1...TestForm.size(20, full: 120))
  func `related files say what they say together`(seed: Int) throws {
    var chance = SeededRandom(seed: UInt64(seed))
    let files = try RelatedFiles.estate(&chance)
    Self.expectSame(files)
    var settings = CheckSettings()
    settings.includesMinor = true
    settings.ignored = ["host-conflict"]
    Self.expectSame(files, settings)
    settings.workers = Threads(processors: 3)
    Self.expectSame(files, settings)
  }

  /// So many of them related that the rest is not looked at alone first, or none.
  @Test(arguments: [0, 1, 3, 8])
  func `parts of many files say what all say together`(related: Int) throws {
    var files: [String: String] = [:]
    for number in 0..<600 {
      let name = related > 0 && number % 8 < related ? "shared\(number % 24)" : "own\(number)"
      files["\(number).yaml"] = cleanPolicy.replacing("lumen", with: name)
    }
    Self.expectSame(files)
    var settings = CheckSettings()
    settings.workers = Threads(processors: 4)
    Self.expectSame(files, settings)
  }

  @Test(arguments: [1, 31, 32, 33, 47, 64, 65, 100, 127, 600], [2, 3, 16])
  func `every file is looked at once, however many processors there are`(
    count: Int, processors: Int
  ) {
    var files: [String: String] = [:]
    for number in 0..<count {
      files["\(number).yaml"] = cleanPolicy.replacing(
        "name: lumen", with: "name: n\(number)\nnmae: x")
    }
    var settings = CheckSettings()
    settings.workers = Processors(processors: processors)
    Self.expectSame(files, settings)
    settings.workers = Threads(processors: processors)
    Self.expectSame(files, settings)
  }

  @Test func `what cannot be read ends the run, also where others are at work already`() {
    var files: [String: String] = [:]
    for number in 0..<200 { files["p/\(number).yaml"] = cleanPolicy }
    for _ in 0..<20 {
      let run = CommandLineRun(
        ["validate", "p", "nowhere"], files: MemoryFileSystem(files, hasRoot: true),
        workers: Threads(processors: 4))
      #expect(run.status == .usage)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("nowhere: no such file or directory"))
    }
  }

  @Test(arguments: [999, 1_000, 1_001, 20_001])
  func `the text of many findings is the same, whoever writes it`(count: Int) {
    var policy = cleanPolicy
    for number in 0..<count { policy += "unknown\(number): 1\n" }
    let report = Project([InputFile(name: "p.yaml", text: policy)]).report
    #expect(report.diagnostics.count >= count)
    let alone = report.rendered(as: .text)
    #expect(report.rendered(as: .text, workers: Processors(processors: 3)) == alone)
    #expect(report.rendered(as: .text, workers: Threads(processors: 3)) == alone)
  }

  @Test func `all fixtures together`() throws {
    var files: [String: String] = [:]
    for path in try Fixtures.names(in: "Policies") where path.hasSuffix(".yaml") {
      files[path] = try Fixtures.text("Policies/\(path)")
    }
    Self.expectSame(files)
  }

  @Test func `the command says the same of many files as of all in one project`() {
    var files: [String: String] = [:]
    for number in 0..<40 {
      files["p/\(number).yaml"] = cleanPolicy.replacing(
        "name: lumen", with: "name: n\(number % 39)")
    }
    let run = CommandLineRun(
      ["validate", "p", "--format", "json"], files: MemoryFileSystem(files, hasRoot: true))
    // Fixes need the whole project.
    let fileSystem = MemoryFileSystem(files, hasRoot: true)
    _ = CommandLineRun(
      ["validate", "p", "--format", "json=out.json", "--diff"], files: fileSystem)
    #expect(run.status == .findings)
    #expect(fileSystem.files["out.json"] == run.output)
    #expect(run.output.contains("policy-name-duplicate"))
  }
}
