import LinkPolicy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, output and error of this process.
enum StandardStreams {
  /// Opens `/dev/null` for each standard stream that the caller closed. The next opened file would
  /// get its number, and messages would be written to that file.
  ///
  /// Writing to a closed standard output still fails; messages to a closed standard error are lost.
  static func secure() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(stream, F_GETFD) < 0, errno == EBADF else { continue }
      let flags = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY
      // The new descriptor is the lowest free number, the one of the stream.
      guard unsafe open("/dev/null", flags) == stream else { exit(ExitStatus.fault.rawValue) }
    }
  }

  /// Writes all bytes to standard output or standard error.
  ///
  /// If standard output can't be written, the process exits with status 2, without a message if the reader is gone,
  /// as in `| head`. Errors on standard error are ignored.
  static func write(_ buffer: UnsafeBufferPointer<UInt8>, to descriptor: CInt) {
    var written = 0
    while written < buffer.count {
      let count = unsafe posixWrite(
        descriptor, buffer.baseAddress.map { unsafe UnsafeRawPointer($0) + written },
        buffer.count - written)
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN where count < 0: waitForRoom(descriptor)
      default:
        guard descriptor == STDOUT_FILENO else { return }
        end(errno)
      }
    }
  }

  /// Another process made the stream non-blocking.
  private static func waitForRoom(_ descriptor: CInt) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  private static func end(_ code: CInt) -> Never {
    if code != EPIPE {
      let message = Array("linkpolicy: standard output: \(SystemCall.words(code))\n".utf8)
      unsafe message.withUnsafeBufferPointer { unsafe write($0, to: STDERR_FILENO) }
    }
    exit(ExitStatus.usage.rawValue)
  }
}
