/// The closest of a set of known names, for "a field with a similar name exists".
public enum Nearest {
  /// Longest name that is compared; a hostile key of a megabyte has no near name.
  private static let longest = 64

  /// The candidate with the smallest edit distance to `name`, if that distance is small.
  ///
  /// Small means at most a third of the length, and never more than three edits (insertion,
  /// deletion, substitution, swap of neighbours). Case and `-` against `_` cost nothing. The first of
  /// equally near candidates wins.
  public static func name(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    guard wanted.count <= longest, !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let length = candidate.utf8.count
      let allowed = min(3, max(1, max(wanted.count, length) / 3), (best?.distance ?? 4) - 1)
      guard abs(length - wanted.count) <= allowed, allowed >= 0 else { continue }
      let other = folded(candidate)
      let found = distance(wanted, other)
      if found <= allowed { best = (candidate, found) }
    }
    return best?.name
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.prefix(longest + 1).map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "-"): UInt8(ascii: "_")
      default: byte
      }
    }
  }

  /// Damerau-Levenshtein distance, restricted to one edit per substring.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...max(a.count, 1) where !a.isEmpty {
      var current = [i]
      current.reserveCapacity(b.count + 1)
      for j in 1...max(b.count, 1) where !b.isEmpty {
        var cost = min(
          previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforePrevious[j - 2] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }
}
