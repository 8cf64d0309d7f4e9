import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `linkpolicy lsp` over its streams.
@Suite struct LspCommandTests {
  private static func frame(_ body: String) -> String {
    "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
  private static let start = frame(
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{}}}"#)
  private static let end =
    frame(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    + frame(#"{"jsonrpc":"2.0","method":"exit"}"#)

  @Test func `a session ends with 0 after shutdown, else with 1`() {
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

  @Test func `a stream that is none ends the session, and says why on standard error`() {
    let run = CommandLineRun(
      ["lsp"], files: MemoryFileSystem([:]), input: Self.start + "Content-Length: x\r\n\r\n")
    #expect(run.status == .findings)
    #expect(run.errors == "linkpolicy: `Content-Length` must be a number\n")
  }

  @Test func `a configuration that is not there is a usage error`() {
    let run = CommandLineRun(["lsp", "--config", "x.yaml"], files: MemoryFileSystem([:]))
    #expect(run.status == .usage)
  }
}
