import LanguageServer
import LinkPolicy

/// `linkpolicy lsp`: the language server over standard input and output.
package struct LspCommand: Sendable, Equatable {
  package var config: String?
  /// The client's process as the command line names it; `initialize` may name it too.
  package var clientProcess: Int?

  package init() {}

  /// Milliseconds without input after which it is looked whether somebody is still there.
  private static let patience = 10_000
  /// The same where nobody else watches the files.
  private static let watchPatience = 2_000
  /// The longest and shortest wait for more changes before they are checked.
  private static let delays = 10...300
  /// Bytes that are read before they are answered.
  private static let batch = 1 << 20

  /// The client has ended, or doesn't read what it is sent.
  private struct ClientIsGone: Error {}

  /// Runs until the client ends the session, its input, its output or itself.
  package func run(_ console: Console) throws -> ExitStatus {
    do { return try session(console) } catch is ClientIsGone { return .findings }
  }

  private func session(_ console: Console) throws -> ExitStatus {
    let configurationFile = try config.map { name in
      guard console.fileSystem.kind(of: name) == .file else {
        throw UsageError("\(UTF8Text.visible(name)): no such file")
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
      let patience = watch.isEmpty ? Self.patience : Self.watchPatience
      // Questions that come meanwhile do not put off what is due.
      let due = max(0, delay - (console.milliseconds() - last.time))
      let wait = server.isUrgent ? 0 : server.isDirty ? due : patience
      guard console.waitForInput(wait) else {
        guard server.isDirty else {
          if isGone(server.clientProcess, console) { return .findings }
          if watch.hasChanged(console.stamp) { server.filesChanged() }
          continue
        }
        let start = console.milliseconds()
        try send(server.announce(), server, console)
        try send(server.publish(), server, console)
        // The check alone: looking at a thousand files for changes is no reason to wait longer.
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
        // Nothing tells where the next message starts.
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

  /// Everything that has come: an edit that stands behind a question, or takes it back, is known with it.
  private func read(_ console: Console) -> (bytes: [UInt8], isAtEnd: Bool) {
    var bytes: [UInt8] = []
    repeat {
      let chunk = console.read(1 << 16)
      if chunk.isEmpty { return (bytes, true) }
      bytes += chunk
    } while bytes.count < Self.batch && console.waitForInput(0)
    return (bytes, false)
  }

  private func status(_ status: Int) -> ExitStatus { status == 0 ? .clean : .findings }

  /// The process that started the server has ended, or the client has, whether it was ever seen or not.
  private func isGone(_ client: Int?, _ console: Console) -> Bool {
    let isRunning = (client ?? clientProcess).map { console.isRunning($0) } ?? true
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

/// Files that are looked at now and then, for clients that say nothing of changes.
private struct FileWatch {
  private var stamps: [(path: String, stamp: [Int]?)] = []

  init() {}

  init(_ paths: [String], _ stamp: (String) -> [Int]?) { stamps = paths.map { ($0, stamp($0)) } }

  var isEmpty: Bool { stamps.isEmpty }

  /// One of them is not any more as it was; afterwards it counts as it is.
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
