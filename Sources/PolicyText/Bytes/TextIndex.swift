/// Assigns a number to each distinct string. Lookup is by bytes.
package struct TextIndex: Sendable {
  package private(set) var texts: [ExactString] = []
  /// Open addressing with linear probing: numbers, -1 for a free slot. At most half are in use.
  private var slots = [Int32](repeating: -1, count: 16)

  package init() {}

  /// The number of a string; a new string gets the next number.
  package mutating func number(of text: ExactString) -> Int {
    if let number = text.withBytes({ self.number(of: $0) }) { return number }
    texts.append(text)
    if texts.count * 2 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 2)
      for number in texts.indices { insert(number) }
    } else {
      insert(texts.count - 1)
    }
    return texts.count - 1
  }

  /// The number of the string with these bytes; nil if there is none.
  package func number(of bytes: Swift.Span<UInt8>) -> Int? {
    var slot = Self.hash(bytes) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if texts[number].hasBytes(bytes) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func insert(_ number: Int) {
    var slot = texts[number].withBytes { Self.hash($0) } & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: number)
  }

  /// The hash is seeded, so a file can't be crafted to cause collisions.
  private static func hash(_ bytes: Swift.Span<UInt8>) -> Int {
    var hasher = Hasher()
    bytes.hash(into: &hasher)
    return hasher.finalize()
  }
}
