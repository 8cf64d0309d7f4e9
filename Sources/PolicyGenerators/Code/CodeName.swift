/// A name of the policy as an identifier: words of ASCII letters and digits. The first one starts with a letter.
package struct CodeName: Sendable, Hashable {
  private let words: [String]

  package enum Style: Sendable {
    /// `signIn`
    case camel
    /// `SignIn`
    case pascal
    /// `sign_in`
    case snake
    /// `SIGN_IN`
    case upperSnake
  }

  package init(_ words: StaticString...) { self.words = words.map(\.description) }

  private init(words: [String]) { self.words = words }

  /// Makes an identifier of each name; no two are equal ignoring case.
  ///
  /// - Parameter texts: the names, each with its policy's name as a prefix if the project has
  ///   several policies.
  package static func unique(_ texts: [(prefix: String?, text: String)]) -> [CodeName] {
    var taken: Set<String> = []
    return texts.map { prefix, text in
      var words = (prefix.map(Self.words) ?? []) + Self.words(text)
      if words.isEmpty || words[0].utf8.first.map({ $0 < 0x41 }) ?? true || reserved.contains(words)
      {
        words.insert("feature", at: 0)
      }
      var candidate = words
      var number = 2
      while !taken.insert(candidate.joined()).inserted {
        candidate = words + [String(number)]
        number += 1
      }
      return CodeName(words: candidate)
    }
  }

  /// Keywords of all languages, and members that the generated types inherit.
  private static let reserved: Set<[String]> = Set(
    """
    all and any as asm assert async await bool break case catch char class const continue default defer \
    def del delete do double dynamic elif else enum except export extension extern false final finally \
    float for foreach friend from func function global goto guard hash id if implements import in init \
    inline inout int interface internal is lambda let long missing mutable namespace native new nil \
    none nonlocal nonisolated not null object operator optional or override package pass private \
    protected protocol public raise register repeat rethrows return scopes self short signed sizeof \
    some static struct subscript super switch synchronized template this throw throws true try type \
    typealias typedef union unknown unsigned unsafe using var virtual void volatile when where while \
    with yield
    """.split(separator: " ").map { [String($0)] } + [["all", "cases"], ["hash", "value"]])

  /// Runs of letters and digits in lower case; an upper-case letter after a lower-case one starts a word.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let isLetter = (0x41...0x5A).contains(byte & 0xDF)
      let isDigit = (0x30...0x39).contains(byte)
      let beginsWord = (0x41...0x5A).contains(byte) && (0x61...0x7A).contains(previous)
      if !word.isEmpty, beginsWord || !(isLetter || isDigit) {
        words.append(word)
        word = ""
      }
      // The bit of lower-case letters; digits have it, too.
      if isLetter || isDigit { word.unicodeScalars.append(Unicode.Scalar(byte | 0x20)) }
      previous = byte
    }
    return word.isEmpty ? words : words + [word]
  }

  package func text(_ style: Style) -> String {
    switch style {
    case .camel: words[0] + words.dropFirst().map(Self.capitalized).joined()
    case .pascal: words.map(Self.capitalized).joined()
    case .snake: words.joined(separator: "_")
    case .upperSnake: words.map { $0.uppercased() }.joined(separator: "_")
    }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
