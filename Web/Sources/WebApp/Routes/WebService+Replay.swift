import LinkPolicy
import LinkPolicyCLI

extension WebService {
  /// `POST /api/replay`: reads requests as they arrive, one per line. Sends `progress` events, then
  /// `summary` with the output of `replay --summary json`, or `error`.
  ///
  /// The query may contain `against=REVISION`. If the client disconnects, the log ends there.
  func replay(_ head: WebHead, _ body: WebBody) throws(WebError) -> WebAnswer {
    var against: [InputFile] = []
    if let query = head.query, !query.isEmpty {
      let prefix = "against="
      guard query.utf8.starts(with: prefix.utf8) else {
        throw WebError.unusable("the query must be `against=REVISION`")
      }
      against = try files(at: String(query.dropFirst(prefix.count)))
    }
    let read: @Sendable (Int) -> [UInt8]
    switch body {
    case .stream(let stream): read = stream
    case .bytes(let bytes):
      let input = InputText(bytes)
      read = { input.read($0) }
    }
    // The older policies are in memory, under a directory that the workspace doesn't have.
    var view = WorkspaceView()
    view.texts = against.map { (Self.before + $0.source.name, $0.source.bytes) }
    let arguments =
      ["replay", "--summary=json"] + options.paths.map { "--policy=\($0)" }
      + view.texts.map { "--against=\($0.path)" }
    let workspace = workspace
    let job = (arguments, view)
    return WebAnswer(
      fields: Self.eventFields,
      body: .stream { send in
        let progress = ReplayProgress()
        do throws(WebError) {
          let output = try workspace.run(
            job.1,
            input: { limit in
              let chunk = read(limit)
              guard let count = progress.add(chunk.count) else { return chunk }
              let event = Self.event("progress", Array(#"{"bytes":\#(count)}"#.utf8))
              return send(event) ? chunk : []
            }, { try Program.execute(job.0, on: $0) })
          _ = send(Self.event("summary", output))
        } catch {
          _ = send(Self.event("error", error.answer.bytes ?? []))
        }
      })
  }

  private static let before = ".linkpolicy-before/"

  /// An event whose data is one line.
  static func event(_ name: String, _ line: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8) + line.filter { $0 != 0x0A } + [0x0A, 0x0A]
  }
}

/// Counts bytes, on the thread that runs the command.
private final class ReplayProgress: @unchecked Sendable {
  private var total = 0
  private var reported = 0

  /// The total, once per MiB.
  func add(_ count: Int) -> Int? {
    total += count
    guard total - reported >= 1 << 20 else { return nil }
    reported = total
    return total
  }
}
