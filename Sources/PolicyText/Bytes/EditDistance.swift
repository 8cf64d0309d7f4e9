/// The closest of a set of known names, for "a field with a similar name exists".
package enum Nearest {
  /// Longest name that is compared; a hostile key of a megabyte has no near name.
  private static let longest = 64

  /// The candidate with the smallest edit distance to `name`, if that distance is small.
  ///
  /// Small means at most a third of the length, and never more than three edits (insertion,
  /// deletion, substitution, swap of neighbours). Case and `-` against `_` cost nothing. The first of
  /// equally near candidates wins.
  @_specialize(where Names == [String])
  package static func name<Names: Sequence<String>>(
    to name: String, among candidates: Names
  ) -> String? {
    // Specialised for arrays: other modules would ask for each name through a table of functions.
    let wanted = folded(name)
    guard wanted.count <= longest, !wanted.isEmpty else { return nil }
    var distance = EditDistance(to: wanted)
    let letters = letters(of: name)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let length = candidate.utf8.count
      let allowed = allowed(wanted.count, length, best?.distance)
      guard abs(length - wanted.count) <= allowed, allowed >= 0,
        // An edit changes two letters at most: this leaves few names to be compared.
        (letters ^ self.letters(of: candidate)).nonzeroBitCount <= 2 * allowed
      else { continue }
      if let found = distance.to(folded(candidate), upTo: allowed) { best = (candidate, found) }
    }
    return best?.name
  }

  /// The edits that a name may be away, where a nearer one than the best so far is wanted.
  private static func allowed(_ wanted: Int, _ length: Int, _ best: Int?) -> Int {
    min(3, max(1, max(wanted, length) / 3), (best ?? 4) - 1)
  }

  private static func folded(_ text: String) -> [UInt8] {
    // A prefix is copied byte by byte.
    var bytes =
      text.utf8.count <= longest ? Array(text.utf8) : Array(text.utf8.prefix(longest + 1))
    for index in bytes.indices { bytes[index] = fold(bytes[index]) }
    return bytes
  }

  /// A bit for each letter that occurs in what is compared.
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

/// How far names are apart from one of them.
struct EditDistance {
  private let wanted: [UInt8]
  /// Kept from name to name.
  private var rows: [Int] = []

  init(to wanted: [UInt8]) { self.wanted = wanted }

  /// Damerau-Levenshtein distance, restricted to one edit per substring; nil where it is above a limit.
  mutating func to(_ other: [UInt8], upTo limit: Int) -> Int? {
    // What both names have at their ends takes no edit.
    var (start, endA, endB) = (0, wanted.count, other.count)
    while start < endA, start < endB, wanted[start] == other[start] { start += 1 }
    while start < endA, start < endB, wanted[endA - 1] == other[endB - 1] {
      (endA, endB) = (endA - 1, endB - 1)
    }
    let (a, b) = (wanted[start..<endA], other[start..<endB])
    guard abs(a.count - b.count) <= limit else { return nil }
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    let width = b.count + 1
    // Three rows in turn, in one buffer.
    if rows.count < 3 * width { rows = [Int](repeating: 0, count: 3 * width) }
    var (beforePrevious, previous, current) = (2 * width, 0, width)
    for j in 0..<width { rows[j] = j }
    for i in 0..<a.count {
      // Further than the limit from the diagonal everything is above it.
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
      // A swap leaves out a row, but what it costs is not below the least of that row either.
      guard least <= limit else { return nil }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    let distance = rows[previous + b.count]
    return distance <= limit ? distance : nil
  }
}
