/// The hash of each line and the lines after it, as computed by GitHub's upload action for `primaryLocationLineHash`.
/// With any other value, the action warns and replaces the fingerprint.
///
/// A rolling hash over 100 UTF-16 code units, without whitespace and with normalized line breaks. It doesn't change if
/// lines above change.
package struct LineHashes: Sendable {
  private static let window = 100
  private static let factor: UInt64 = 37
  /// 37 to the power of 100, modulo 2^64.
  private static let outgoing = (0..<window).reduce(UInt64(1)) { product, _ in product &* factor }

  /// `hash:occurrence` of each line, in order.
  package private(set) var lines: [String] = []

  private var slots: [UInt64] = Array(repeating: 0, count: window)
  /// The index of the line that starts at a slot; -1 for none.
  private var starts: [Int] = Array(repeating: -1, count: window)
  private var counts: [UInt64: Int] = [:]
  private var hash: UInt64 = 0
  private var index = 0
  private var isLineStart = true

  /// Hashes the lines of a file.
  package init(_ source: SourceFile) {
    lines.reserveCapacity(source.lineStarts.count)
    var wasReturn = false
    for unit in String(decoding: source.bytes, as: UTF8.self).utf16 {
      // CR LF is one line break, unless there is whitespace in between.
      let isSecondHalf = wasReturn && unit == 0x0A
      wasReturn = false
      if unit == 0x20 || unit == 0x09 || isSecondHalf { continue }
      wasReturn = unit == 0x0D
      add(unit == 0x0D ? 0x0A : unit)
    }
    add(.max)
    for _ in 0..<Self.window {
      emit()
      push(0)
    }
  }

  private mutating func add(_ unit: UInt16) {
    emit()
    if isLineStart {
      isLineStart = false
      starts[index] = lines.count
      lines.append("")
    }
    if unit == 0x0A { isLineStart = true }
    push(UInt64(unit))
  }

  /// Sets the hash of the line whose window is full.
  private mutating func emit() {
    let line = starts[index]
    guard line >= 0 else { return }
    counts[hash, default: 0] += 1
    lines[line] = "\(String(hash, radix: 16)):\(counts[hash] ?? 1)"
    starts[index] = -1
  }

  private mutating func push(_ unit: UInt64) {
    let leaving = slots[index]
    slots[index] = unit
    hash = Self.factor &* hash &+ unit &- Self.outgoing &* leaving
    index = (index + 1) % Self.window
  }
}
