import TextSupport

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
  mutating func update(_ name: ExactString, standard: Value, _ change: (inout Value) -> Void) {
    guard name.utf8.count <= Self.longest else { return }
    names.update(name, standard: standard, change)
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
    var left = host.utf8.count
    var rest = host.utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      left -= rest.distance(from: rest.startIndex, to: dot) + 1
      rest = rest[rest.index(after: dot)...]
      if names.isSmall {
        // No string for the parent: a name of its length that ends the host is it.
        for (name, value) in names.entries
        where name.utf8.count == left && host.hasSuffix(name) && body(name, value) {
          return (name, value)
        }
      } else if hasLength[left] {
        let name = ExactString(decoding: rest)
        if let value = names[name], body(name, value) { return (name, value) }
      }
    }
    return nil
  }
}
