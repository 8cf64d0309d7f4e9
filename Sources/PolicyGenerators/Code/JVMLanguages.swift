import PolicyDecision

/// The limits of a class file of the Java virtual machine (JVMS 4.7.3, 4.4.7 and 4.11), with a margin.
enum ClassFileLimits {
  /// The maximum number of UTF-16 code units in a constant: each needs up to 3 of 65,535 bytes.
  static let maximumStringLength = 20_000
  /// The maximum number of strings that a class loads: a method has up to 65,535 bytes, and a
  /// string needs about 10.
  static let maximumStrings = 1_000

  /// An expression whose value is the string.
  ///
  /// - Parameters:
  ///   - escape: writes a code unit in quotes.
  ///   - join: joins constants at run time, because the compiler would fold a sum of constants into
  ///     one.
  static func literal(
    _ text: String, escape: (UInt16) -> String, join: (_ constants: String) -> String
  ) -> String {
    // Surrogate pairs aren't split.
    var pieces: [[UInt16]] = [[]]
    for scalar in text.unicodeScalars {
      if pieces[pieces.count - 1].count >= maximumStringLength { pieces.append([]) }
      pieces[pieces.count - 1].append(contentsOf: scalar.utf16)
    }
    let constants = pieces.map { "\"" + $0.map(escape).joined() + "\"" }
    return constants.count == 1 ? constants[0] : join(constants.joined(separator: ", "))
  }

  /// Values in groups with at most `maximumStrings` strings each, or with one value that has more.
  static func groups<Value>(_ values: [Value], strings: (Value) -> Int) -> [[Value]] {
    var groups: [[Value]] = []
    var count = 0
    for value in values {
      let more = strings(value)
      if groups.isEmpty || count + more > maximumStrings {
        groups.append([])
        count = 0
      }
      groups[groups.count - 1].append(value)
      count += more
    }
    return groups
  }

  /// An upper bound of the strings in the class of a client; longer lists have their own classes.
  static func strings(of client: CompiledClient) -> Int {
    // 8 are for scalar values and for short lists that most clients have.
    ClientField.values(of: client, ClientField.all.filter(\.isOpenList)).reduce(8) { count, each in
      switch each.value {
      case .text, .flag: count
      case .texts(let texts): count + min(texts.count, maximumStrings)
      case .callers(let callers): count + callers.reduce(0) { $0 + 1 + $1.certificates.count }
      }
    }
  }

  /// `\u` with four hexadecimal digits.
  static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

package enum JavaLanguage: CodeLanguage {
  /// An expression of constants.
  ///
  /// A compiler reads Unicode escapes before anything else, so an escaped quote or newline would be a real one: ASCII
  /// is never written as a Unicode escape.
  package static func literal(_ text: String) -> String {
    ClassFileLimits.literal(
      text,
      escape: { unit in
        switch unit {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x0A: "\\n"
        case 0x20...0x7E: String(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
        case 0..<0x80: "\\" + padded(String(unit, radix: 8), to: 3)
        default: ClassFileLimits.escape(unit)
        }
      }, join: { "String.join(\"\", \($0))" })
  }
}

package enum KotlinLanguage: CodeLanguage {
  /// An expression of constants; an escaped dollar sign can't start a template.
  package static func literal(_ text: String) -> String {
    ClassFileLimits.literal(
      text,
      escape: { unit in
        switch unit {
        case 0x22: "\\\""
        case 0x24: "\\$"
        case 0x5C: "\\\\"
        case 0x0A: "\\n"
        case 0x20...0x7E: String(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
        default: ClassFileLimits.escape(unit)
        }
      }, join: { "listOf(\($0)).joinToString(\"\")" })
  }
}
