/// Finds secrets in lines without a tree: in files that can't be parsed, and in comments.
package enum SecretLines {
  /// The secrets in a line of a parsed file that aren't in the tree: in comments and in requests of
  /// tests.
  static func hidden(in bytes: [UInt8], _ line: Range<Int>) -> [SourceSpan] {
    guard mayHold(bytes, line) || SecretContent.mayOccur(in: bytes[line]) else { return [] }
    var hidden: [SourceSpan] = []
    var isComment = false
    var index = line.lowerBound
    while let word = word(in: bytes, from: index, to: line.upperBound) {
      if !isComment {
        isComment = (index..<word.lowerBound).contains {
          bytes[$0] == UInt8(ascii: "#")
            && ($0 == line.lowerBound || bytes[$0 - 1].isBlank)
        }
      }
      index = word.upperBound
      guard let value = value(after: word, in: bytes, to: line.upperBound) else { continue }
      let rest = value..<line.upperBound
      // The search of the tree covers everything else.
      guard
        isComment
          ? SecretName.matches(bytes[word]) : isRequestValue(bytes[word], bytes[rest]),
        !isReference(bytes[rest])
      else { continue }
      hidden.append(SourceSpan(value, line.upperBound))
      return hidden
    }
    for range in ParameterMask(.secrets).ranges(in: bytes[line]) {
      hidden.append(SourceSpan(range.lowerBound, range.upperBound))
    }
    return hidden
  }

  /// Returns false for nearly all lines. Searches for letters of the names that few words contain.
  private static func mayHold(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    line.contains { index in
      switch bytes[index] {
      case UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "@"): true
      case UInt8(ascii: "k"): bytes.holds("oken", at: index - 1)
      case UInt8(ascii: "c"): bytes.holds("ecret", at: index - 1)
      case UInt8(ascii: "f"): bytes.holds("erifier", at: index - 3)
      case UInt8(ascii: "z"): bytes.holds("uthoriz", at: index - 6)
      case UInt8(ascii: "v"): bytes.holds("rivate", at: index - 2)
      case UInt8(ascii: "n"): bytes.holds("ssertion", at: index - 7)
      default: false
      }
    }
  }

  /// Returns true for a request parameter in a test, whose value isn't a secret of the policy.
  private static func isRequestValue(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool
  {
    guard let first = value.first, !"{&*#[|>!".utf8.contains(first) else { return false }
    if name.elementsEqual("authorization".utf8) {
      return ["Basic ", "Bearer ", "\"Basic ", "\"Bearer ", "'Basic ", "'Bearer "].contains {
        value.starts(with: $0.utf8)
      }
    }
    return [
      "client_secret", "private_key", "client_assertion", "code_verifier", "access_token",
      "refresh_token", "id_token", "assertion",
    ].contains { name.elementsEqual($0.utf8) }
  }

  // MARK: words

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E, 0x80...: true
    default: false
    }
  }

  /// The next range of bytes that can be a name.
  static func word(in bytes: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
    var first = start
    while first < end, !isNameByte(bytes[first]) { first += 1 }
    guard first < end else { return nil }
    var last = first
    while last < end, isNameByte(bytes[last]) { last += 1 }
    return first..<last
  }

  /// The start of the value after a name; nil if neither `:` nor `=` follows.
  static func value(after word: Range<Int>, in bytes: [UInt8], to end: Int) -> Int? {
    var index = word.upperBound
    while index < end, bytes[index].isBlank || bytes[index] == 0x22 || bytes[index] == 0x27 {
      index += 1
    }
    guard index < end, bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=")
    else { return nil }
    index += 1
    while index < end, bytes[index].isBlank { index += 1 }
    return index
  }

  /// Returns true for a reference to a secret, also per environment, and for an empty value.
  static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.prefix { $0 != UInt8(ascii: "#") }
    var words = text.split { " \t{},:\"'".utf8.contains($0) }[...]
    while let word = words.popFirst() {
      if word.elementsEqual("prod".utf8) || word.elementsEqual("sandbox".utf8) { continue }
      let isVariable = word.elementsEqual("env".utf8)
      guard isVariable || word.elementsEqual("file".utf8) || word.elementsEqual("secret".utf8),
        let name = words.popFirst()
      else { return false }
      guard !isVariable || name.allSatisfy({ isNameByte($0) && $0 < 0x80 }),
        !["-----BEGIN", "GOCSPX-", "eyJ"].contains(where: { name.starts(with: $0.utf8) }),
        SecretContent.kind(in: name) == nil
      else { return false }
    }
    return true
  }

  /// Returns true if a comment, from its `#`, is prose: two or more lower-case words, as in `# kept
  /// in Vault`. Next to a secret, any other comment may be the secret itself: `# hunter2`, `# was
  /// s3cr3t`.
  package static func isProse(_ comment: ArraySlice<UInt8>) -> Bool {
    let words = comment.drop { $0 == UInt8(ascii: "#") }.split { $0.isBlank }
    let isPlain = words.allSatisfy { word in
      word.split { ".,:;()!?|\"'-".utf8.contains($0) }.allSatisfy { part in
        let isCapital = part.first.map { (0x41...0x5A).contains($0) } ?? false
        return part.count <= 12 && part.dropFirst(isCapital ? 1 : 0).allSatisfy { isSmall($0) }
      }
    }
    return isPlain && words.count != 1
  }

  private static func isSmall(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte >= 0x80
  }
}

/// Finds further occurrences of known secrets in a file, under any key.
package enum SecretCopies {
  /// Shorter values may occur by coincidence.
  private static let shortest = 6

  /// The spans of secrets and of their copies.
  package static func spans(of secrets: [SourceSpan], in bytes: [UInt8]) -> [SourceSpan] {
    var texts: [UInt64: Set<ArraySlice<UInt8>>] = [:]
    for secret in secrets {
      let text = value(bytes[secret.start..<secret.end])
      if text.count >= shortest { texts[start(text), default: []].insert(text) }
    }
    guard !texts.isEmpty else { return [] }
    var spans: [SourceSpan] = []
    var last: UInt64 = 0
    for index in bytes.indices {
      last = (last << 8 | UInt64(bytes[index])) & Self.mask
      guard let candidates = texts[last], index + 1 >= shortest else { continue }
      let rest = bytes[(index + 1 - shortest)...]
      for text in candidates where rest.starts(with: text) {
        spans.append(SourceSpan(rest.startIndex, rest.startIndex + text.count))
      }
    }
    return spans
  }

  private static let mask: UInt64 = 1 << (8 * UInt64(shortest)) - 1

  private static func start(_ text: ArraySlice<UInt8>) -> UInt64 {
    text.prefix(shortest).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The string at the start of a range: up to the closing quote, or the first word.
  private static func value(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if let quote = text.first, quote == 0x22 || quote == 0x27 {
      return text.dropFirst().prefix { $0 != quote }
    }
    return text.prefix { !" \t\r\n,;\"'<>".utf8.contains($0) }
  }
}
