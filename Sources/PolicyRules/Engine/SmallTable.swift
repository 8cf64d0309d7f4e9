import PolicyText

/// Values by text. Few, as nearly always, are compared one after the other, which costs a fraction of a
/// hash; many are hashed.
struct SmallTable<Value: Sendable>: Sendable {
  private static var few: Int { 8 }

  /// In the order of their first entry.
  private(set) var entries: [(key: ExactString, value: Value)] = []
  /// Places in `entries`; empty while there are few.
  private var hashed: [ExactString: Int] = [:]

  /// True without entries.
  var isEmpty: Bool { entries.isEmpty }

  /// True while looking through all entries is the quickest way.
  var isSmall: Bool { entries.count <= Self.few }

  /// The value of a text.
  subscript(key: ExactString) -> Value? { index(of: key).map { entries[$0].value } }

  /// Changes the value of a text, from a default where it has none.
  mutating func update(
    _ key: ExactString, default defaultValue: Value, _ change: (inout Value) -> Void
  ) {
    if let index = index(of: key) { return change(&entries[index].value) }
    var value = defaultValue
    change(&value)
    entries.append((key, value))
    if hashed.isEmpty, !isSmall {
      for (index, entry) in entries.enumerated() { hashed[entry.key] = index }
    } else if !isSmall {
      hashed[key] = entries.count - 1
    }
  }

  private func index(of key: ExactString) -> Int? {
    guard isSmall else { return hashed[key] }
    // Most differ by their length, which is seen without a reference to the text.
    let length = key.utf8.count
    return entries.indices.first {
      entries[$0].key.utf8.count == length && entries[$0].key == key
    }
  }
}
