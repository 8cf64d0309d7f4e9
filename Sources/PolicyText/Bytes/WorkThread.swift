#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of the system. A queue of Dispatch waits for a thread forever if none can start; this one says so.
struct WorkThread {
  /// Waits for the end of the thread.
  let join: () -> Void

  /// Starts a thread; nil if the system has none left.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    // A thread is a pointer on macOS and a number on Linux.
    #if canImport(Darwin)
      var started: pthread_t?
      let code = unsafe pthread_create(
        &started, nil,
        { argument in
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard code == 0, let thread = unsafe started else {
        unsafe work.release()
        return nil
      }
      join = { unsafe pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          }
          return nil
        }, work.toOpaque())
      guard code == 0 else {
        unsafe work.release()
        return nil
      }
      join = { [thread] in pthread_join(thread, nil) }
    #endif
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
