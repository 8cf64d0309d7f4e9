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
      logs: POSIXLogs(), workers: POSIXWorkers())
    let parent = getppid()
    console.isOrphan = { getppid() != parent }
    console.isRunning = { process in
      // Somebody else's process refuses the signal and is there.
      guard let number = pid_t(exactly: process), number > 0 else { return true }
      return kill(number, 0) == 0 || errno == EPERM
    }
    console.stamp = { Self.stamp($0) }
    console.milliseconds = { Self.milliseconds() }
    console.waitForInput = { Self.waitForInput($0) }
    console.executable = { ProcessReplacement.executable }
    console.replaceProcess = { ProcessReplacement.run($0, $1) }
    console.limitMemory = { limitProcessMemory(to: $0) }
    console.keep = { _ = unsafe Unmanaged.passRetained(Kept(value: $0)) }
    console.pause = { _ = poll(nil, 0, CInt(clamping: max(0, $0))) }
    return console
  }

  /// Size, time of the last change, and inode.
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

  /// Standard input has bytes, is at its end, or cannot be asked.
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

/// What is never given back, but with the process.
private final class Kept: Sendable {
  let value: any Sendable
  init(value: any Sendable) { self.value = value }
}
