import LanguageServer
import LinkPolicy

/// `linkpolicy lsp`: the language server over standard input and output.
package struct LspCommand: Sendable, Equatable {
  package var config: String?

  package init() {}

  /// Milliseconds without input after which it is looked whether somebody is still there.
  private static let patience = 10_000
  /// The same where nobody else watches the files.
  private static let watchPatience = 2_000
  /// The longest and shortest wait for more changes before they are checked.
  private static let delays = 10...300
  /// Bytes that are read before they are answered.
  private static let batch = 1 << 20

  /// Runs until the client ends the session or its input.
  package func run(_ console: Console) throws -> ExitStatus {
    let configurationFile = try config.map { name in
      guard console.fileSystem.kind(of: name) == .file else {
        throw UsageError("\(UTF8Text.visible(name)): no such file")
      }
      return name.hasPrefix("/") ? name : (console.workingDirectory ?? "") + "/" + name
    }
    let git = GitRevisions(processes: console.processes)
    var server = LanguageServer(
      in: console.fileSystem, configurationFile: configurationFile,
      revisions: { git.files($0, of: $1, in: $2) },
      cacheDirectory: console.variable("XDG_CACHE_HOME").flatMap { $0.isEmpty ? nil : $0 }
        ?? console.variable("HOME").map { "\($0)/.cache" })
    var frames = MessageFrames()
    var delay = Self.delays.lowerBound
    var watch = FileWatch()
    var isClientVisible = false
    var last = (change: 0, time: console.milliseconds())
    while true {
      let patience = watch.isEmpty ? Self.patience : Self.watchPatience
      // Questions that come meanwhile do not put off what is due.
      let due = max(0, delay - (console.milliseconds() - last.time))
      let wait = server.isUrgent ? 0 : server.isDirty ? due : patience
      guard console.waitForInput(wait) else {
        guard server.isDirty else {
          if console.isOrphan() { return .findings }
          // A process that was never seen from here, as beyond a container, tells nothing.
          if let process = server.clientProcess {
            let isRunning = console.isRunning(process)
            if isClientVisible, !isRunning { return .findings }
            isClientVisible = isRunning
          }
          if watch.hasChanged(console.stamp) { server.filesChanged() }
          continue
        }
        let start = console.milliseconds()
        send(server.announce(), console)
        send(server.publish(), console)
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
        send(server.handle(bodies), console)
        return .findings
      }
      send(server.handle(bodies), console)
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

  private func send(_ messages: [JSONValue], _ console: Console) {
    for message in messages { console.writeBytes(MessageFrames.frame(message.text())) }
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
