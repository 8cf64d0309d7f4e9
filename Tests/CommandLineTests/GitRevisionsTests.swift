import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// What the language server reads of the last commit: one process of git for the contents of all files.
@Suite struct GitRevisionsTests {
  /// A git that prints what it is told.
  private struct Canned: ProcessRunner {
    var output: [UInt8]
    var status: Int32 = 0
    func run(
      _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
    ) throws(ProcessFailure) -> ProcessResult {
      let (arguments, input) = (program.arguments, program.input)
      let id = GitRevisionsTests.id
      switch gitCommand(arguments) {
      case "config": return ProcessResult(status: 1, output: [], errors: [])
      case "rev-parse": return ProcessResult(status: 0, output: Array("\(id)\n".utf8), errors: [])
      default: break
      }
      guard program.name == "git", arguments.suffix(2) == ["cat-file", "--batch"],
        String(decoding: input, as: UTF8.self)
          == "\(id):./a.yaml\n\(id):./b b.yaml\n\(id):./c.yaml\n"
      else { throw ProcessFailure("\(arguments)") }
      return ProcessResult(status: status, output: self.output, errors: [])
    }
  }

  private static let names = ["a.yaml", "b b.yaml", "c.yaml"]

  private static func files(
    _ output: String, status: Int32 = 0, revision: String = "HEAD"
  ) -> [String: String]? {
    var console = Console(
      fileSystem: MemoryFileSystem([:]), read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { _ in nil }, isTerminal: false, isErrorTerminal: false,
      processes: Canned(output: Array(output.utf8), status: status))
    console.findRepository = { (_) throws(UsageError) in .pretended }
    return GitRevisions(console).files(names, of: revision, in: "/w")?.mapValues {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let id = String(repeating: "a", count: 40)

  @Test func `files are read by their sizes, and what is missing is left out`() {
    let output =
      "\(Self.id) blob 6\nx\n\ny m\n\(Self.id):./b b.yaml missing\n\(Self.id) blob 0\n\n"
    #expect(Self.files(output) == ["a.yaml": "x\n\ny m", "c.yaml": ""])
  }

  @Test(arguments: [
    "HEAD is strange\n\(id) blob 1\nx\n", "", "\(id) blob 99\nx\n", "\(id) blob\n",
    "\(id) blob -1\nx\n",
  ])
  func `what is no answer of git gives nothing`(_ output: String) {
    #expect(Self.files(output) == nil)
  }

  @Test func `no repository and no revision give nothing`() {
    #expect(Self.files("", status: 128) == nil)
    for revision in ["", "a:b", "a\nb"] {
      #expect(Self.files("", revision: revision) == nil)
    }
  }
}
