/// Finds the most similar of some names, for "did you mean".
package enum Nearest {
  /// The maximum length of names that are compared, as a limit against hostile keys.
  private static let longest = 64

  /// The candidate with the smallest edit distance to `name`, if that distance is small.
  ///
  /// The limit is a third of the length, and three edits (insertion, deletion, substitution,
  /// transposition). Case, and `-` instead of `_`, don't count as edits. If several candidates have
  /// the same distance, the first one is returned.
  @_specialize(where Names == [String])
  package static func name<Names: Sequence<String>>(
    to name: String, among candidates: Names
  ) -> String? {
    // Specialized for arrays: other modules would call a witness table for each name.
    let wanted = folded(name)
    guard wanted.count <= longest, !wanted.isEmpty else { return nil }
    var distance = EditDistance(to: wanted)
    let letters = letters(of: name)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let length = candidate.utf8.count
      let allowed = allowed(wanted.count, length, best?.distance)
      guard abs(length - wanted.count) <= allowed, allowed >= 0,
        // An edit changes at most two letters, so most candidates aren't compared.
        (letters ^ self.letters(of: candidate)).nonzeroBitCount <= 2 * allowed
      else { continue }
      if let found = distance.to(folded(candidate), upTo: allowed) { best = (candidate, found) }
    }
    return best?.name
  }

  /// The maximum distance of a candidate that is closer than the best one so far.
  private static func allowed(_ wanted: Int, _ length: Int, _ best: Int?) -> Int {
    min(3, max(1, max(wanted, length) / 3), (best ?? 4) - 1)
  }

  private static func folded(_ text: String) -> [UInt8] {
    // `Array(prefix)` copies byte by byte.
    var bytes =
      text.utf8.count <= longest ? Array(text.utf8) : Array(text.utf8.prefix(longest + 1))
    for index in bytes.indices { bytes[index] = fold(bytes[index]) }
    return bytes
  }

  /// A bit for each letter in the compared part of a name.
  private static func letters(of name: String) -> UInt64 {
    var letters: UInt64 = 0
    var count = 0
    _ = ExactString(name).allBytes { byte in
      letters |= 1 << UInt64(fold(byte) & 63)
      count += 1
      return count <= longest
    }
    return letters
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "-"): UInt8(ascii: "_")
    default: byte
    }
  }
}

/// The edit distances of other names to one name.
struct EditDistance {
  private let wanted: [UInt8]
  /// Reused for each name.
  private var rows: [Int] = []

  init(to wanted: [UInt8]) { self.wanted = wanted }

  /// The Damerau-Levenshtein distance with at most one edit per substring; nil above a limit.
  mutating func to(_ other: [UInt8], upTo limit: Int) -> Int? {
    // A common prefix and suffix needs no edits.
    var (start, endA, endB) = (0, wanted.count, other.count)
    while start < endA, start < endB, wanted[start] == other[start] { start += 1 }
    while start < endA, start < endB, wanted[endA - 1] == other[endB - 1] {
      (endA, endB) = (endA - 1, endB - 1)
    }
    let (a, b) = (wanted[start..<endA], other[start..<endB])
    guard abs(a.count - b.count) <= limit else { return nil }
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    let width = b.count + 1
    // Three rows in one buffer, used in rotation.
    if rows.count < 3 * width { rows = [Int](repeating: 0, count: 3 * width) }
    var (beforePrevious, previous, current) = (2 * width, 0, width)
    for j in 0..<width { rows[j] = j }
    for i in 0..<a.count {
      // Cells farther from the diagonal than the limit are above the limit.
      let band = max(0, i - limit)..<max(0, min(b.count, i + limit + 1))
      rows[current + band.lowerBound] = i + 1 - band.lowerBound > limit ? limit + 1 : i + 1
      var least = rows[current + band.lowerBound]
      for j in band {
        let (left, right) = (a[start + i], b[start + j])
        var cost = min(rows[current + j] + 1, rows[previous + j] + (left == right ? 0 : 1))
        if j < i + limit { cost = min(cost, rows[previous + j + 1] + 1) }
        if i > 0, j > 0, left == b[start + j - 1], a[start + i - 1] == right {
          cost = min(cost, rows[beforePrevious + j - 1] + 1)
        }
        rows[current + j + 1] = cost
        least = min(least, cost)
      }
      // A transposition skips a row, but doesn't cost less than that row's minimum.
      guard least <= limit else { return nil }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    let distance = rows[previous + b.count]
    return distance <= limit ? distance : nil
  }
}
