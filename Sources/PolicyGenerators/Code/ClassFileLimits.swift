import PolicyDecision

/// What a class file of the Java virtual machine can hold (JVMS 4.7.3, 4.4.7 and 4.11), with a margin.
enum ClassFileLimits {
  /// The longest text of one constant, in UTF-16 code units: each takes up to three bytes of 65,535.
  static let maximumTextLength = 20_000

  /// The texts that one class loads: the code of a method has up to 65,535 bytes, a text takes about
  /// ten.
  static let maximumTexts = 1_000

  /// An expression of string constants whose value is a text.
  ///
  /// - Parameters:
  ///   - escape: writes a code unit within quotes.
  ///   - join: makes one text of several constants; a sum would be one constant again.
  static func literal(
    _ text: String, escape: (UInt16) -> String, join: (_ constants: String) -> String
  ) -> String {
    let constants = Self.constants(of: text).map { units in "\"" + units.map(escape).joined() + "\""
    }
    return constants.count == 1 ? constants[0] : join(constants.joined(separator: ", "))
  }

  /// A text as UTF-16, in pieces that fit into constants; no piece ends in a pair of surrogates.
  private static func constants(of text: String) -> [[UInt16]] {
    var pieces: [[UInt16]] = [[]]
    for scalar in text.unicodeScalars {
      if pieces[pieces.count - 1].count >= maximumTextLength { pieces.append([]) }
      pieces[pieces.count - 1].append(contentsOf: scalar.utf16)
    }
    return pieces
  }

  /// Values in groups of at most `maximumTexts` texts each, or of one value that has more.
  static func groups<Value>(_ values: [Value], texts: (Value) -> Int) -> [[Value]] {
    var groups: [[Value]] = []
    var count = 0
    for value in values {
      let more = texts(value)
      if groups.isEmpty || count + more > maximumTexts {
        groups.append([])
        count = 0
      }
      groups[groups.count - 1].append(value)
      count += more
    }
    return groups
  }

  /// How many texts a client is written with, at most; lists that are longer than `maximumTexts` do not
  /// stand in its class.
  static func texts(of client: CompiledClient) -> Int {
    var count = 8
    // The eight are for texts, flags, and short lists that most clients share.
    for (_, value) in ClientField.values(of: client, order: ClientField.openLists) {
      switch value {
      case .text, .flag: break
      case .texts(let texts): count += min(texts.count, maximumTexts)
      case .callers(let callers): count += callers.reduce(0) { $0 + 1 + $1.certificates.count }
      }
    }
    return count
  }

  /// Four upper-case digits.
  static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
