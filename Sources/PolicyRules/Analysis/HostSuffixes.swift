import PolicyText

/// Host names with something said of each, looked up by a host or any of its parents.
struct HostSuffixes<Value: Sendable>: Sendable {
  private var names: [ExactString: Value] = [:]
  /// Longer names are not host names (RFC 1035 section 2.3.4).
  private static var maximumLength: Int { 255 }

  /// What is said of a name itself.
  subscript(name: ExactString) -> Value? { names[name] }

  /// Changes what is said of a name.
  mutating func update(
    _ name: ExactString, default defaultValue: Value, _ change: (inout Value) -> Void
  ) {
    guard name.utf8.count <= Self.maximumLength else { return }
    change(&names[name, default: defaultValue])
  }

  /// Calls `body` with the host, where it is a name, and with each parent that is one, longest first,
  /// until it answers true.
  func first(
    covering host: ExactString, where body: (ExactString, Value) -> Bool
  ) -> (name: ExactString, value: Value)? {
    guard !names.isEmpty, host.utf8.count <= Self.maximumLength else { return nil }
    if let value = names[host], body(host, value) { return (host, value) }
    var rest = host.utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[rest.index(after: dot)...]
      let name = ExactString(decoding: rest)
      if let value = names[name], body(name, value) { return (name, value) }
    }
    return nil
  }
}
