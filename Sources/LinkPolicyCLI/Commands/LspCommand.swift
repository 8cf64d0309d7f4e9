import LanguageServer
import LinkPolicy

/// `linkpolicy lsp`: the language server over standard input and output.
package struct LspCommand: Sendable, Equatable {
  package var config: String?

  package init() {}

  /// Milliseconds without input after which it is looked whether somebody is still there.
  private static let patience = 10_000
  /// The longest and shortest wait for more changes before they are checked.
  private static let delays = 10...300

  /// Runs until the client ends the session or its input.
  package func run(_ console: Console) throws -> ExitStatus {
    let configurationFile = try config.map { name in
      guard console.fileSystem.kind(of: name) == .file else {
        throw UsageError("\(UTF8Text.visible(name)): no such file")
      }
      return name.hasPrefix("/") ? name : (console.workingDirectory ?? "") + "/" + name
    }
    var server = LanguageServer(in: console.fileSystem, configurationFile: configurationFile)
    var frames = MessageFrames()
    var delay = Self.delays.lowerBound
    while true {
      guard console.waitForInput(server.isDirty ? delay : Self.patience) else {
        guard server.isDirty else {
          if console.isOrphan() { return .findings }
          continue
        }
        let start = console.milliseconds()
        send(server.publish(), console)
        let taken = console.milliseconds() - start
        delay = max(Self.delays.lowerBound, min(Self.delays.upperBound, 2 * taken))
        continue
      }
      let bytes = console.read(1 << 16)
      guard !bytes.isEmpty else { return status(server.statusAtEnd) }
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
      if let ended = server.exitStatus { return status(ended) }
    }
  }

  private func status(_ status: Int) -> ExitStatus { status == 0 ? .clean : .findings }

  private func send(_ messages: [JSONValue], _ console: Console) {
    for message in messages { console.writeBytes(MessageFrames.frame(message.text())) }
  }
}
