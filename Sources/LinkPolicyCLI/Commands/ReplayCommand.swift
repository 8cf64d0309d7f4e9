package import LinkPolicy

/// `linkpolicy replay`: what the policies say to recorded requests, counted.
package struct ReplayCommand: Sendable, Equatable {
  /// `--summary`.
  package enum Format: String, Sendable, CaseIterable {
    case text, json, markdown
  }

  /// `--fail-on`: what makes the exit status 1, besides lines that are no requests.
  package enum Failure: String, Sendable, CaseIterable {
    case deny, flip
    /// Nothing, not even such lines: for engines that take every other status than 0 for a crash.
    case never
  }

  /// Logs; `-` is standard input.
  package var requests: [String] = []
  package var policies: [String] = []
  /// Older policies to compare with; none where it is empty.
  package var against: [String] = []
  package var allowsInvalid = false
  package var logFormat = LogFormat.ndjson
  /// Of lines that name none.
  package var environment = Environment.prod
  /// nil is text on a terminal, else JSON.
  package var format: Format?
  /// Samples of one class and reason.
  package var samples = 5
  /// nil: one for each processor, up to `maximumJobs`.
  package var jobs: Int?
  package var redacts = true
  package var failOn: Failure?
  package var color = ColorChoice.auto

  /// More only where somebody asks for it: each has its own buffers.
  private static let maximumJobs = 8

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard
      let new = try ProjectLoader.load(
        policies, allowsInvalid: allowsInvalid, color: color, console)
    else { return .usage }
    var old: Project?
    if !against.isEmpty {
      old = try ProjectLoader.load(
        against, allowsInvalid: allowsInvalid, color: color, console)
      guard old != nil else { return .usage }
    }
    let paths = requests.isEmpty ? ["-"] : requests
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw UsageError("standard input can be read once only")
    }
    var options = Replay.Options()
    options.format = logFormat
    options.environment = environment
    options.samples = samples
    options.jobs = jobs ?? min(Self.maximumJobs, processorCount)
    options.redacts = redacts
    let summary = try replay(Replay(new, against: old, options: options), paths, console)
    return ReplayOutput(format: format, failOn: failOn, color: color).write(summary, console)
  }

  private func replay(
    _ replay: Replay, _ paths: [String], _ console: Console
  ) throws -> ReplaySummary {
    guard console.isErrorTerminal else {
      return try replay.run(paths, logs: console.logs)
    }
    let sizes = paths.map { try? console.logs.size(of: $0) }
    let isKnown = sizes.allSatisfy { $0 != nil }
    let line = ProgressLine(
      total: isKnown ? sizes.compactMap(\.self).reduce(0, +) : nil,
      write: { console.writeError($0) })
    defer { line.end() }
    return try replay.run(paths, logs: console.logs, progress: { line.add($0) })
  }
}

/// `linkpolicy replay merge`: adds up the summaries of parts.
package struct ReplayMergeCommand: Sendable, Equatable {
  /// Files with summaries; `-` is standard input.
  package var summaries: [String] = []
  package var format: ReplayCommand.Format?
  package var samples = 5
  package var failOn: ReplayCommand.Failure?
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard !summaries.isEmpty else { throw UsageError("name the summaries to add up") }
    var total = ReplaySummary()
    for path in summaries {
      let bytes = try console.content(of: path)
      do throws(ReplaySummary.Problem) {
        let parts = try ReplaySummary.read(bytes)
        guard !parts.isEmpty else {
          throw ReplaySummary.Problem(message: "there is no summary in it")
        }
        for part in parts { total = try Self.sum(total, part, samples) }
      } catch {
        throw UsageError("\(UTF8Text.visible(path)): \(error.message)")
      }
    }
    return ReplayOutput(format: format, failOn: failOn, color: color).write(total, console)
  }

  private static func sum(
    _ total: ReplaySummary, _ part: ReplaySummary, _ samples: Int
  ) throws(ReplaySummary.Problem) -> ReplaySummary {
    var total = total
    do throws(ReplaySummary.Overflow) {
      try total.add(part, samples: samples)
    } catch {
      throw ReplaySummary.Problem(message: "the counts are larger than numbers go")
    }
    return total
  }
}

/// Writes a summary, and says what its counts mean for the exit status.
struct ReplayOutput {
  var format: ReplayCommand.Format?
  var failOn: ReplayCommand.Failure?
  var color: ColorChoice

  func write(_ summary: ReplaySummary, _ console: Console) -> ExitStatus {
    switch format ?? (console.isTerminal ? .text : .json) {
    // One line, so that the summaries of many parts can be collected in one file.
    case .json: console.write(summary.json.text() + "\n", as: .json)
    case .markdown: console.write(ReplayMarkdown(summary).text)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(ReplayText(summary, style: style).text)
    }
    switch failOn {
    case .never?: return .clean
    case .deny? where summary.deny > 0: return .findings
    case .flip? where summary.flipped > 0: return .findings
    default: return summary.malformed > 0 ? .findings : .clean
    }
  }
}
