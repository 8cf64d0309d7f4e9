/// Names of keys and parameters that hold secrets, also where they are written in another case, with
/// other separators, or misspelt.
public enum SecretName {
  /// Of longer names the start and the end are looked at.
  private static let longest = 64
  /// What makes a secret of a name, wherever it stands in it.
  private static let stems = texts(
    "secret", "passw", "passphrase", "passcode", "token", "apikey", "privatekey", "signingkey",
    "accesskey", "encryptionkey", "codeverifier", "clientassertion", "clientcredential")
  /// What the stems occur in, and what holds no secret.
  private static let harmless = texts(
    "tokenendpoint", "tokenurl", "tokenuri", "tokenlifetime", "tokentype", "tokenttl",
    "tokenrefresh", "tokenexpir", "tokeninfo", "secretmatches")
  /// Whole words that are too short to look for within others.
  private static let words = texts("pwd", "pass", "psk", "jwt", "pem", "otp", "hmac")
  /// What people mean by names that are nearly these, and which letters they have.
  private static let meant = texts(
    "secret", "secrets", "token", "tokens", "password", "passwd", "passphrase", "apikey",
    "clientsecret", "clientsecretvalue", "privatekey", "accesstoken", "refreshtoken", "idtoken",
    "codeverifier", "clientassertion", "signingkey", "secretkey", "accesskey"
  ).map { (name: $0, letters: letters(of: $0)) }

  private static func texts(_ names: String...) -> [[UInt8]] { names.map { Array($0.utf8) } }

  /// True for a name that says that its value is a secret.
  ///
  /// - Parameter withSlips: also names that are nearly such a name.
  public static func matches(_ name: some Collection<UInt8>, withSlips: Bool = true) -> Bool {
    guard name.count > longest else { return isSecret(name, withSlips) }
    return isSecret(name.prefix(longest), withSlips) || isSecret(name.suffix(longest), withSlips)
  }

  private static func isSecret(_ name: some Collection<UInt8>, _ withSlips: Bool) -> Bool {
    var parts: [[UInt8]] = [[]]
    var wasLower = false
    for byte in name {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: parts[parts.count - 1].append(byte)
      case 0x41...0x5A:
        if wasLower { parts.append([]) }
        parts[parts.count - 1].append(byte | 0x20)
      // A look-alike from another script stands for one letter.
      case 0xC0...: parts[parts.count - 1].append(0xFF)
      case 0x80..<0xC0: break
      default: parts.append([])
      }
      wasLower = (0x61...0x7A).contains(byte)
    }
    parts.removeAll(where: \.isEmpty)
    guard let last = parts.last else { return false }
    var whole = Array(parts.joined())
    var isHarmless = false
    for name in harmless {
      guard let range = whole.firstRange(of: name, in: 0..<whole.count) else { continue }
      whole.removeSubrange(range)
      isHarmless = true
    }
    if stems.contains(where: { whole.firstRange(of: $0, in: 0..<whole.count) != nil }) {
      return true
    }
    if words.contains(last) { return true }
    guard withSlips, !isHarmless else { return false }
    return isNearly(whole)
      || (parts.count > 1 && parts.contains(where: isNearly))
  }

  private static func isNearly(_ name: [UInt8]) -> Bool {
    guard name.count > 3, name.count < 20 else { return false }
    let letters = letters(of: name)
    return meant.contains { meant in
      let allowed = meant.name.count > 8 ? 2 : 1
      return abs(meant.name.count - name.count) <= allowed
        // An edit changes two letters at most: this leaves few names to be compared.
        && (letters ^ meant.letters).nonzeroBitCount <= 2 * allowed
        // Short words have many neighbours: the first letter is right.
        && (meant.name.count > 5 || meant.name[0] == name[0])
        && EditDistance.between(name, meant.name) <= allowed
    }
  }

  /// A bit for each letter that occurs.
  private static func letters(of name: [UInt8]) -> UInt32 {
    name.reduce(0) { $0 | 1 << UInt32($1 & 31) }
  }
}
