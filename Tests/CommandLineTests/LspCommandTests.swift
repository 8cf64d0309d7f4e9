import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// Runs `linkpolicy lsp` on streams in memory.
@Suite struct LspCommandTests {
  private static func frame(_ body: String) -> String {
    "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
  private static let start = frame(
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{}}}"#)
  private static let end =
    frame(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    + frame(#"{"jsonrpc":"2.0","method":"exit"}"#)

  @Test func `a session exits with 0 after shutdown, otherwise with 1`() {
    let files = MemoryFileSystem([:])
    let run = CommandLineRun(["lsp", "--stdio"], files: files, input: Self.start + Self.end)
    #expect(run.status == .clean)
    #expect(run.output.hasPrefix("Content-Length: "))
    #expect(run.output.hasSuffix(#"{"jsonrpc":"2.0","id":2,"result":null}"#))
    #expect(run.errors.isEmpty)
    #expect(CommandLineRun(["lsp"], files: files, input: Self.start).status == .findings)
    #expect(
      CommandLineRun(["lsp", "--clientProcessId=1"], files: files, input: "").status == .findings)
  }

  @Test func `an invalid stream ends the session, and standard error has the reason`() {
    let run = CommandLineRun(
      ["lsp"], files: MemoryFileSystem([:]), input: Self.start + "Content-Length: x\r\n\r\n")
    #expect(run.status == .findings)
    #expect(run.errors == "linkpolicy: `Content-Length` must be a number\n")
  }

  @Test func `a missing configuration is a usage error`() {
    let run = CommandLineRun(["lsp", "--config", "x.yaml"], files: MemoryFileSystem([:]))
    #expect(run.status == .usage)
  }
}
