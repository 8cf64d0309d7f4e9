#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

/// Workers on threads of the system.
///
/// Dispatch has as many as there are processors; `verify` waits for more servers than that.
package struct POSIXWorkers: WorkerPool {
  package init() {}

  /// The processors that this process might use when it was first asked.
  package var processors: Int { Self.processors }

  private static let processors: Int = {
    // `taskset` and containers narrow what the machine has; Linux says so in a line of hex digits.
    let name = Array("Cpus_allowed:".utf8)
    let status = (try? LocalFileSystem().read("/proc/self/status")) ?? []
    if let line = status.split(separator: 0x0A).first(where: { $0.starts(with: name) }) {
      let bits = line.dropFirst(name.count).reduce(0) {
        $0 + (PercentEncoding.hexValue($1)?.nonzeroBitCount ?? 0)
      }
      if bits > 0 { return bits }
    }
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }()

  package func run(
    tasks: Int, workers: Int, _ body: @escaping @Sendable (_ worker: Int, _ task: Int) -> Void
  ) {
    let queue = TaskQueue(count: tasks)
    let work: @Sendable (Int) -> Void = { worker in
      while let task = queue.next() { body(worker, task) }
    }
    // Where the system has no more threads, the others take their tasks.
    let others = (1..<max(1, workers)).compactMap { worker in start { work(worker) } }
    work(0)
    for wait in others { wait() }
  }

  /// Starts a thread.
  ///
  /// - Returns: a function that waits for its end; nil if the system has no more threads.
  private func start(_ body: @escaping @Sendable () -> Void) -> (() -> Void)? {
    let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
          }
          return nil
        }, context.toOpaque())
    #endif
    guard code == 0 else {
      unsafe context.release()
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    return { pthread_join(thread, nil) }
  }

  /// What a thread does.
  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Hands out tasks in order.
private final class TaskQueue: @unchecked Sendable {
  private let lock = Lock()
  private var taken = 0
  private let count: Int

  init(count: Int) { self.count = count }

  func next() -> Int? {
    lock.withLock {
      guard taken < count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }
}
