import PolicyText

/// Builds of an app that are not for users, known by a word in their name.
enum TestBuild {
  /// Segments of names: `com.acme.home.staging`, `com.acme.home.dev.west`.
  private static let words: Set<ExactString> = [
    "debug", "dev", "develop", "development", "staging", "stage", "sandbox", "qa", "uat", "test",
    "internal", "alpha", "beta", "nightly", "canary", "preview", "prerelease", "pr",
  ]
  /// Segments that name what users run.
  private static let releaseWords: Set<ExactString> = ["prod", "production", "release"]

  /// True for a name with such a word behind its first two segments.
  static func isOne(_ name: ExactString) -> Bool { wordIndex(segments(name)) != nil }

  /// The release that a test build belongs to, of these names.
  static func release(of name: ExactString, among names: [ExactString]) -> ExactString? {
    let parts = segments(name)
    guard let index = wordIndex(parts) else { return nil }
    let base = parts[..<index]
    let exact = ExactString(base.map(\.string).joined(separator: "."))
    var sibling: ExactString?
    for other in names where other != name {
      if other == exact { return other }
      let theirs = segments(other)
      guard sibling == nil, wordIndex(theirs) == nil, theirs.count > index,
        theirs[..<index].elementsEqual(base)
      else { continue }
      // `com.acme.dev` is the test build of `com.acme.Home`; `com.acme.dev.tools` may be an app.
      if releaseWords.contains(theirs[index]) || index + 1 == parts.count && theirs.count == index + 1 {
        sibling = other
      }
    }
    return sibling
  }

  /// The segments of a package name or of an app ID; the prefix of an app ID is the first.
  private static func segments(_ name: ExactString) -> [ExactString] {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { ExactString(decoding: $0) }
  }

  /// Companies may have any name: what comes before the product does not count.
  private static func wordIndex(_ segments: [ExactString]) -> Int? {
    segments.indices.dropFirst(2).first { index in
      words.contains(ExactString(decoding: Array(segments[index].utf8)[...].lowercased))
    }
  }
}
