#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

extension Console {
  /// The console of this process.
  package static var process: Console {
    StandardStreams.secure()
    var console = Console(
      fileSystem: LocalFileSystem(), read: { Self.readInput($0) },
      write: { Self.write($0, to: STDOUT_FILENO) },
      writeError: { Self.write($0, to: STDERR_FILENO) },
      variable: { name in unsafe getenv(name).map { unsafe String(cString: $0) } },
      isTerminal: isatty(STDOUT_FILENO) == 1, isErrorTerminal: isatty(STDERR_FILENO) == 1,
      workingDirectory: LocalFileSystem.workingDirectory,
      writeBytes: { Self.write($0, to: STDOUT_FILENO) }, processes: POSIXProcessRunner(),
      logs: POSIXLogs())
    let parent = getppid()
    console.isOrphan = { getppid() != parent }
    console.isRunning = { process in
      // Without a parent, this is the first process of a container, which can't see processes outside.
      parent == 0 || Self.isRunning(process)
    }
    console.writeMessage = { Self.send($0, isGone: $1) }
    console.findRepository = { (directory) throws(UsageError) in
      try GitLocation.search(from: directory)
    }
    console.stamp = { Self.stamp($0) }
    console.milliseconds = { Self.milliseconds() }
    console.waitForInput = { Self.waitForInput($0) }
    console.executable = { ProcessReplacement.executable }
    console.replaceProcess = { ProcessReplacement.run($0, $1) }
    console.limitMemory = { limitProcessMemory(to: $0) }
    console.terminalColumns = {
      for stream in [STDOUT_FILENO, STDERR_FILENO] {
        var size = winsize()
        let isKnown = unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0
        if isKnown, size.ws_col > 0 { return Int(size.ws_col) }
      }
      return nil
    }
    console.pause = { _ = poll(nil, 0, CInt(clamping: max(0, $0))) }
    return console
  }

  /// Whether a process runs and is not a zombie.
  private static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process), number > 0 else { return true }
    // `EPERM`: the process runs, as another user.
    guard kill(number, 0) == 0 || errno == EPERM else { return false }
    let status = try? LocalFileSystem().read("/proc/\(number)/stat", upTo: 4_096, isFound: false)
    guard let status, let end = status.lastIndex(of: UInt8(ascii: ")")) else { return true }
    return !status[end...].dropFirst(2).starts(with: "Z".utf8)
  }

  /// Writes a message in pieces, because a write to a full pipe would block.
  private static func send(_ bytes: [UInt8], isGone: () -> Bool) -> Bool {
    // Return an error instead of a signal if the pipe has no reader.
    _ = signal(SIGPIPE, SIG_IGN)
    var rest = bytes[...]
    while !rest.isEmpty {
      var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      let ready = unsafe poll(&request, 1, 2_000)
      if ready == 0, isGone() { return false }
      guard ready > 0 else { continue }
      let piece = rest.prefix(Int(PIPE_BUF))
      let count = unsafe piece.withUnsafeBytes {
        unsafe posixWrite(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func stamp(_ path: String) -> [Int]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [
      Int(truncatingIfNeeded: status.st_size), Int(time.tv_sec), Int(time.tv_nsec),
      Int(truncatingIfNeeded: status.st_ino),
    ]
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Whether a read of standard input would not block.
  private static func waitForInput(_ milliseconds: Int) -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, CInt(clamping: milliseconds)) != 0
  }

  private static func readInput(_ limit: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      var count = 0
      repeat {
        unsafe count = posixRead(STDIN_FILENO, buffer.baseAddress, limit)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
  }

  private static func write(_ text: String, to descriptor: CInt) {
    var text = text
    text.withUTF8 { unsafe StandardStreams.write($0, to: descriptor) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) {
    unsafe bytes.withUnsafeBufferPointer { unsafe StandardStreams.write($0, to: descriptor) }
  }
}
