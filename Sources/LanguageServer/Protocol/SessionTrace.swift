import LinkPolicy

/// The last messages of a session, for `trace.file`.
struct SessionTrace {
  /// The file; nil for no trace.
  var path: String?
  private var bytes: [UInt8] = []
  private var isWritten = true
  /// The number of bytes to keep; the file may have twice as many.
  private static let limit = 1 << 20

  mutating func add(_ message: [UInt8], isIncoming: Bool) {
    guard path != nil else { return }
    bytes += Array((isIncoming ? "<- " : "-> ").utf8) + message + [0x0A]
    if bytes.count > 2 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    isWritten = false
  }

  /// The first line of a trace.
  private static let mark = Array("<- ".utf8)

  mutating func write(to fileSystem: any FileSystem) {
    guard let path, !isWritten else { return }
    isWritten = true
    // Overwrite only a trace.
    let start = try? fileSystem.read(path, upTo: Self.mark.count, isFound: false)
    guard start ?? Self.mark == Self.mark else { return }
    // Errors of the trace must not end a session.
    try? fileSystem.write(
      Array(bytes.starts(with: Self.mark) ? bytes : Self.mark + bytes), to: path)
  }
}
