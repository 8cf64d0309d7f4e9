package import PolicyDiagnostics
package import PolicyText

/// Fingerprints of certificates in the output of keytool, `gradlew signingReport` and apksigner, and in what
/// people copy from consoles.
///
/// A fingerprint is known by its bytes: 20 or 32 of them in hex digits, with or without colons. Labels are
/// translated in every language, so they only add what is known about it.
package struct FingerprintText: Sendable {
  /// Which key the certificate belongs to.
  package enum Role: Sendable, Hashable {
    /// Google Play signs with it what people install.
    case appSigning
    /// Signs what is sent to Google Play, and nothing that people install.
    case upload
  }

  /// A fingerprint.
  package struct Entry: Sendable {
    /// Hex digits in upper case with colons.
    package var value: ExactString
    package var span: Span
    /// SHA-256; otherwise SHA-1.
    package var isSHA256: Bool
    /// The build variant of a signing report.
    package var variant: SpannedText?
    /// The name of the key.
    package var alias: SpannedText?
    /// The file with the key.
    package var store: SpannedText?
    package var role: Role?
    /// One of the three certificates of Google Play, by the name of its file.
    package var playFile: ExactString?
    /// Nil for the fingerprint of a certificate that an app is signed with; otherwise what it is of.
    package var foreignness: String?

    /// True for a key that every developer has.
    package var isDebug: Bool {
      alias.map { ASCII.lowercased($0.text) } == "androiddebugkey"
        || (store?.text.hasSuffix("debug.keystore") ?? false)
    }
  }

  /// All fingerprints in the order of the text.
  package private(set) var entries: [Entry] = []

  /// What the lines so far say about the fingerprints that follow.
  private struct Block {
    var variant: SpannedText?
    var alias: SpannedText?
    var store: SpannedText?
    var role: Role?
    var playFile: ExactString?
    /// `Certificate[2]:` and further ones are those of issuers.
    var isIssuer = false
  }

  /// Finds the fingerprints of a text.
  package init(_ file: SourceFile) {
    var block = Block()
    for line in file.lineStarts.indices {
      let span = file.lineSpan(line)
      let lower = ASCII.lowercased(file.bytes[span.start..<span.end])
      note(lower, span, file, &block)
      for (start, end) in Self.digests(in: span, file.bytes) {
        let digits = file.bytes[start..<end].filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 40 || digits.count == 64 else { continue }
        entries.append(
          Entry(
            value: Self.written(digits), span: Span(start, end), isSHA256: digits.count == 64,
            variant: block.variant, alias: block.alias, store: block.store, role: block.role,
            playFile: block.playFile, foreignness: Self.foreignness(lower, block)))
      }
    }
  }

  private func note(
    _ lower: ExactString, _ span: Span, _ file: SourceFile, _ block: inout Block
  ) {
    let text = lower.utf8
    if !text.isEmpty, text.count > 5, text.allSatisfy({ $0 == UInt8(ascii: "-") }) {
      block = Block()
      return
    }
    func value(_ label: String) -> SpannedText? {
      var start = span.start
      while start < span.end, file.bytes[start] == 0x20 || file.bytes[start] == 0x09 { start += 1 }
      let rest = file.bytes[start..<span.end]
      guard ASCII.lowercased(rest.prefix(label.utf8.count)) == ExactString(label) else {
        return nil
      }
      start += label.utf8.count
      while start < span.end, file.bytes[start] == 0x20 { start += 1 }
      let place = Span(start, span.end)
      return place.start < place.end ? SpannedText(ExactString(file.text(place)), place) : nil
    }
    if let variant = value("variant:") { block = Block(variant: variant) }
    if let alias = value("alias name:") {
      block = Block(alias: alias)
    } else if let alias = value("alias:") {
      block.alias = alias
    }
    if let store = value("store:") { block.store = store }
    if let number = value("certificate[") { block.isIssuer = !number.text.hasPrefix("1]") }
    func says(_ words: String) -> Bool { lower.utf8.holds(words) }
    for name in ["deployment_cert.der", "hybrid_classical_cert.der", "hybrid_pqc_cert.der"]
    where says(name) {
      block.playFile = ExactString(name)
      block.role = .appSigning
    }
    if says("app signing key") || says("app-signing key") {
      block.role = .appSigning
      block.playFile = nil
    }
    if says("upload key") {
      block.role = .upload
      block.playFile = nil
    }
  }

  /// What a fingerprint is of that no app is signed with.
  private static func foreignness(_ lower: ExactString, _ block: Block) -> String? {
    func says(_ words: String) -> Bool { lower.utf8.holds(words) }
    if says("public key") { return "of a public key, not of a certificate" }
    if says("source stamp") { return "of the stamp of the store" }
    return block.isIssuer ? "of the certificate of an issuer" : nil
  }

  private static func written(_ digits: [UInt8]) -> ExactString {
    var output: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, index % 2 == 0 { output.append(UInt8(ascii: ":")) }
      output.append((0x61...0x66).contains(digit) ? digit & 0xDF : digit)
    }
    return ExactString(decoding: output)
  }

  /// Runs of hex digits, in pairs with colons or without any, that nothing else touches.
  private static func digests(in line: Span, _ bytes: [UInt8]) -> [(Int, Int)] {
    var found: [(Int, Int)] = []
    var index = line.start
    while index < line.end {
      guard isWord(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < line.end, isWord(bytes[index]) || isJoint(index, line, bytes) { index += 1 }
      if let digest = digest(start, index, bytes) { found.append(digest) }
    }
    return found
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }

  /// A colon between two words.
  private static func isJoint(_ index: Int, _ line: Span, _ bytes: [UInt8]) -> Bool {
    bytes[index] == UInt8(ascii: ":") && index + 1 < line.end && isWord(bytes[index + 1])
  }

  /// The digest of a run: `SHA256:AA:BB…` starts with a label.
  private static func digest(_ start: Int, _ end: Int, _ bytes: [UInt8]) -> (Int, Int)? {
    var start = start
    if let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")), colon != start + 2 {
      start = colon + 1
    }
    let run = bytes[start..<end]
    guard run.allSatisfy({ $0 == UInt8(ascii: ":") || PercentEncoding.hexValue($0) != nil }) else {
      return nil
    }
    let hasColons = run.contains(UInt8(ascii: ":"))
    let isPaired =
      !hasColons
      || run.enumerated().allSatisfy {
        ($0.offset % 3 == 2) == ($0.element == UInt8(ascii: ":"))
      }
    return isPaired ? (start, end) : nil
  }
}

extension String.UTF8View {
  /// True when the bytes of a text occur.
  fileprivate func holds(_ words: String) -> Bool {
    let bytes = Array(self)
    return bytes.firstRange(of: Array(words.utf8), in: 0..<bytes.count) != nil
  }
}
