import PolicyText

/// Reachability of rules that are all plain: one path each, literal or literal with a final `/*`, and no
/// other condition.
///
/// By the slash rules of `ApplePathPattern`, `/p/*` covers `/p` and everything below it; nothing else covers
/// a plain rule.
enum PlainRules {
  /// The verdicts, or nil where a rule is not plain.
  static func verdicts(of components: [AppleLinkComponent]) -> [RuleReachability.Verdict]? {
    var verdicts: [RuleReachability.Verdict] = []
    verdicts.reserveCapacity(components.count)
    /// The first rule with each path.
    var literals: [ExactString: Int] = [:]
    /// By the text before the final `/*`.
    var parents: [ExactString: Int] = [:]
    for (index, component) in components.enumerated() {
      guard let path = plainPath(of: component) else { return nil }
      let isTree = path.hasSuffix("/*")
      let stem = isTree ? ExactString(decoding: path.utf8.dropLast(2)) : path
      let covering = parent(of: stem, in: parents)
      let equal = isTree ? nil : literals[stem]
      if let first = [covering, equal].compactMap({ $0 }).min() {
        verdicts.append(.covered(by: [first]))
      } else {
        // The path itself, or of a tree its top, is the proof, unless a rule above has it.
        let top: ExactString = stem.isEmpty ? "/" : stem
        verdicts.append(.reachable(path: literals[top] == nil ? top : nil))
      }
      if isTree {
        parents[stem] = parents[stem] ?? index
      } else {
        literals[stem] = literals[stem] ?? index
      }
    }
    return verdicts
  }

  /// The first tree that contains a path: its own or a parent's.
  private static func parent(of stem: ExactString, in parents: [ExactString: Int]) -> Int? {
    guard !parents.isEmpty else { return nil }
    var first = parents[stem]
    let bytes = Array(stem.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "/") {
      guard let found = parents[ExactString(decoding: bytes[..<index])] else { continue }
      first = min(first ?? found, found)
    }
    return first
  }

  /// The path of a plain rule: `/…` of literal bytes, without an empty segment or a final slash, with at most
  /// one `*`, after the last slash.
  private static func plainPath(of component: AppleLinkComponent) -> ExactString? {
    guard let path = component.path, component.query == nil, component.fragment == nil,
      component.caseSensitive != false, component.percentEncoded != false
    else { return nil }
    var previous: UInt8 = 0
    var index = 0
    let last = path.utf8.count - 1
    guard last >= 1, path.utf8.first == UInt8(ascii: "/") else { return nil }
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "/"): if previous == byte || index == last { return nil }
      case UInt8(ascii: "*"):
        if index != last || previous != UInt8(ascii: "/") { return nil }
      default: if !PercentEncoding.isUnreserved(byte) { return nil }
      }
      previous = byte
      index += 1
    }
    return path
  }
}
