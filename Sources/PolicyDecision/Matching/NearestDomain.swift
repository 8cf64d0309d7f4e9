import PolicyText

/// Finds the authorized domain that is most similar to a host. It explains a denial but never
/// decides.
enum NearestDomain {
  /// The most similar entry; nil if none is similar.
  ///
  /// - Parameter isExact: whether the check compares whole strings, in which case a parent domain
  ///   doesn't match.
  static func to(
    _ host: ExactString, among entries: [Facts.Text], isExact: Bool = false
  ) -> Decision.Nearest? {
    guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
    var best: (nearest: Decision.Nearest, rank: Int)?
    for text in entries.prefix(256) {
      guard let source = text.source, let found = relation(host, text.value, isExact),
        found.rank < best?.rank ?? Int.max
      else { continue }
      best = (.init(entry: Entry(text.value, source), difference: found.words), found.rank)
    }
    return best?.nearest
  }

  /// The relation of an entry to the host; a lower rank is more similar.
  private static func relation(
    _ host: ExactString, _ entry: ExactString, _ isExact: Bool
  ) -> (words: String, rank: Int)? {
    let lower = entry.asciiLowercased
    if lower == host.asciiLowercased { return ("the case differs, and this check is exact", 0) }
    if host == ExactString(entry.string + ".") { return ("a final dot is another host", 0) }
    let dotted = ExactString("." + host.string)
    if lower.hasSuffix(dotted.string) {
      return ("\(host.quoted) is above the entry, which covers itself and what is below", 1)
    }
    if isExact, host.hasSuffix("." + lower.string) {
      return ("\(host.quoted) is below the entry, but this check is exact", 1)
    }
    let named = URIParts(lower.contains("://") ? lower : ExactString("https://" + lower.string))
    if named.lowerHost == host, lower != host {
      return ("an entry with a scheme, port or path never matches", 0)
    }
    let local: Set<ExactString> = ["localhost", "127.0.0.1", "[::1]"]
    if local.contains(host), local.contains(lower) {
      return ("\(lower.quoted) does not cover \(host.quoted)", 1)
    }
    guard Nearest.name(to: host.string, among: [lower.string]) != nil else { return nil }
    let difference = FirstDifference.describe(host, against: entry)
    let comma = difference.utf8.firstIndex(of: UInt8(ascii: ",")) ?? difference.startIndex
    return ("host" + difference[comma...], 2)
  }
}
