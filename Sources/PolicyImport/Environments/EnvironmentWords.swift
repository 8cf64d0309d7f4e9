package import PolicyDiagnostics
package import PolicyText

/// Words by which teams name environments.
package enum EnvironmentWords {
  private static let sandbox: Set<ExactString> = [
    "dev", "develop", "development", "debug", "test", "testing", "qa", "uat", "int", "integration",
    "stage", "staging", "stg", "sandbox", "sbx", "preprod", "preview", "local", "nightly", "beta",
    "demo",
  ]
  /// They often name what users run.
  private static let weak: Set<ExactString> = ["beta", "demo"]
  private static let prod: Set<ExactString> = ["prod", "production", "release", "live"]

  /// A word of a name and what it says.
  package struct Finding: Sendable, Equatable {
    package var word: ExactString
    package var environment: Environment
    /// The word often means something else.
    package var isWeak: Bool
  }

  /// What a name says: the first of its words that names an environment. Words end at anything that is no
  /// letter, and where lower case turns upper: `GoogleService-Info-Dev`, `stagingDebug`.
  package static func find(in name: some Collection<UInt8>, prodToo: Bool = true) -> Finding? {
    for word in words(of: name) {
      if sandbox.contains(word) {
        return Finding(word: word, environment: .sandbox, isWeak: weak.contains(word))
      }
      if prodToo, prod.contains(word) {
        return Finding(word: word, environment: .prod, isWeak: false)
      }
    }
    return nil
  }

  /// The words of a name in lower case.
  static func words(of name: some Collection<UInt8>) -> [ExactString] {
    var words: [[UInt8]] = [[]]
    var wasLower = false
    for byte in name {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: words[words.count - 1].append(byte)
      case 0x41...0x5A:
        if wasLower { words.append([]) }
        words[words.count - 1].append(byte | 0x20)
      default: words.append([])
      }
      wasLower = (0x61...0x7A).contains(byte)
    }
    // `dev2` is a second one.
    return words.compactMap { word in
      let end = word.lastIndex { !(0x30...0x39).contains($0) }
      return end.map { ExactString(decoding: word[...$0]) }
    }
  }

  /// A name without its words for sandbox, to be compared with one of prod: `app.staging.acme.example` and
  /// `app-staging.acme.example` become `app.acme.example`; nil where there is none.
  static func withoutSandbox(_ name: ExactString, separators: String) -> ExactString? {
    var parts: [[UInt8]] = []
    var marks: [UInt8] = []
    var part: [UInt8] = []
    for byte in name.utf8 {
      if separators.utf8.contains(byte) {
        parts.append(part)
        marks.append(byte)
        part = []
      } else {
        part.append(byte)
      }
    }
    parts.append(part)
    guard
      let index = parts.firstIndex(where: { part in
        sandbox.contains(ASCII.lowercased(part[...]))
      }), parts.count > 1
    else { return nil }
    parts.remove(at: index)
    marks.remove(at: index == 0 ? 0 : index - 1)
    var output: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { output.append(marks[index - 1]) }
      output += part
    }
    return ExactString(decoding: output)
  }
}
