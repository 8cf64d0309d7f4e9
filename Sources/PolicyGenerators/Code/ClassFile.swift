import PolicyDecision

/// What a class file of the Java virtual machine can hold (JVMS 4.7.3, 4.4.7 and 4.11), with a margin.
enum ClassFile {
  /// The longest text of one constant, in UTF-16 code units: each takes up to three bytes of 65,535.
  private static let longestText = 20_000

  /// The texts that one class loads: the code of a method has up to 65,535 bytes, a text takes about
  /// ten.
  static let mostTexts = 1_000

  /// A text as UTF-16, in pieces that fit into constants; no piece ends in a pair of surrogates.
  static func constants(_ text: String) -> [[UInt16]] {
    var pieces: [[UInt16]] = [[]]
    for scalar in text.unicodeScalars {
      if pieces[pieces.count - 1].count >= longestText { pieces.append([]) }
      pieces[pieces.count - 1] += UTF16.encode(scalar).map { Array($0) } ?? []
    }
    return pieces
  }

  /// Values in groups of at most `mostTexts` texts each, or of one value that has more.
  static func groups<Value>(_ values: [Value], texts: (Value) -> Int) -> [[Value]] {
    var groups: [[Value]] = []
    var count = 0
    for value in values {
      let more = texts(value)
      if groups.isEmpty || count + more > mostTexts {
        groups.append([])
        count = 0
      }
      groups[groups.count - 1].append(value)
      count += more
    }
    return groups
  }

  /// How many texts a client is written with, at most; lists that are longer than `mostTexts` do not
  /// stand in its class.
  static func texts(of client: CompiledClient) -> Int {
    let callers = client.flipCallers.reduce(0) { $0 + 1 + $1.fingerprints.count }
    return 8 + min(client.redirectURIs.count, mostTexts) + min(client.scopes.count, mostTexts)
      + callers
  }

  /// Four upper-case digits.
  static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
