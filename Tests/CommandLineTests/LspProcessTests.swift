#if os(Linux)
  import Foundation
  import PolicyTestSupport
  import Testing

  /// `linkpolicy lsp` as a process of its own.
  @Suite(.needs(BuiltTool.isThere, "the built linkpolicy is needed"))
  struct LspProcessTests {
    @Test func `a client that reads no more ends the server, though it could still write`() throws {
      let body =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":null,"capabilities":{}}}"#
      try Tool.withTemporaryDirectory { directory in
        _ = try Tool.run(
          "/bin/sh",
          [
            "-c",
            """
            mkfifo in
            { timeout 60 '\(BuiltTool.path)' lsp <in 2>errors; echo $? >status; } | : &
            exec 3>in
            printf 'Content-Length: \(body.utf8.count)\\r\\n\\r\\n\(body)' >&3
            wait
            """,
          ], in: directory)
        let status = try String(contentsOf: directory.appending(path: "status"), encoding: .utf8)
        #expect(Int(status.filter(\.isNumber)) != 124, "it was still there after a minute")
        let errors = try String(contentsOf: directory.appending(path: "errors"), encoding: .utf8)
        #expect(errors.isEmpty)
      }
    }
  }
#endif
