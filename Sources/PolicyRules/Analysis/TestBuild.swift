import PolicyText

/// Test builds of an app, recognized by a word in the package name or bundle ID.
///
/// The word must follow the first two segments, because a company may be named Beta, and a finding needs a release
/// of the same app.
enum TestBuild {
  private static let words: Set<ExactString> = [
    "debug", "dev", "develop", "development", "staging", "stage", "stg", "sandbox", "qa", "uat",
    "test", "testing", "internal", "alpha", "beta", "nightly", "canary", "snapshot", "preview",
    "prerelease", "preprod", "preproduction", "homolog", "hml", "pr", "rc",
  ]
  private static let releaseWords: Set<ExactString> = [
    "prod", "production", "release", "live", "store",
  ]
  /// The number of leading segments that name the company and product.
  private static let firstWordIndex = 2
  private static let maximumSegments = 32
  /// The minimum length of a last segment that is a product name.
  private static let minimumProductLength = 4

  static func isOne(_ name: ExactString) -> Bool { wordIndex(segments(name)) != nil }

  /// The name of the release that a test build belongs to.
  static func release(
    of name: ExactString, among names: some Sequence<ExactString>
  ) -> ExactString? {
    let parts = segments(name)
    guard let index = wordIndex(parts) else { return nil }
    let base = stem(parts, index)
    let rest = parts[(index + 1)...]
    var related: ExactString?
    for other in names where other != name {
      let theirs = segments(other)
      guard wordIndex(theirs) == nil else { continue }
      if theirs == base || theirs == base + rest { return other }
      // `com.acme.home.prod.west` for `com.acme.home.staging.west`.
      if theirs.count > base.count, theirs[..<base.count].elementsEqual(base),
        releaseWords.contains(lowercased(theirs[base.count]))
      {
        return other
      }
      // `com.acme.home` for `com.acme.west.home.debug`.
      if related == nil, rest.isEmpty, let product = base.last,
        product.utf8.count >= minimumProductLength, theirs.last == product,
        theirs.first == base.first
      {
        related = other
      }
    }
    return related
  }

  private static func segments(_ name: ExactString) -> [ExactString] {
    guard name.utf8.count <= 512 else { return [] }
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= maximumSegments ? parts.map { ExactString(decoding: $0) } : []
  }

  private static func wordIndex(_ segments: [ExactString]) -> Int? {
    segments.indices.dropFirst(firstWordIndex).first { index in
      words.contains(word(of: segments[index]).word)
    }
  }

  /// The segments before the word, and the part before it in its own segment: `home` in `home-dev`.
  private static func stem(_ segments: [ExactString], _ index: Int) -> [ExactString] {
    let before = word(of: segments[index]).before
    return segments[..<index] + (before.isEmpty ? [] : [before])
  }

  /// The last word of a segment without its number, in lower case, and the part before it.
  private static func word(
    of segment: ExactString
  ) -> (word: ExactString, before: ExactString) {
    var bytes = Array(lowercased(segment).utf8)
    while let last = bytes.last, last.isDigit { bytes.removeLast() }
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
