/// Secrets that are recognized by their content: private keys (PEM, and base64 of PKCS#8, PKCS#1,
/// SEC 1 and PKCS#12), Google's client secrets and access tokens, and signed JWTs.
///
/// Google's API keys (`AIza…`), client IDs, certificates and public keys are public, so they aren't
/// included.
package enum SecretContent {
  /// The type of a secret.
  package enum Kind: Sendable {
    case privateKey
    case googleClientSecret
    /// A bearer token: a signed JWT or a Google access token.
    case token
  }

  /// A secret and its bytes.
  package struct Match: Sendable {
    package var kind: Kind
    package var range: Range<Int>
  }

  /// False if neither these bytes nor their escaped characters can contain a secret. An escape can
  /// stand for any byte.
  package static func mayOccur(in bytes: ArraySlice<UInt8>) -> Bool {
    let escape = UInt8(ascii: "\\")
    return bytes.holdsOne(of: (escape, escape, escape)) || !matches(in: bytes).isEmpty
  }

  package static func kind(in text: ArraySlice<UInt8>) -> Kind? { matches(in: text).first?.kind }

  /// The secrets in order, without overlaps. Keys may span several lines.
  package static func matches(in text: ArraySlice<UInt8>) -> [Match] {
    var matches: [Match] = []
    // The start of a word: the start of the text, or the end of a secret.
    var start = text.startIndex
    var index = start
    func take(_ first: Int) -> Bool {
      guard first >= start else { return false }
      let isWordStart = first == start || !isWordByte(text[first - 1])
      guard let match = match(in: text, at: first, isWordStart) else { return false }
      matches.append(match)
      start = match.range.upperBound
      index = start
      return true
    }
    while true {
      let offset = text.span.place(
        from: index - text.startIndex, first: letters.first, count: letters.count,
        or: letters.other)
      let place = text.startIndex + offset
      guard place < text.endIndex else { return matches }
      index = place + 1
      switch text[place] {
      // `-----BEGIN` or `GOCSPX-`.
      case UInt8(ascii: "G"): _ = take(place - 7) || take(place)
      // `eyJ` or `ya29.`.
      case UInt8(ascii: "y"): _ = take(place - 1) || take(place)
      case UInt8(ascii: "M"), UInt8(ascii: "L"): _ = take(place)
      default: break
      }
    }
  }

  /// Every secret has a letter from `G` to `M` or a `y` at or near its start. The search looks for
  /// these.
  static let letters = (first: UInt8(ascii: "G"), count: UInt8(7), other: UInt8(ascii: "y"))

  private static func match(
    in text: ArraySlice<UInt8>, at index: Int, _ isWordStart: Bool
  ) -> Match? {
    switch text[index] {
    case UInt8(ascii: "-"):
      return pemEnd(in: text, at: index).map { Match(kind: .privateKey, range: index..<$0) }
    case UInt8(ascii: "M"), UInt8(ascii: "L"):
      guard isWordStart || isEscape(text, before: index) else { return nil }
      return keyEnd(in: text, at: index).map { Match(kind: .privateKey, range: index..<$0) }
    case UInt8(ascii: "G"):
      return prefixed("GOCSPX-", in: text, at: index)
        .map { Match(kind: .googleClientSecret, range: index..<$0) }
    case UInt8(ascii: "y"):
      guard isWordStart else { return nil }
      return prefixed("ya29.", in: text, at: index).map { Match(kind: .token, range: index..<$0) }
    case UInt8(ascii: "e"):
      guard isWordStart || isEscape(text, before: index) else { return nil }
      return tokenEnd(in: text, at: index).map { Match(kind: .token, range: index..<$0) }
    default: return nil
    }
  }

  /// Returns true for the letter of `\n` or the last digit of `%0A`, after which a word starts.
  private static func isEscape(_ text: ArraySlice<UInt8>, before index: Int) -> Bool {
    let start = text.startIndex
    if index >= start + 2, text[index - 2] == UInt8(ascii: "\\") { return true }
    return index >= start + 3 && text[index - 3] == UInt8(ascii: "%")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isBase64URL(byte) || byte == UInt8(ascii: "+")
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: isBase64URL(byte)
    }
  }

  /// A digit of base64url (RFC 4648 section 5).
  private static func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func holds(_ word: String, in text: ArraySlice<UInt8>, at index: Int) -> Bool {
    text[index...].starts(with: word.utf8)
  }

  /// The end of a token that starts with a prefix and has at least eight more characters.
  private static func prefixed(
    _ prefix: String, in text: ArraySlice<UInt8>, at index: Int
  ) -> Int? {
    guard holds(prefix, in: text, at: index) else { return nil }
    let start = index + prefix.utf8.count
    let end = text[start...].firstIndex { !isBase64URL($0) }
    return (end ?? text.endIndex) - start >= 8 ? end ?? text.endIndex : nil
  }

  // MARK: signed JWTs

  private static func tokenEnd(in text: ArraySlice<UInt8>, at index: Int) -> Int? {
    guard holds("eyJ", in: text, at: index) else { return nil }
    let end =
      text[index...].firstIndex {
        !isBase64URL($0) && $0 != UInt8(ascii: ".")
      } ?? text.endIndex
    let parts = text[index..<end].split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[2].count >= 16, let header = Base64URL.decode(parts[0]),
      header.firstRange(of: Array("\"alg\"".utf8), in: header.indices) != nil
    else { return nil }
    return end
  }

  // MARK: PEM

  /// The end of a PEM private key, including its last line if present.
  private static func pemEnd(in text: ArraySlice<UInt8>, at index: Int) -> Int? {
    guard holds("-----BEGIN", in: text, at: index) else { return nil }
    // Spaces may be encoded: `PRIVATE%20KEY`, `PRIVATE+KEY`.
    let label = text[(index + 10)...].prefix(60)
    guard let dashes = label.firstRange(of: Array("-----".utf8)) else { return nil }
    let words = label[..<dashes.lowerBound].split { !(0x41...0x5A).contains($0) }
    guard let word = words.lastIndex(where: { $0.elementsEqual("PRIVATE".utf8) }),
      words[(word + 1)...].contains(where: { $0.elementsEqual("KEY".utf8) })
    else { return nil }
    let body = dashes.upperBound
    guard let first = bodyStart(in: text, from: body) else { return nil }
    let next = text[first...].firstRange(of: Array("-----BEGIN".utf8))?.lowerBound ?? text.endIndex
    guard let end = text[first..<next].firstRange(of: Array("-----END".utf8)) else {
      return linesEnd(in: text, from: first)
    }
    return text[end.upperBound..<next].prefix(60).firstRange(of: Array("-----".utf8))?.upperBound
      ?? end.upperBound
  }

  /// The start of a body whose first line has at least eight characters; nil without a body, as in
  /// prose.
  private static func bodyStart(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
    let index = skippingBreaks(in: text, from: start)
    let end = runEnd(in: text, from: index)
    return end - index >= 8 ? index : nil
  }

  /// Skips whitespace, escaped line breaks, and characters around lines: quotes, `#`, `+`, commas.
  private static func skippingBreaks(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.endIndex {
      let byte = text[index]
      if " \t\r\n\"'#,|>+".utf8.contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "\\") {
        let isLetter = index + 1 < text.endIndex && "nrt\n\r".utf8.contains(text[index + 1])
        index += isLetter ? 2 : 1
      } else if byte == UInt8(ascii: "%"),
        ["%0A", "%0D", "%0a", "%0d", "%20"].contains(where: {
          holds($0, in: text, at: index)
        })
      {
        index += 3
      } else {
        break
      }
    }
    return index
  }

  private static func runEnd(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    text[start...].firstIndex { !isBase64($0) && $0 != UInt8(ascii: "%") } ?? text.endIndex
  }

  /// The end of the lines that consist of base64.
  private static func linesEnd(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var end = runEnd(in: text, from: start)
    while true {
      let next = skippingBreaks(in: text, from: end)
      guard next > end, next < text.endIndex else { return end }
      let run = runEnd(in: text, from: next)
      guard run > next, run == text.endIndex || "\r\n\"'\\, \t".utf8.contains(text[run]) else {
        return end
      }
      end = run
    }
  }

  // MARK: base64

  /// The number of characters that show the structure of a key.
  private static let head = 64
  /// The minimum length of a key: an Ed25519 key has 64 characters.
  private static let shortest = 40

  /// The end of a private key in base64.
  private static func keyEnd(in text: ArraySlice<UInt8>, at index: Int) -> Int? {
    // The base64 of `-----BEGIN`; other keys start with `30 …`.
    let isPEM = holds("LS0tLS1CRUdJTi", in: text, at: index)
    guard isPEM || text[index] == UInt8(ascii: "M") else { return nil }
    var digits: [UInt8] = []
    var place = index
    while place < text.endIndex, digits.count < head {
      let byte = text[place]
      if isBase64(byte), byte != UInt8(ascii: "=") {
        digits.append(
          byte == UInt8(ascii: "+")
            ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte)
        place += 1
      } else if byte == UInt8(ascii: "%"), let escaped = escapedDigit(in: text, at: place) {
        digits.append(escaped)
        place += 3
      } else if byte == UInt8(ascii: "\\"), holds("\\/", in: text, at: place) {
        digits.append(UInt8(ascii: "_"))
        place += 2
      } else {
        let next = skippingBreaks(in: text, from: place)
        guard next > place else { break }
        place = next
      }
    }
    guard digits.count >= shortest else { return nil }
    // The padding bits of a part may be nonzero.
    let whole = digits.prefix(digits.count / 4 * 4)
    guard let decoded = Base64URL.decode(whole) else { return nil }
    guard isPEM ? isPrivatePEM(decoded) : isPrivateKey(decoded) else { return nil }
    return linesEnd(in: text, from: place)
  }

  private static func escapedDigit(in text: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    if ["%2B", "%2b"].contains(where: { holds($0, in: text, at: index) }) {
      return UInt8(ascii: "-")
    }
    if ["%2F", "%2f"].contains(where: { holds($0, in: text, at: index) }) {
      return UInt8(ascii: "_")
    }
    return nil
  }

  private static func isPrivatePEM(_ bytes: [UInt8]) -> Bool {
    bytes[...].firstRange(of: Array("PRIVATE KEY".utf8)) != nil
  }

  /// Returns true for the first bytes of PKCS#8 (RFC 5208, plain and encrypted), PKCS#1 (RFC 8017),
  /// SEC 1 (RFC 5915) and PKCS#12 (RFC 7292).
  private static func isPrivateKey(_ bytes: [UInt8]) -> Bool {
    guard let body = contents(of: 0x30, in: bytes[...]) else { return false }
    if let algorithm = contents(of: 0x30, in: body) {
      // The OID prefix of PBES in PKCS#5 and PKCS#12.
      let encryption: [UInt8] = [0x06, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
      let id = algorithm.prefix(1) + algorithm.dropFirst(2).prefix(7)
      let family = algorithm.dropFirst(9).first
      return id.elementsEqual(encryption) && (family == 0x05 || family == 0x0C)
    }
    guard body.starts(with: [0x02, 0x01]), let version = body.dropFirst(2).first else {
      return false
    }
    let rest = body.dropFirst(3)
    switch (version, rest.first) {
    case (0, 0x30), (1, 0x30): return contents(of: 0x30, in: rest)?.first == 0x06
    case (0, 0x02): return (contents(of: 0x02, in: rest)?.count ?? 0) >= 16
    case (1, 0x04): return true
    case (3, 0x30): return contents(of: 0x30, in: rest)?.first == 0x06
    default: return false
    }
  }

  /// The contents of a DER value after its tag and length, possibly truncated.
  private static func contents(of tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.first == tag, let length = bytes.dropFirst().first else { return nil }
    if length < 0x80 { return bytes.dropFirst(2) }
    guard (0x81...0x83).contains(length) else { return nil }
    return bytes.dropFirst(2 + Int(length & 0x0F))
  }
}
