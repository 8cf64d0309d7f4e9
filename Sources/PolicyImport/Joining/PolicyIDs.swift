import PolicyText

/// Ids of a policy for the things that sources name: readable, unique, the same for the same inputs in any
/// order.
struct PolicyIDs<Thing: Hashable> {
  private(set) var ids: [Thing: ExactString] = [:]

  /// - Parameter things: with the id that each would like, and a text that orders those with equal wishes.
  init(_ things: [(thing: Thing, wish: ExactString, order: ExactString)]) {
    var taken: Set<ExactString> = []
    for (thing, wish, _) in things.sorted(by: { ($0.wish, $0.order) < ($1.wish, $1.order) }) {
      let id = Self.cut(wish)
      var number = 1
      var name = id
      while !taken.insert(name).inserted {
        number += 1
        name = ExactString("\(id.string)-\(number)")
      }
      ids[thing] = name
    }
  }

  /// The id of a thing.
  subscript(thing: Thing) -> ExactString? { ids[thing] }

  /// Letters, digits, `.`, `_`, `-`, starting with a letter or digit; what else stands there becomes one `-`.
  static func cut(_ text: ExactString) -> ExactString {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isWord = PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
      if isWord {
        let isMark = !isAlphanumeric(byte)
        if isMark, bytes.isEmpty { continue }
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: "-") {
        bytes.append(UInt8(ascii: "-"))
      }
    }
    while let last = bytes.last, !isAlphanumeric(last) { bytes.removeLast() }
    return bytes.isEmpty ? "unnamed" : ExactString(decoding: bytes.prefix(64))
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
