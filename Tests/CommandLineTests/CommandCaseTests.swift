import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// The cases of `Tests/Vectors/commands`: command lines, and what they print and write.
struct CommandCaseTests {
  private static let cases = Result { try TestCase.all(in: "commands") }

  @Test(arguments: try cases.get())
  func `commands print and write what the case expects`(row: TestCase) throws {
    let texts = try row.merged("files").strings
    let directory = try row["directory"]?.stringValue
    // With absolute paths, the files are viewed from the case's directory. Relative paths need no
    // directory.
    let tree = TreeFileSystem(texts, in: directory ?? "/")
    let isTree = texts.keys.contains { $0.hasPrefix("/") }
    let table = isTree ? tree.files : MemoryFileSystem(texts, hasRoot: true)
    let files: any FileSystem = isTree ? tree : table
    let first = JSONValue.present([
      "run": try row["run"], "input": try row["input"], "terminal": try row["terminal"],
      "environment": try row["environment"], "expect": try row["expect"],
    ])
    #expect(first["expect"] != nil)
    for step in [first] + (try row["then"]?.items ?? []) {
      let run = try Self.run(step, on: files, in: directory)
      // A command must succeed unless the case expects another status.
      let expected = JSONValue.object([("status", "clean")]).merging(step["expect"] ?? .object([]))
      row.check(expected, of: Self.answer(run, table))
    }
  }

  private static func run(
    _ step: JSONValue, on files: any FileSystem, in directory: String?
  ) throws -> CommandLineRun {
    let line = try #require(step["run"])
    let arguments =
      line.items?.compactMap(\.stringValue)
      ?? (line.stringValue ?? "").split(separator: " ").map(String.init)
    let run = CommandLineRun(
      arguments, files: files, input: step["input"]?.stringValue ?? "",
      variables: step["environment"]?.strings ?? [:],
      isTerminal: step["terminal"]?.isTrue ?? false, workingDirectory: directory)
    if run.status == .clean, arguments.starts(with: ["init", "--yes"]) {
      #expect(run.output.split(separator: "\n").count <= 25, "\(run.output)")
    }
    return run
  }

  private static func answer(_ run: CommandLineRun, _ files: MemoryFileSystem) -> JSONValue {
    let texts = files.files
    let answer: [(key: String, value: JSONValue)] = [
      ("status", .string("\(run.status)")), ("output", .string(run.output)),
      ("errors", .string(run.errors)), ("messages", .string(run.output + run.errors)),
      ("words", .string(run.output.replacing(#/ +/#, with: " "))),
      ("policy", .string(texts[files.writes.first ?? ""] ?? "")),
      ("written", .array(files.writes.map(JSONValue.string))),
    ]
    return .object(answer + texts.map { (key: $0.key, value: .string($0.value)) })
  }
}
