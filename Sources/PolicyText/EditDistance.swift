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
      let found = EditDistance.between(wanted, other)
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
}

/// How far two names are apart.
enum EditDistance {
  /// Damerau-Levenshtein distance, restricted to one edit per substring.
  static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let width = b.count + 1
    // Three rows in turn, in one buffer: a name is compared with hundreds of others.
    var rows = [Int](repeating: 0, count: 3 * width)
    for j in 0..<width { rows[j] = j }
    var (beforePrevious, previous, current) = (2 * width, 0, width)
    for i in a.indices {
      rows[current] = i + 1
      for j in b.indices {
        var cost = min(
          rows[previous + j + 1] + 1, rows[current + j] + 1,
          rows[previous + j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[beforePrevious + j - 1] + 1)
        }
        rows[current + j + 1] = cost
      }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return rows[previous + b.count]
  }
}
