package import PolicyText

/// Words in names of environments.
package enum EnvironmentWords {
  private static let sandbox: Set<ExactString> = [
    "dev", "develop", "development", "debug", "test", "testing", "qa", "uat", "int", "integration",
    "stage", "staging", "stg", "sandbox", "sbx", "preprod", "preview", "local", "nightly", "beta",
    "demo", "preproduction",
  ]
  /// Words that can also stand for production or have another meaning.
  private static let weak: Set<ExactString> = ["beta", "demo", "integration", "local"]
  private static let prod: Set<ExactString> = ["prod", "production", "release", "live"]

  /// A word in a name and its environment.
  package struct Finding: Sendable, Equatable {
    package var word: ExactString
    package var environment: Environment
    /// Whether the word often has another meaning.
    package var isWeak: Bool
  }

  /// Build types, which are weaker evidence than environments: `Debug-production`, `ReleaseDev`.
  private static let buildTypes: Set<ExactString> = ["debug", "release"]

  /// The first word of a name that stands for an environment, or else a build type. Words end at
  /// characters that aren't letters, and before capitals: `GoogleService-Info-Dev`, `stagingDebug`.
  package static func find(in name: some Collection<UInt8>, prodToo: Bool = true) -> Finding? {
    var word: [UInt8] = []
    word.reserveCapacity(name.count)
    var wasLower = false
    var buildType: Finding?
    /// The finding if the word is clear enough.
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

  /// The environment of a lower-case word; `dev2` is a second `dev`.
  private static func finding(for word: [UInt8], prodToo: Bool) -> Finding? {
    guard let end = word.lastIndex(where: { !$0.isDigit }) else { return nil }
    let name = ExactString(decoding: word[...end])
    if sandbox.contains(name) {
      return Finding(word: name, environment: .sandbox, isWeak: weak.contains(name))
    }
    guard prodToo, prod.contains(name) else { return nil }
    return Finding(word: name, environment: .prod, isWeak: false)
  }

  /// A name without its word for an environment, for comparison with a name of the other:
  /// `acme-staging` becomes `acme`; nil if it has no such word.
  package static func removing(_ environment: Environment, from name: ExactString) -> ExactString? {
    let bytes = Array(name.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let words = environment == .sandbox ? sandbox : prod
    guard parts.count > 1,
      let index = parts.firstIndex(where: { words.contains(ASCII.lowercased($0)) })
    else { return nil }
    // Remove the separator before the word, or the one after the first word.
    return ExactString(
      decoding: index == 0
        ? bytes[parts[1].startIndex...]
        : bytes[..<parts[index - 1].endIndex] + bytes[parts[index].endIndex...])
  }
}
