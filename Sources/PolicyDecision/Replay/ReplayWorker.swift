import PolicyText

/// Reads parts of logs, one after the other.
struct ReplayWorker: Sendable {
  /// The first part that could not be read.
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
