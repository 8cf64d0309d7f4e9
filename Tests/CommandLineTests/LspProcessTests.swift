#if os(Linux)
  import Foundation
  import PolicyTestSupport
  import Testing

  /// Runs `linkpolicy lsp` as a process.
  @Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
  struct LspProcessTests {
    private static let server =
      (Tool.oneMinute + [BuiltTool.path, "lsp"]).map { "'\($0)'" }.joined(separator: " ")

    /// Runs `lsp` for a client process, which a shell starts as `client`, with streams that stay
    /// open. Returns the exit status.
    ///
    /// - Parameter requests: how many requests the client sends before it exits.
    private func status(client: String, requests: Int) throws -> Int? {
      try Tool.withTemporaryDirectory { directory in
        let request = #"{"jsonrpc":"2.0","id":1,"method":"workspace/unheardOf"}"#
        let frame = "Content-Length: \(request.utf8.count)\r\n\r\n\(request)"
        try Data(String(repeating: frame, count: requests).utf8).write(
          to: directory.appending(path: "requests"))
        _ = try Tool.run(
          "/bin/sh",
          [
            "-c",
            """
            mkfifo in out
            sleep 100 <out & reader=$!
            sleep 100 >in & writer=$!
            \(client) & client=$!
            body='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":'$client',\
            "rootUri":null,"capabilities":{}}}'
            { printf 'Content-Length: %s\\r\\n\\r\\n%s' ${#body} "$body"; cat requests; } >in &
            \(Self.server) <in >out 2>errors
            echo $? >status
            kill $reader $writer
            """,
          ], in: directory)
        let status = try String(contentsOf: directory.appending(path: "status"), encoding: .utf8)
        return Int(status.filter(\.isNumber))
      }
    }

    @Test func `the server exits if the client exited before the first check`() throws {
      #expect(try status(client: "true", requests: 0) == 1)
    }

    @Test func `a client that reads nothing and exits doesn't block the server`() throws {
      #expect(try status(client: "sleep 3", requests: 4_000) == 1)
    }

    @Test func `the server exits if the client stops reading, even if it could still send`() throws
    {
      let body =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":null,"capabilities":{}}}"#
      try Tool.withTemporaryDirectory { directory in
        _ = try Tool.run(
          "/bin/sh",
          [
            "-c",
            """
            mkfifo in
            { \(Self.server) <in 2>errors; echo $? >status; } | : &
            exec 3>in
            printf 'Content-Length: \(body.utf8.count)\\r\\n\\r\\n\(body)' >&3
            wait
            """,
          ], in: directory)
        let status = try String(contentsOf: directory.appending(path: "status"), encoding: .utf8)
        // Neither 142 (SIGALRM after a minute) nor 141 (closed pipe).
        #expect(Int(status.filter(\.isNumber)) == 1)
        let errors = try String(contentsOf: directory.appending(path: "errors"), encoding: .utf8)
        #expect(errors.isEmpty)
      }
    }
  }
#endif
