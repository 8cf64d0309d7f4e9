/// Cuts a stream of bytes into lines at LF; a line may arrive in several chunks.
struct LineSplitter {
  private var pending: [UInt8] = []

  /// The lines that are complete with this chunk, without their LF.
  mutating func add(_ chunk: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = chunk.startIndex
    while let end = chunk[start...].firstIndex(of: 0x0A) {
      lines.append(pending + chunk[start..<end])
      pending = []
      start = end + 1
    }
    pending += chunk[start...]
    return lines
  }

  /// What follows the last LF; nil when nothing does.
  var rest: [UInt8]? { pending.isEmpty ? nil : pending }
}
