import Foundation
import LinkPolicy
import LinkPolicyCLI
import WebApp

/// The application with files in memory and without sockets.
struct TestServer {
  let service: WebService
  let gate: TokenGate

  init(
    _ files: any FileSystem, paths: [String] = [], writes: Bool = false,
    clock: TestClock = TestClock(), processes: any ProcessRunner = NoProcesses(),
    workingDirectory: String? = nil
  ) {
    var options = WebService.Options()
    options.paths = paths
    options.allowsWriting = writes
    var console = Console(
      fileSystem: files, read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { _ in nil }, isTerminal: false, isErrorTerminal: false,
      workingDirectory: workingDirectory, processes: processes)
    console.findRepository = { (directory) throws(UsageError) in
      try GitLocation.search(from: directory)
    }
    gate = TokenGate(clock: { clock.now })
    service = WebService(
      options,
      assets: [
        WebAsset(path: "/index.html", text: "<!doctype html>"),
        WebAsset(path: "/app.js", text: "1"),
      ], console: console, gate: gate)
  }

  /// Handles a request like a connection: first the checks, then the response.
  func send(_ head: WebHead, _ body: [UInt8] = []) -> WebAnswer {
    service.refusal(of: head) ?? service.answer(to: head, body: .bytes(body))
  }

  /// Creates a request as our own pages send it.
  func head(
    _ method: String, _ target: String, _ fields: [(name: String, value: String)] = []
  ) -> WebHead {
    WebHead(
      method: method, target: target, hosts: ["127.0.0.1:8080"],
      fields: [
        ("authorization", "Bearer \(gate.text)"), ("content-type", "application/json"),
        ("sec-fetch-site", "same-origin"),
      ] + fields)
  }

  func get(_ path: String) -> WebAnswer { send(head("GET", path)) }

  func post(_ operation: String, _ json: JSONValue) -> WebAnswer {
    send(head("POST", "/api/\(operation)"), Array(json.text().utf8))
  }
}

/// A clock that tests advance.
final class TestClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = 0

  var now: Int { lock.withLock { time } }
  func advance(_ milliseconds: Int) { lock.withLock { time += milliseconds } }
}

extension WebAnswer {
  /// The body as a string.
  var text: String { String(decoding: bytes ?? [], as: UTF8.self) }

  /// The `code` of an error.
  var code: String? {
    (try? JSONValue(parsing: bytes ?? []))?["error"]?["code"]?.stringValue
  }
}
