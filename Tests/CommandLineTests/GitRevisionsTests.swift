import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import Testing

/// What the language server reads of the last commit: one process of git for all files.
@Suite struct GitRevisionsTests {
  /// A git that prints what it is told.
  private struct Canned: ProcessRunner {
    var output: [UInt8]
    var status: Int32 = 0
    func run(
      _ program: String, _ arguments: [String], input: [UInt8]
    ) throws(ProcessFailure) -> ProcessResult {
      guard program == "env",
        arguments == ["GIT_NO_LAZY_FETCH=1", "git", "-C", "/w", "cat-file", "--batch"],
        String(decoding: input, as: UTF8.self)
          == "HEAD^{commit}\nHEAD:./a.yaml\nHEAD:./b b.yaml\nHEAD:./c.yaml\n"
      else { throw ProcessFailure("\(arguments)") }
      return ProcessResult(status: status, output: output, errors: [])
    }
  }

  private static let names = ["a.yaml", "b b.yaml", "c.yaml"]

  private static func files(
    _ output: String, status: Int32 = 0, revision: String = "HEAD"
  ) -> [String: String]? {
    GitRevisions(processes: Canned(output: Array(output.utf8), status: status))
      .files(names, of: revision, in: "/w")?.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private static let id = String(repeating: "a", count: 40)

  @Test func `files are read by their sizes, and what is missing is left out`() {
    let output =
      "\(Self.id) commit 1\nm\n\(Self.id) blob 6\nx\n\ny m\nHEAD:./b b.yaml missing\n\(Self.id) blob 0\n\n"
    #expect(Self.files(output) == ["a.yaml": "x\n\ny m", "c.yaml": ""])
  }

  @Test(arguments: [
    "HEAD^{commit} missing\n\(id) blob 1\nx\n", "", "\(id) blob 99\nx\n", "\(id) blob\n",
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
