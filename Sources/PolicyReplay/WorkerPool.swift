/// Threads, or what stands for them.
public protocol WorkerPool: Sendable {
  /// How many can run at a time.
  var processors: Int { get }
  /// Calls a function for each task; a worker takes the next one when it is free, and has no two at a
  /// time.
  func run(
    tasks: Int, workers: Int, _ body: @escaping @Sendable (_ worker: Int, _ task: Int) -> Void)
}

/// Does one task after the other, as different workers.
public struct SerialPool: WorkerPool {
  /// A pool of one.
  public init() {}
  /// One.
  public var processors: Int { 1 }
  /// Calls the function for one task after the other.
  public func run(
    tasks: Int, workers: Int, _ body: @escaping @Sendable (_ worker: Int, _ task: Int) -> Void
  ) {
    for task in 0..<tasks { body(task % workers, task) }
  }
}
