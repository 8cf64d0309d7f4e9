import PolicyText

/// Builds of an app that are not for users, known by a word in their name.
///
/// A word alone tells little: a company may be called Beta. It counts behind the first two segments of a
/// package name or bundle ID, and a finding needs the release beside it.
enum TestBuild {
  private static let words: Set<ExactString> = [
    "debug", "dev", "develop", "development", "staging", "stage", "stg", "sandbox", "qa", "uat",
    "test", "testing", "internal", "alpha", "beta", "nightly", "canary", "snapshot", "preview",
    "prerelease", "preprod", "preproduction", "homolog", "hml", "pr", "rc",
  ]
  /// Segments that name what users run.
  private static let releaseWords: Set<ExactString> = [
    "prod", "production", "release", "live", "store",
  ]
  /// Names of companies and products come first.
  private static let firstPlace = 2
  /// Segments of a name that are looked at.
  private static let longest = 32
  /// A shorter last segment is no name of a product.
  private static let shortestProduct = 4

  /// True for a name with such a word.
  static func isOne(_ name: ExactString) -> Bool { wordIndex(segments(name)) != nil }

  /// The release that a test build belongs to, of these names.
  static func release(
    of name: ExactString, among names: some Sequence<ExactString>
  ) -> ExactString? {
    let parts = segments(name)
    guard let index = wordIndex(parts) else { return nil }
    let base = stem(parts, index)
    let rest = parts[(index + 1)...]
    var kin: ExactString?
    for other in names where other != name {
      let theirs = segments(other)
      guard wordIndex(theirs) == nil else { continue }
      if theirs == base || theirs == base + rest { return other }
      // `com.acme.home.prod.west` beside `com.acme.home.staging.west`.
      if theirs.count > base.count, theirs[..<base.count].elementsEqual(base),
        releaseWords.contains(lowercased(theirs[base.count]))
      {
        return other
      }
      // `com.acme.home` beside `com.acme.west.home.debug`.
      if kin == nil, rest.isEmpty, let product = base.last,
        product.utf8.count >= shortestProduct, theirs.last == product,
        theirs.first == base.first
      {
        kin = other
      }
    }
    return kin
  }

  private static func segments(_ name: ExactString) -> [ExactString] {
    guard name.utf8.count <= 512 else { return [] }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= longest ? parts.map { ExactString(decoding: $0) } : []
  }

  private static func wordIndex(_ segments: [ExactString]) -> Int? {
    segments.indices.dropFirst(firstPlace).first { index in
      words.contains(word(of: segments[index]).word)
    }
  }

  /// The segments in front of the word, with what stands before it in its own: `home` of `home-dev`.
  private static func stem(_ segments: [ExactString], _ index: Int) -> [ExactString] {
    let before = word(of: segments[index]).before
    return segments[..<index] + (before.isEmpty ? [] : [before])
  }

  /// The last word of a segment without its number, in lower case, and what stands before it.
  private static func word(
    of segment: ExactString
  ) -> (word: ExactString, before: ExactString) {
    var bytes = Array(lowercased(segment).utf8)
    while let last = bytes.last, (0x30...0x39).contains(last) { bytes.removeLast() }
    guard let mark = bytes.lastIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return (ExactString(decoding: bytes), "") }
    return (
      ExactString(decoding: bytes[(mark + 1)...]),
      ExactString(decoding: Array(segment.utf8)[..<mark])
    )
  }

  private static func lowercased(_ text: ExactString) -> ExactString {
    ExactString(decoding: Array(text.utf8)[...].lowercased)
  }
}
