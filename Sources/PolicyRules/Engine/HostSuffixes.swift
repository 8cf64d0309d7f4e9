import TextSupport

/// Host names with something said of each, looked up by a host or any of its parents.
///
/// Only parents whose length some name has are looked up, so that most hosts cost one look-up and no
/// other string.
struct HostSuffixes<Value: Sendable>: Sendable {
  private var values: [ExactString: Value] = [:]
  /// Longest name that counts; longer ones are no host names (RFC 1035 section 2.3.4).
  private static var longest: Int { 255 }
  private var hasLength: [Bool] = []

  /// True when there are no names.
  var isEmpty: Bool { values.isEmpty }

  /// What is said of a name itself.
  subscript(name: ExactString) -> Value? { values[name] }

  /// Changes what is said of a name.
  mutating func update(_ name: ExactString, standard: Value, _ change: (inout Value) -> Void) {
    guard name.utf8.count <= Self.longest else { return }
    if hasLength.isEmpty { hasLength = Array(repeating: false, count: Self.longest + 1) }
    hasLength[name.utf8.count] = true
    change(&values[name, default: standard])
  }

  /// Calls `body` with the host, where it is a name, and with each parent that is one, longest first,
  /// until it answers true.
  func first(
    covering host: ExactString, where body: (ExactString, Value) -> Bool
  ) -> (name: ExactString, value: Value)? {
    guard !values.isEmpty, host.utf8.count <= Self.longest else { return nil }
    if hasLength[host.utf8.count], let value = values[host], body(host, value) {
      return (host, value)
    }
    var left = host.utf8.count
    var rest = host.utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      left -= rest.distance(from: rest.startIndex, to: dot) + 1
      rest = rest[rest.index(after: dot)...]
      guard hasLength[left] else { continue }
      let name = ExactString(decoding: rest)
      if let value = values[name], body(name, value) { return (name, value) }
    }
    return nil
  }
}
