import ArgumentParser
import LanguageServer
import LinkPolicy
import PolicyText

/// `linkpolicy lsp`
struct LspCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "lsp",
    abstract: "Start a language server for editors on standard input and output.",
    discussion: """
      Reports the findings of `linkpolicy validate`, with fixes, and offers hovers, completion, \
      definitions, references, rename, code actions, lenses, hints, links, symbols, folding and \
      formatting for policies, test files, the configuration and association files. It opens no network \
      connection; on save, it reads the last commit through git. For setup and settings of each editor, \
      see Editors/ in the repository.

      Exit status: 0 after the client's `shutdown`; 1 the client is gone or sent an invalid message; \
      2 invalid usage; 3 internal error.
      """)

  @Option(help: .config) var config: String?

  @Flag(help: ArgumentHelp("Accepted because clients pass it.", visibility: .hidden))
  var stdio = false

  @Option(
    name: .customLong("clientProcessId"),
    help: ArgumentHelp("Exit if this process ends.", visibility: .hidden))
  var clientProcessID: Int?

  /// Milliseconds without input until the server checks whether its client still runs.
  private static let timeout = 10_000
  /// Milliseconds between two checks for changed files, if the client doesn't watch files.
  private static let watchInterval = 2_000
  /// Milliseconds to wait for more edits before a check.
  private static let delays = 10...300
  /// Bytes to read before messages are handled.
  private static let batchSize = 1 << 20

  /// The client ended, or doesn't read its messages.
  private struct ClientIsGone: Error {}

  func run(on console: Console) throws -> ExitStatus {
    do { return try session(console) } catch is ClientIsGone { return .findings }
  }

  private func session(_ console: Console) throws -> ExitStatus {
    let configurationFile = try config.map { name in
      guard console.fileSystem.kind(of: name) == .file else {
        throw UsageError("\(DisplayText.visible(name)): no such file")
      }
      return name.hasPrefix("/") ? name : (console.workingDirectory ?? "") + "/" + name
    }
    let git = GitRevisions(console)
    var server = LanguageServer(
      in: console.fileSystem, configurationFile: configurationFile,
      revisions: { git.files($0, of: $1, in: $2) },
      cacheDirectory: console.variable("XDG_CACHE_HOME").flatMap { $0.isEmpty ? nil : $0 }
        ?? console.variable("HOME").map { "\($0)/.cache" })
    var frames = MessageFrames()
    var delay = Self.delays.lowerBound
    var watch = FileWatch()
    var last = (change: 0, time: console.milliseconds())
    while true {
      let timeout = watch.isEmpty ? Self.timeout : Self.watchInterval
      // Requests in between don't delay a check that is due.
      let due = max(0, delay - (console.milliseconds() - last.time))
      let wait = server.isUrgent ? 0 : server.isDirty ? due : timeout
      guard console.waitForInput(wait) else {
        guard server.isDirty else {
          if isGone(server.clientProcess, console) { return .findings }
          if watch.hasChanged(console.stamp) { server.filesChanged() }
          continue
        }
        let start = console.milliseconds()
        try send(server.announce(), server, console)
        try send(server.publish(), server, console)
        let taken = console.milliseconds() - start
        watch = FileWatch(server.watchedPaths, console.stamp)
        delay = max(Self.delays.lowerBound, min(Self.delays.upperBound, 2 * taken))
        continue
      }
      let (bytes, isAtEnd) = read(console)
      frames.append(bytes)
      var bodies: [[UInt8]] = []
      do throws(MessageFrames.Malformed) {
        while let body = try frames.next() { bodies.append(body) }
      } catch {
        // The start of the next message is unknown.
        console.writeError("linkpolicy: \(error.message)\n")
        try send(server.handle(bodies), server, console)
        return .findings
      }
      try send(server.handle(bodies), server, console)
      if server.changes != last.change { last = (server.changes, console.milliseconds()) }
      if let ended = server.exitStatus { return status(ended) }
      if isAtEnd { return status(server.statusAtEnd) }
    }
  }

  /// Reads all pending input, to handle a request together with its cancellation and later edits.
  private func read(_ console: Console) -> (bytes: [UInt8], isAtEnd: Bool) {
    var bytes: [UInt8] = []
    repeat {
      let chunk = console.read(1 << 16)
      if chunk.isEmpty { return (bytes, true) }
      bytes += chunk
    } while bytes.count < Self.batchSize && console.waitForInput(0)
    return (bytes, false)
  }

  private func status(_ status: Int) -> ExitStatus { status == 0 ? .clean : .findings }

  /// Whether the parent process or the client has ended.
  private func isGone(_ client: Int?, _ console: Console) -> Bool {
    let isRunning = (client ?? clientProcessID).map { console.isRunning($0) } ?? true
    return console.isOrphan() || !isRunning
  }

  private func send(
    _ messages: [JSONValue], _ server: LanguageServer, _ console: Console
  ) throws(ClientIsGone) {
    let client = server.clientProcess
    for message in messages {
      let isRead = console.writeMessage(MessageFrames.frame(message.text())) {
        isGone(client, console)
      }
      guard isRead else { throw ClientIsGone() }
    }
  }
}

/// Polls files for changes, for clients that don't watch files.
private struct FileWatch {
  private var stamps: [(path: String, stamp: [Int]?)]

  init(_ paths: [String] = [], _ stamp: (String) -> [Int]? = { _ in nil }) {
    stamps = paths.map { ($0, stamp($0)) }
  }

  var isEmpty: Bool { stamps.isEmpty }

  /// Whether a file changed since the last call.
  mutating func hasChanged(_ stamp: (String) -> [Int]?) -> Bool {
    var hasChanged = false
    for index in stamps.indices {
      let new = stamp(stamps[index].path)
      if new != stamps[index].stamp {
        stamps[index].stamp = new
        hasChanged = true
      }
    }
    return hasChanged
  }
}
