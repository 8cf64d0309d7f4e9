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

  /// Reads to the end; false if the time is over first.
  func read(until deadline: Int, _ output: (ArraySlice<UInt8>) -> Void) -> Bool {
    Self.read([self], until: deadline) { _, bytes in
      output(bytes)
      return true
    }
  }

  /// Reads pipes to their ends; false if the time is over first, or the bytes are not wanted any more.
  ///
  /// - Parameter output: gets the number of the pipe, and says whether more is wanted.
  static func read(
    _ pipes: [OutputPipe], until deadline: Int, _ output: (Int, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let size = buffer.count
    var open = Array(pipes.indices)
    while !open.isEmpty {
      let left = deadline - SystemClock.now()
      guard left > 0 else { return false }
      var requests = open.map {
        pollfd(fd: pipes[$0].reader, events: Int16(POLLIN), revents: 0)
      }
      let count = nfds_t(open.count)
      guard unsafe poll(&requests, count, CInt(clamping: 1_000 * min(left, 3_600))) > 0 else {
        continue
      }
      for (index, request) in zip(open, requests) where request.revents != 0 {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe posixRead(request.fd, $0.baseAddress, size)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == index }
          continue
        }
        guard output(index, buffer[..<count]) else { return false }
      }
    }
    return true
  }
}
