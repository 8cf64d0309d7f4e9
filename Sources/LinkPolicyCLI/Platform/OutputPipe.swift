#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

/// The pipe that carries the output of a program; no other program gets an end of it.
final class OutputPipe {
  /// Held where a pipe is made and where a program is started.
  static let startLock = Lock()
  private let reader: CInt
  let writer: CInt
  private var hasWriter = true

  init() throws(ProcessFailure) {
    var ends: [CInt] = [-1, -1]
    // A program that another thread starts in between would keep the pipe open.
    let made = Self.startLock.withLock {
      let made = unsafe pipe(&ends)
      for end in ends where made == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return made
    }
    guard made == 0 else { throw ProcessFailure("no pipe can be made") }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Once the program has its end.
  func closeWriter() {
    guard hasWriter else { return }
    hasWriter = false
    posixClose(writer)
  }

  func close() {
    closeWriter()
    posixClose(reader)
  }

  /// Reads to the end; false where the time is over first.
  func read(until deadline: Int, _ output: (ArraySlice<UInt8>) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = deadline - SystemClock.now()
      guard left > 0 else { return false }
      var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, CInt(clamping: 1_000 * min(left, 3_600))) > 0 else { continue }
      let size = buffer.count
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe posixRead(reader, $0.baseAddress, size)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      output(buffer[..<count])
    }
  }
}
