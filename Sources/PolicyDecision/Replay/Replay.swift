package import PolicyModel
public import PolicyText

/// Evaluates the requests of recorded logs, also with older policies for comparison.
public struct Replay: Sendable {
  /// How logs are read and samples are shown.
  public struct Options: Sendable {
    /// The format of the lines.
    public var format = LogFormat.ndjson
    /// The environment of lines that don't contain one.
    public var environment = Environment.prod
    /// The number of samples per class and reason.
    public var samples = 5
    /// The number of parts to read in parallel.
    package var jobs = 1
    /// Whether to leave `state` and `code` out of samples.
    public var redacts = true
    package var limits = LogLimits()
    /// The defaults: prod, five samples, one job.
    public init() {}
  }

  private let decider: ReplayDecider

  /// Compiled policies with their files.
  package typealias Policies = (compiled: CompiledPolicy, workspace: Workspace)

  /// Creates a replay.
  ///
  /// - Parameter old: older policies to compare with.
  package init(policies new: Policies, against old: Policies?, options: Options) {
    decider = ReplayDecider(
      new: ReplaySide(new.compiled, in: new.workspace, redacts: options.redacts),
      old: old.map { ReplaySide($0.compiled, in: $0.workspace, redacts: options.redacts) },
      options: options)
  }

  /// Reads a log in memory: one JSON object per line.
  package func run(_ log: [UInt8]) -> ReplaySummary {
    var worker = ReplayWorker(decider)
    worker.run(LogPart(path: "-", start: 0, end: nil), task: 0, BytesLog(log), progress: nil)
    return summary([worker])
  }

  /// Reads logs to their ends.
  ///
  /// The summary is the same for any number of jobs. If a log can't be read, the replay fails,
  /// because a partial summary would look complete.
  ///
  /// - Parameter progress: called with the number of bytes as they are read, from any thread.
  package func run(
    _ paths: [String], logs: any LogStore,
    progress: (@Sendable (Int) -> Void)? = nil
  ) throws(FileSystemError) -> ReplaySummary {
    var parts: [LogPart] = []
    for path in paths { parts += try split(path, logs) }
    let count = max(1, min(decider.options.jobs, parts.count))
    let tasks = parts
    let workers = concurrentMap(count, workers: count) { number in
      var worker = ReplayWorker(decider)
      for task in stride(from: number, to: tasks.count, by: count) {
        worker.run(tasks[task], task: task, logs, progress: progress)
      }
      return worker
    }
    if let first = workers.compactMap(\.failure).min(by: { $0.task < $1.task }) {
      throw first.error
    }
    return summary(workers)
  }

  private func split(_ path: String, _ logs: any LogStore) throws(FileSystemError) -> [LogPart] {
    let jobs = decider.options.jobs
    guard let size = try logs.size(of: path), jobs > 1 else {
      return [LogPart(path: path, start: 0, end: nil)]
    }
    let limits = decider.options.limits
    let length = max(1, min(limits.part, max(limits.smallestPart, size / (jobs * 4) + 1)))
    var parts: [LogPart] = []
    for start in stride(from: 0, to: max(1, size), by: length) {
      parts.append(LogPart(path: path, start: start, end: start + length))
    }
    // The last part of a growing log ends where the log ends when it is read.
    parts[parts.count - 1].end = nil
    return parts
  }

  private func summary(_ workers: [ReplayWorker]) -> ReplaySummary {
    var tally = ReplayTally(clients: decider.clientNames.count)
    var samples = ReplaySamples(decider)
    for worker in workers {
      tally.add(worker.counter.tally)
      samples.add(worker.counter.samples)
    }
    return ReplaySummary(tally, samples, decider)
  }
}

extension ReplaySummary {
  fileprivate init(_ tally: ReplayTally, _ samples: ReplaySamples, _ decider: ReplayDecider) {
    allow = tally.decisions.allow
    deny = tally.decisions.deny
    ignore = tally.decisions.ignore
    malformed = LineProblem.allCases.reduce(0) { $0 + tally.counts[ReplayTally.group($1)] }
    lines = tally.decisions.all + malformed
    unknownClients = tally.unknownClients
    let all = DecisionReason.allCases
    for (reason, count) in zip(all, tally.counts) where count > 0 {
      reasons[ExactString(reason.rawValue)] = count
    }
    for (name, counts) in zip(decider.clientNames, tally.clients) { clients[name] = counts }
    if decider.old != nil {
      for flip in LineAnswer.Flip.allCases {
        let count = all.indices.reduce(0) { $0 + tally.counts[ReplayTally.group(flip, $1)] }
        if count > 0 || flip.isAlwaysCounted { flips[ExactString(flip.rawValue)] = count }
      }
    }
    self.samples = samples.all(tally)
  }
}

/// Reads parts of logs, one after the other.
struct ReplayWorker: Sendable {
  /// The first part that couldn't be read.
  private(set) var failure: (task: Int, error: FileSystemError)?
  private(set) var counter: LineCounter
  private let reader: LogReader

  init(_ decider: ReplayDecider) {
    counter = LineCounter(decider)
    reader = LogReader(decider.options.limits)
  }

  /// Reads a part.
  mutating func run(_ part: LogPart, task: Int, _ logs: any LogStore, progress: ((Int) -> Void)?) {
    guard failure == nil else { return }
    do throws(FileSystemError) {
      let file = try logs.open(part.path)
      try reader.read(part, of: file, progress: progress, to: &counter)
      try file.finish()
    } catch {
      failure = (task, error)
    }
  }
}
