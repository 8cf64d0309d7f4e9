import LinkPolicy
import LinkPolicyCLI
import PolicyDecision
import PolicyTestSupport
import ProjectTestSupport

extension FuzzTarget {
  /// Command lines with numbers of any size, one argument per line. Each must exit with a
  /// documented status.
  static let arguments = FuzzTarget("arguments", maximumLength: 256) {
    let commands = [
      ["verify", "--offline", "--replay", "r", "--timeout", "N"], ["verify", "--retries=N"],
      ["verify", "--jobs", "N"], ["verify", "--wait", "Ns"], ["verify", "--wait", "N"],
      ["verify", "--resolve", "a.example:443:192.0.2.1:N"],
      ["verify", "--resolve", "a.example:N:[::1]:443"], ["replay", "--samples", "N", "log"],
      ["replay", "--jobs", "N", "log"], ["serve", "--port", "N"], ["serve", "--idle-timeout", "N"],
      ["simulate", "app_link", "--url", "https://www.acme.example/", "--android-version", "N"],
      ["simulate", "authorize", "--now", "N"], ["lsp", "--clientProcessId", "N"],
      ["match", "--assetlinks", "a.json", "--android-version", "N", "https://www.acme.example/"],
      ["validate", "--format", "oneline=N"],
    ]
    return ExtremeNumber.texts.flatMap { number in
      commands.map { words in
        Array(words.map { $0.replacing("N", with: number) }.joined(separator: "\n").utf8)
      }
    }
  } run: { bytes in
    let words = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let files = MemoryFileSystem(
      [
        "Policies/a.yaml": "linkpolicy: 1\nname: a\napps: {}\n", "log": "{}\n", "a.json": "[]",
        "r/x": "",
      ], hasRoot: true)
    let console = Console(
      fileSystem: files, read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { $0 == "COLUMNS" ? words.last : nil }, isTerminal: false, isErrorTerminal: false,
      workingDirectory: nil)
    let status = Program.run(words, on: console)
    Finding.unless(status != .fault, "a fault of linkpolicy: \(words)")
  }
}

extension FuzzTarget {
  /// Compares `replay` with `simulate`: the counts of a log must be the sum of the decisions about
  /// its lines. The first three bytes choose how the log is split.
  static let replay = FuzzTarget("replay", maximumLength: 2_048) {
    try Seeds.logs().map { Array("A\u{2}\u{3}".utf8) + $0.prefix(2_000) }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    var options = Replay.Options()
    // Small chunks split lines everywhere.
    options.limits.read = input.one(of: [4_096, 8, 9, 15, 16, 17, 63, 64, 65, 255])
    options.limits.line = input.one(of: [1 << 20, 1_000, 200, 40])
    options.jobs = input.one(of: [1, 2, 3])
    options.limits.part = input.one(of: [4_096, 1, 7, 64, 100])
    options.limits.smallestPart = 1
    let log = input.remaining
    let summary: ReplaySummary
    do throws(FileSystemError) {
      summary = try Replay(
        ReplaySubject.new.project, against: ReplaySubject.old.project, options: options
      )
      .run(["log"], logs: BytesLog(log))
    } catch {
      Finding.report("\(error)")
    }
    var expected = Counts()
    for line in lines(log) {
      let isHeld = line.count <= options.limits.line
      let request = isHeld ? ReferenceLine(line)?.plain : nil
      expected.count(
        request.flatMap { ReplaySubject.new.oracle.decision($0) },
        request.flatMap { ReplaySubject.old.oracle.decision($0) })
    }
    Finding.unless(Counts(summary) == expected, "\(Counts(summary)), one by one \(expected)")
  }

  /// The lines of a log. The last one may lack a newline.
  private static func lines(_ log: [UInt8]) -> [[UInt8]] {
    var lines = log.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private struct Counts: Equatable {
    var malformed = 0
    var reasons: [ExactString: Int] = [:]
    var flips: [ExactString: Int] = ["allow_to_deny": 0, "deny_to_allow": 0]

    init() {}

    init(_ summary: ReplaySummary) {
      malformed = summary.malformed
      reasons = summary.reasons
      flips = summary.flips
    }

    mutating func count(_ new: Decision?, _ old: Decision?) {
      guard let new, let old else {
        malformed += 1
        return
      }
      reasons[ExactString(new.reason.rawValue), default: 0] += 1
      guard new.outcome != old.outcome else { return }
      flips[new.outcome == .allow ? "deny_to_allow" : "allow_to_deny", default: 0] += 1
    }
  }
}

/// Policies for the logs: clients with and without requirements, with similar IDs.
private struct ReplaySubject: Sendable {
  let project: Project
  let oracle: Oracle

  init(_ text: String) {
    project = Project([InputFile(name: "Policies/lumen.yaml", text: text)])
    oracle = Oracle(text)
  }

  static let new = ReplaySubject(Replaying.policy)
  static let old = ReplaySubject(Replaying.older)
}

extension Seeds {
  /// Random logs, in many spellings and with damage.
  static func logs() throws -> [[UInt8]] {
    (1...40).map { seed in
      var maker = LineMaker(seed: UInt64(seed))
      let lines = (0..<6).map { index in
        seed % 4 == 0 && index % 3 == 0 ? maker.damaged() : maker.line()
      }
      return Array(lines.joined(separator: [0x0A]))
    }
  }
}
