import PolicyText

/// Host names with something said of each, looked up by a host or any of its parents.
///
/// Only parents whose length some name has are looked up, so that most hosts cost one look-up and no
/// other string.
struct HostSuffixes<Value: Sendable>: Sendable {
  private var names = SmallTable<Value>()
  /// Longest name that counts; longer ones are no host names (RFC 1035 section 2.3.4).
  private static var longest: Int { 255 }
  /// Which lengths names have; empty while there are few names.
  private var hasLength: [Bool] = []

  /// True when there are no names.
  var isEmpty: Bool { names.isEmpty }

  /// What is said of a name itself.
  subscript(name: ExactString) -> Value? { names[name] }

  /// Changes what is said of a name.
  mutating func update(
    _ name: ExactString, default defaultValue: Value, _ change: (inout Value) -> Void
  ) {
    guard name.utf8.count <= Self.longest else { return }
    names.update(name, default: defaultValue, change)
    guard !names.isSmall else { return }
    if hasLength.isEmpty {
      hasLength = Array(repeating: false, count: Self.longest + 1)
      for entry in names.entries { hasLength[entry.key.utf8.count] = true }
    }
    hasLength[name.utf8.count] = true
  }

  /// Calls `body` with the host, where it is a name, and with each parent that is one, longest first,
  /// until it answers true.
  func first(
    covering host: ExactString, where body: (ExactString, Value) -> Bool
  ) -> (name: ExactString, value: Value)? {
    guard !names.isEmpty, host.utf8.count <= Self.longest else { return nil }
    if let value = names[host], body(host, value) { return (host, value) }
    if names.isSmall { return parent(of: host, where: body) }
    var left = host.utf8.count
    var rest = host.utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      left -= rest.distance(from: rest.startIndex, to: dot) + 1
      rest = rest[rest.index(after: dot)...]
      guard hasLength[left] else { continue }
      let name = ExactString(decoding: rest)
      if let value = names[name], body(name, value) { return (name, value) }
    }
    return nil
  }

  /// The same among few names: each is compared with the end of the host, and no string is made.
  private func parent(
    of host: ExactString, where body: (ExactString, Value) -> Bool
  ) -> (name: ExactString, value: Value)? {
    // Each time round the longest name that is shorter than the one before.
    let bytes = host.utf8
    var limit = bytes.count
    while true {
      var longest: Int?
      for index in names.entries.indices {
        let length = names.entries[index].key.utf8.count
        guard length < limit, length > longest.map({ names.entries[$0].key.utf8.count }) ?? -1,
          // The dot before it tells most of them apart.
          bytes[bytes.index(bytes.endIndex, offsetBy: -length - 1)] == UInt8(ascii: "."),
          host.isBelow(names.entries[index].key)
        else { continue }
        longest = index
      }
      guard let longest else { return nil }
      let (name, value) = names.entries[longest]
      if body(name, value) { return (name, value) }
      limit = name.utf8.count
    }
  }
}
