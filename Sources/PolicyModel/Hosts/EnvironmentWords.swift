package import PolicyText

/// Words by which teams name environments.
package enum EnvironmentWords {
  private static let sandbox: [ExactString] = [
    "dev", "develop", "development", "debug", "test", "testing", "qa", "uat", "int", "integration",
    "stage", "staging", "stg", "sandbox", "sbx", "preprod", "preview", "local", "nightly", "beta",
    "demo", "preproduction",
  ]
  /// They often name what users run, or something else.
  private static let weak: Set<ExactString> = ["beta", "demo", "integration", "local"]
  private static let prod: [ExactString] = ["prod", "production", "release", "live"]

  /// A word of a name and what it says.
  package struct Finding: Sendable, Equatable {
    package var word: ExactString
    package var environment: Environment
    /// The word often means something else.
    package var isWeak: Bool
  }

  /// Words of build types, which say less than those of environments: `Debug-production`, `ReleaseDev`.
  private static let buildTypes: Set<ExactString> = ["debug", "release"]

  /// What a name says: the first of its words that names an environment, or else a build type. Words end at anything that
  /// is no letter, and where lower case turns upper: `GoogleService-Info-Dev`, `stagingDebug`.
  package static func find(in name: some Collection<UInt8>, prodToo: Bool = true) -> Finding? {
    var word: [UInt8] = []
    word.reserveCapacity(name.count)
    var wasLower = false
    var buildType: Finding?
    /// What the name says if the word decides.
    func decision() -> Finding? {
      guard let found = finding(for: word, prodToo: prodToo) else { return nil }
      guard buildTypes.contains(found.word) else { return found }
      buildType = buildType ?? found
      return nil
    }
    for byte in name {
      let isUpper = (0x41...0x5A).contains(byte)
      let isLower = (0x61...0x7A).contains(byte)
      let isPart = isUpper || isLower || byte.isDigit
      if !isPart || isUpper && wasLower {
        if let found = decision() { return found }
        word.removeAll(keepingCapacity: true)
      }
      if isPart { word.append(isUpper ? byte | 0x20 : byte) }
      wasLower = isLower
    }
    return decision() ?? buildType
  }

  /// What a word in lower case says; `dev2` is a second `dev`.
  private static func finding(for word: [UInt8], prodToo: Bool) -> Finding? {
    guard let end = word.lastIndex(where: { !$0.isDigit }) else { return nil }
    let name = word[...end]
    func has(_ list: [ExactString]) -> ExactString? {
      list.first { $0.utf8.count == name.count && $0.utf8.elementsEqual(name) }
    }
    if let found = has(sandbox) {
      return Finding(word: found, environment: .sandbox, isWeak: weak.contains(found))
    }
    guard prodToo, let found = has(prod) else { return nil }
    return Finding(word: found, environment: .prod, isWeak: false)
  }

  /// A name without its words for sandbox, to be compared with one of prod: `app.staging.acme.example` and
  /// `app-staging.acme.example` become `app.acme.example`; nil where there is none.
  package static func withoutSandbox(_ name: ExactString, separators: String) -> ExactString? {
    let bytes = Array(name.utf8)
    let parts = bytes.split(omittingEmptySubsequences: false) { separators.utf8.contains($0) }
    guard parts.count > 1,
      let index = parts.firstIndex(where: { sandbox.contains(ASCII.lowercased($0)) })
    else { return nil }
    // With the separator before the word, or after the first.
    return ExactString(
      decoding: index == 0
        ? bytes[parts[1].startIndex...]
        : bytes[..<parts[index - 1].endIndex] + bytes[parts[index].endIndex...])
  }
}
