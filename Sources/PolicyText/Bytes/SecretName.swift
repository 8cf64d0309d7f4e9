/// Recognizes names of keys and parameters with secret values, regardless of case, separators and
/// small misspellings.
package enum SecretName {
  /// The minimum length of a name.
  private static let shortest = 3
  /// The number of bytes that are checked at the start and at the end of a name.
  private static let longest = 64
  /// Substrings of names of secrets.
  private static let stems = texts(
    "secret", "passw", "passphrase", "passcode", "token", "apikey", "privatekey", "signingkey",
    "accesskey", "encryptionkey", "codeverifier", "clientassertion", "clientcredential")
  /// Substrings of names that aren't names of secrets.
  private static let harmless = texts(
    "tokenendpoint", "tokenurl", "tokenuri", "tokenlifetime", "tokentype", "tokenttl",
    "tokenrefresh", "tokenexpir", "tokeninfo", "secretmatches")
  /// Names that are too short to search for as substrings.
  private static let words = texts("pwd", "pass", "psk", "jwt", "pem", "otp", "hmac")
  /// Names that similar names are probably misspellings of.
  private static let meant = texts(
    "secret", "secrets", "token", "tokens", "password", "passwd", "passphrase", "apikey",
    "clientsecret", "clientsecretvalue", "privatekey", "accesstoken", "refreshtoken", "idtoken",
    "codeverifier", "clientassertion", "signingkey", "secretkey", "accesskey"
  )

  /// A name to compare with, and its letters.
  private struct Name {
    var name: [UInt8]
    var letters: UInt32
  }

  private static func texts(_ names: String...) -> [Name] {
    names.map { text in
      let name = Array(text.utf8)
      return Name(name: name, letters: letters(of: name[...]))
    }
  }

  /// The letters of each substring, word and name, and how many of them a misspelled name may lack.
  /// Entries that others imply are left out.
  private static let within: [(letters: UInt32, slips: Int)] = {
    var kept: [(letters: UInt32, slips: Int)] = []
    func add(_ letters: UInt32, slips: Int) {
      let isCovered = kept.contains { ($0.letters & ~letters).nonzeroBitCount + slips <= $0.slips }
      if !isCovered { kept.append((letters, slips)) }
    }
    for name in meant.reversed() { add(name.letters, slips: slips(name)) }
    for name in words.reversed() { add(name.letters, slips: 0) }
    for name in stems.reversed() { add(name.letters, slips: 0) }
    return kept
  }()

  /// Returns false if the letters of a name rule out a secret: a fast check for nearly all names.
  private static func mayMatch(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count >= shortest else { return false }
    // Upper-case letters have the bits of lower-case ones. The last bit stands for letters of other
    // scripts. No name has a digit.
    var letters: UInt32 = 1 << 31
    for byte in name where byte >= 0x40 { letters |= 1 &<< UInt32(byte & 31) }
    // An edit adds at most one letter.
    return within.contains { wanted in
      var missing = wanted.letters & ~letters
      for _ in 0..<wanted.slips { missing &= missing &- 1 }
      return missing == 0
    }
  }

  /// Returns true for the name of a secret.
  ///
  /// - Parameter withSlips: whether to include misspelled names.
  package static func matches(_ name: some Collection<UInt8>, withSlips: Bool = true) -> Bool {
    matches(Array(name)[...], withSlips: withSlips)
  }

  /// The same for a slice, because hostile files can have hundreds of thousands of names.
  package static func matches(_ name: ArraySlice<UInt8>, withSlips: Bool = true) -> Bool {
    guard mayMatch(name) else { return false }
    guard name.count > longest else { return isSecret(name, withSlips) }
    return isSecret(name.prefix(longest), withSlips) || isSecret(name.suffix(longest), withSlips)
  }

  private static func isSecret(_ name: ArraySlice<UInt8>, _ withSlips: Bool) -> Bool {
    let parts = Parts(of: name)
    guard let last = parts.last else { return false }
    let whole = parts.whole
    let letters = letters(of: whole[...])
    var rest = whole
    for name in harmless where name.letters & ~letters == 0 {
      guard let range = rest.firstRange(of: name.name, in: 0..<rest.count) else { continue }
      rest.removeSubrange(range)
    }
    let isHarmless = rest.count < whole.count
    for stem in stems where stem.letters & ~letters == 0 {
      if rest.firstRange(of: stem.name, in: 0..<rest.count) != nil { return true }
    }
    if words.contains(where: { $0.letters & ~letters == 0 && last.elementsEqual($0.name) }) {
      return true
    }
    guard withSlips, !isHarmless else { return false }
    return isNearly(whole[...])
      || (parts.ends.count > 1 && parts.ends.indices.contains { isNearly(parts[$0]) })
  }

  /// The words of a name in lower case, divided by separators and capitals.
  private struct Parts {
    /// The words without separators.
    private(set) var whole: [UInt8] = []
    /// The ends of the words, none of which is empty.
    private(set) var ends: [Int] = []

    init(of name: ArraySlice<UInt8>) {
      whole.reserveCapacity(name.count)
      var wasLower = false
      for byte in name {
        switch byte {
        case 0x61...0x7A, 0x30...0x39: whole.append(byte)
        case 0x41...0x5A:
          if wasLower { endPart() }
          whole.append(byte | 0x20)
        // A look-alike of another script stands for one letter.
        case 0xC0...: whole.append(0xFF)
        case 0x80..<0xC0: break
        default: endPart()
        }
        wasLower = (0x61...0x7A).contains(byte)
      }
      endPart()
    }

    private mutating func endPart() {
      if whole.count > ends.last ?? 0 { ends.append(whole.count) }
    }

    subscript(index: Int) -> ArraySlice<UInt8> {
      whole[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }

    var last: ArraySlice<UInt8>? { ends.isEmpty ? nil : self[ends.count - 1] }
  }

  private static func isNearly(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, name.count > 3, name.count < 20 else { return false }
    let letters = letters(of: name)
    // Created for the first comparison: most names need none.
    var distance: EditDistance?
    for meant in meant {
      let allowed = slips(meant)
      guard abs(meant.name.count - name.count) <= allowed,
        // An edit changes at most two letters, so most names aren't compared.
        (letters ^ meant.letters).nonzeroBitCount <= 2 * allowed,
        // Short words are similar to many others, so their first letter must be equal.
        meant.name.count > 5 || meant.name[0] == first
      else { continue }
      if distance == nil { distance = EditDistance(to: Array(name)) }
      if distance?.to(meant.name, upTo: allowed) != nil { return true }
    }
    return false
  }

  /// The maximum number of edits.
  private static func slips(_ name: Name) -> Int { name.name.count > 8 ? 2 : 1 }

  /// A bit for each letter.
  private static func letters(of name: ArraySlice<UInt8>) -> UInt32 {
    name.reduce(0) { $0 | 1 << UInt32($1 & 31) }
  }
}
