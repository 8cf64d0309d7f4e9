import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The message loop of `linkpolicy lsp` with a simulated clock: when it reads, responds, checks and
/// exits.
@Suite struct LspLoopTests {
  private static let uri = "file:///w/Policies/a.yaml"
  private static let invalid = cleanPolicy.replacing("type: web", with: "type: wep")

  private static func message(_ text: String) -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  private static func start(_ more: String = "", watches: Bool = true) -> [UInt8] {
    let watching = #"{"didChangeWatchedFiles":{"dynamicRegistration":\#(watches)}}"#
    return message(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":"file:///w",\#(more)"#
        + #""capabilities":{"workspace":\#(watching)}}}"#)
      + message(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
  }

  /// A notification about a document.
  private static func notice(_ method: String, version: Int, _ text: String?) -> [UInt8] {
    var item: [(key: String, value: JSONValue)] = [
      ("uri", .string(uri)), ("version", .int(version)),
    ]
    let isOpening = method == "didOpen"
    if isOpening, let text { item += [("languageId", "yaml"), ("text", .string(text))] }
    var entries: [(key: String, value: JSONValue)] = [("textDocument", .object(item))]
    if !isOpening, let text { entries.append(("contentChanges", [["text": .string(text)]])) }
    let value: JSONValue = [
      "jsonrpc": "2.0", "method": .string("textDocument/\(method)"), "params": .object(entries),
    ]
    return message(value.text())
  }

  private static let end =
    message(#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#)
    + message(#"{"jsonrpc":"2.0","method":"exit"}"#)

  // MARK: findings

  @Test func `each edit is published without another message, even if no findings remain`() throws {
    let run = ScriptedClient([
      (0, Self.start() + Self.notice("didOpen", version: 1, Self.invalid)),
      (1_000, Self.notice("didChange", version: 2, cleanPolicy)),
      (2_000, Self.notice("didSave", version: 2, nil)),
      // A response and the edit before it, in one chunk.
      (
        3_000,
        Self.notice("didChange", version: 3, Self.invalid)
          + Self.message(
            #"{"id":1,"method":"textDocument/foldingRange","params":{"textDocument":{"uri":"\#(Self.uri)"}}}"#
          )
      ),
      (4_000, Self.notice("didChange", version: 4, cleanPolicy)), (5_000, Self.end),
    ])
    #expect(run.status == .clean)
    #expect(run.published == ["v1 1", "v2 0", "v2 0", "v3 1", "v4 0"])
    // Opened and saved documents are checked at once, edited ones after a pause.
    let times = run.times(of: "textDocument/publishDiagnostics")
    #expect(times == [0, 1_010, 2_000, 3_010, 4_010])
  }

  @Test func `edits in quick succession are checked once`() {
    var events: [(Int, [UInt8])] = [
      (0, Self.start() + Self.notice("didOpen", version: 1, cleanPolicy))
    ]
    for version in 2...101 {
      events.append(
        (version, Self.notice("didChange", version: version, version == 101 ? Self.invalid : "")))
    }
    let run = ScriptedClient(events + [(5_000, Self.end)])
    #expect(run.published == ["v1 0", "v101 1"])
  }

  @Test func `requests don't delay findings that are due`() {
    var events: [(Int, [UInt8])] = [
      (0, Self.start() + Self.notice("didOpen", version: 1, cleanPolicy)),
      (100, Self.notice("didChange", version: 2, Self.invalid)),
    ]
    for number in 1...200 {
      let question = #"{"id":\#(100 + number),"method":"workspace/symbol","params":{"query":"x"}}"#
      events.append((100 + number, Self.message(question)))
    }
    let run = ScriptedClient(events + [(5_000, Self.end)])
    #expect(run.times(of: "textDocument/publishDiagnostics") == [0, 110])
  }

  // MARK: reading

  @Test func `the responses don't depend on how the bytes are split`() {
    let policy = "linkpolicy: 1\nname: ü😀\nx: 1\n"
    let opening = Self.start() + Self.notice("didOpen", version: 1, policy)
    let rest =
      Self.message(
        #"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"\#(Self.uri)"},"position":{"line":1,"character":0}}}"#
      ) + Self.message(#"{"id":2,"method":"workspace/symbol","params":{"query":""}}"#) + Self.end
    let stream = opening + rest
    let whole = ScriptedClient([(0, stream)])
    #expect(whole.status == .clean)
    #expect(whole.answers.count == 4 && whole.stray.isEmpty)
    // `ProtocolTests` splits each frame at every byte.
    for cut in stride(from: 1, to: stream.count, by: TestForm.size(29, full: 7)) {
      let run = ScriptedClient([(0, Array(stream[..<cut])), (500, Array(stream[cut...]))])
      #expect(run.answers == whole.answers, "\(cut)")
      #expect(run.status == .clean)
    }
  }

  @Test func `pending messages are read before a request is processed`() {
    // The request is longer than one read, and its cancellation is in the next.
    let run = ScriptedClient([
      (0, Self.start()),
      (
        100,
        Self.message(#"{"id":5,"method":"workspace/symbol","params":{"query":""}}"#)
          + Self.notice("didOpen", version: 1, String(repeating: "# x\n", count: 40_000))
          + Self.message(#"{"method":"$/cancelRequest","params":{"id":5}}"#)
      ), (1_000, Self.end),
    ])
    #expect(run.messages.contains { $0[path: "error", "code"]?.integer == -32800 })
  }

  // MARK: exit

  @Test(arguments: [(false, false), (true, false), (true, true)])
  func `the end of the input ends the server in each state`(_ isStarted: Bool, _ isShutDown: Bool) {
    let shutdown = Self.message(#"{"id":9,"method":"shutdown"}"#)
    let run = ScriptedClient(
      [(0, isStarted ? Self.start() : []), (500, isShutDown ? shutdown : []), (1_000, [])])
    #expect(run.status == (isShutDown ? .clean : .findings))
  }

  @Test func `the server exits if its client has exited, even if the pipe is still open`() {
    let events = [(0, Self.start(#""processId":77,"#))]
    let killed = ScriptedClient(events, client: 0..<35_000, limit: 100_000)
    #expect(killed.status == .findings && killed.now < 60_000)
    // The same applies if the client exited before the first check, for both sources of its process
    // ID.
    let unseen = ScriptedClient(events, client: 0..<0, limit: 100_000)
    #expect(unseen.status == .findings && unseen.now < 60_000)
    let named = ScriptedClient(
      [(0, Self.start())], client: 0..<35_000, limit: 100_000,
      arguments: ["lsp", "--clientProcessId=77"])
    #expect(named.status == .findings && named.now < 60_000)
    let unnamed = ScriptedClient([(0, Self.start())], client: 0..<0, limit: 100_000)
    #expect(unnamed.now == 100_000)
    // Without the client's process ID, the server checks its own parent.
    let orphan = ScriptedClient([(0, Self.start())], parent: 0..<35_000, limit: 100_000)
    #expect(orphan.status == .findings && orphan.now < 60_000)
    // The same applies after `shutdown` if the client never sends `exit`.
    let shutDown = ScriptedClient(
      events + [(40, Self.notice("didOpen", version: 1, cleanPolicy))]
        + [(50, Self.message(#"{"id":9,"method":"shutdown"}"#))], client: 0..<35_000,
      limit: 100_000)
    #expect(shutDown.status == .findings && shutDown.now < 60_000)
  }

  @Test func `the server exits if the client no longer reads`() {
    let events = [
      (0, Self.start() + Self.notice("didOpen", version: 1, cleanPolicy)), (50_000, Self.end),
    ]
    let run = ScriptedClient(events, reads: 1)
    #expect(run.status == .findings && run.answers.count == 1 && run.now < 50_000)
  }

  @Test func `an idle server wakes up every ten seconds, or every two if it watches files`() {
    let watched = ScriptedClient(
      [(0, Self.start() + Self.notice("didOpen", version: 1, cleanPolicy))], limit: 100_000)
    #expect(watched.waits < 16)
    let run = ScriptedClient([(0, Self.start(watches: false))], changed: 31_000, limit: 100_000)
    #expect(run.waits < 60)
    // The file on disk changes at this time.
    let times = run.times(of: "textDocument/publishDiagnostics")
    #expect(times.count == 1 && (31_000...33_100).contains(times.first ?? 0), "\(times)")
  }
}

/// A client that sends bytes at given times. After the last of them, the input ends or stays silent
/// forever.
private final class ScriptedClient: @unchecked Sendable {
  private var events: [(time: Int, bytes: [UInt8])]
  private let limit: Int
  private var output: [(time: Int, bytes: [UInt8])] = []
  /// Milliseconds since the start.
  private(set) var now = 0
  private(set) var waits = 0
  /// Bytes on standard output that aren't part of a message.
  private(set) var stray = ""
  private(set) var status: LinkPolicyCLI.ExitStatus?

  /// - Parameters:
  ///   - parent: when the parent process runs.
  ///   - client: when the client process runs.
  ///   - changed: when a file of the workspace gets an error.
  ///   - limit: when the pipe is closed; nil closes it after the last event.
  ///   - reads: how many messages the client reads.
  init(
    _ events: [(Int, [UInt8])], parent: Range<Int> = 0..<Int.max, client: Range<Int> = 0..<Int.max,
    changed: Int? = nil, limit: Int? = nil, reads: Int = .max, arguments: [String] = ["lsp"]
  ) {
    self.events = events.filter { !$0.1.isEmpty }.map { (time: $0.0, bytes: $0.1) }
    self.limit = limit ?? events.last?.0 ?? 0
    let files = MemoryFileSystem(["/w/Policies/a.yaml": cleanPolicy])
    var console = Console(
      fileSystem: files, read: { [self] in read($0) }, write: { [self] in stray += $0 },
      writeError: { _ in }, variable: { _ in nil }, isTerminal: false, isErrorTerminal: false)
    console.writeMessage = { [self] bytes, _ in
      guard output.count < reads else { return false }
      output.append((now, bytes))
      return true
    }
    console.waitForInput = { [self] in wait($0) }
    console.milliseconds = { [self] in now }
    console.isOrphan = { [self] in !parent.contains(now) }
    console.isRunning = { [self] _ in client.contains(now) }
    console.stamp = { [self] path in
      guard let changed, now >= changed, path.hasSuffix("a.yaml") else { return [1] }
      try? files.write(
        Array(cleanPolicy.replacing("type: web", with: "type: wep").utf8), to: path)
      return [2]
    }
    status = Program.run(arguments, on: console)
  }

  /// The time of the next input, which may be the end.
  private var next: Int { events.first?.time ?? limit }

  private func wait(_ milliseconds: Int) -> Bool {
    waits += 1
    guard next <= now + milliseconds else {
      now += milliseconds
      return false
    }
    now = max(now, next)
    return true
  }

  private func read(_ count: Int) -> [UInt8] {
    now = max(now, next)
    guard let first = events.first else { return [] }
    let bytes = Array(first.bytes.prefix(count))
    events[0].bytes.removeFirst(bytes.count)
    if events[0].bytes.isEmpty { events.removeFirst() }
    return bytes
  }

  /// The sent messages and their times.
  private var timed: [(time: Int, message: JSONValue)] {
    output.compactMap { time, bytes in
      guard let body = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
      return (try? JSONValue(parsing: Array(bytes[body...]))).map { (time, $0) }
    }
  }

  var messages: [JSONValue] { timed.map(\.message) }

  /// The responses to requests, in order.
  var answers: [JSONValue] { messages.filter { $0["id"] != nil && $0["method"] == nil } }

  func times(of method: String) -> [Int] {
    timed.filter { $0.message["method"]?.stringValue == method }.map(\.time)
  }

  /// Version and number of findings of each publication.
  var published: [String] {
    messages.filter { $0["method"] == "textDocument/publishDiagnostics" }.map {
      let version = $0[path: "params", "version"]?.integer ?? 0
      return "v\(version) \($0[path: "params", "diagnostics"]?.items?.count ?? -1)"
    }
  }
}
