package import PolicyText

/// Finds certificate fingerprints in the output of keytool, `gradlew signingReport` and apksigner,
/// and in text copied from consoles.
///
/// A fingerprint is 20 or 32 bytes in hexadecimal, with or without colons. Other documents (TLS,
/// SAML) also have such digests; `Entry.evidence` is the reason to believe that an app is signed
/// with the certificate. Tools translate most labels, but not the names of algorithms and entry
/// types.
package struct FingerprintText: Sendable {
  /// The key of a certificate.
  package enum Role: Sendable, Hashable {
    /// Google Play signs installed apps with it.
    case appSigning
    /// Signs uploads to Google Play, not installed apps.
    case upload
  }

  /// Why an app is signed with the certificate.
  package enum Evidence: Sendable, Hashable {
    /// `gradlew signingReport` names the build variant.
    case variant
    /// keytool or EAS names the key's alias in a keystore.
    case alias
    /// apksigner or keytool names it as an app's signer.
    case signer
    /// Play Console names the key.
    case console
  }

  package struct Entry: Sendable {
    /// Uppercase hex digits with colons.
    package var value: ExactString
    package var span: SourceSpan
    /// True for SHA-256, false for SHA-1.
    package var isSHA256: Bool
    package var variant: SpannedString?
    package var alias: SpannedString?
    /// The keystore.
    package var store: SpannedString?
    package var role: Role?
    /// The file name of a Google Play certificate.
    package var playFile: ExactString?
    /// Nil without evidence that an app is signed with the certificate.
    package var evidence: Evidence?
    /// The other purpose of the digest, for messages; nil if it can be a signing certificate.
    package var exclusion: String?
    /// Whether a label names the matching algorithm.
    package var isLabeled: Bool

    /// Whether it is Android's shared debug key.
    package var isDebug: Bool {
      alias.map { ASCII.lowercased($0.text) } == "androiddebugkey"
        || (store?.text.hasSuffix("debug.keystore") ?? false)
    }
  }

  package private(set) var entries: [Entry] = []

  /// The context of fingerprints, from the preceding lines.
  private struct Block {
    var variant: SpannedString?
    var alias: SpannedString?
    var store: SpannedString?
    var role: Role?
    var playFile: ExactString?
    /// `Config:` or `Store:` of a variant.
    var isReport = false
    /// Whether the alias is in a keystore.
    var isKeystoreEntry = false
    /// `trustedCertEntry`: another party's certificate.
    var isTrusted = false
    /// `Signer #1:` of `keytool -printcert -jarfile`.
    var isSigner = false
    /// `Certificate[2]:` and later ones belong to issuers.
    var isIssuer = false
    /// The index of the current certificate's first entry.
    var firstEntry = 0
  }

  /// `CA:true` follows the fingerprints.
  private static let ofAuthority = "the digest of a certificate authority (`CA:true`)"

  package init(_ file: SourceFile) {
    var block = Block()
    var labelAbove: ExactString = ""
    for line in file.lineStarts.indices {
      let span = file.lineSpan(line)
      let lower = ASCII.lowercased(file.bytes[span.start..<span.end])
      note(lower, span, file, &block)
      let digests = Self.digests(in: span, file.bytes)
      for (start, end) in digests {
        let digits = file.bytes[start..<end].filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 40 || digits.count == 64 else { continue }
        let label = FingerprintLabel(
          before: lower.utf8.prefix(start - span.start), above: labelAbove,
          isSHA256: digits.count == 64)
        entries.append(
          Entry(
            value: Self.written(digits), span: SourceSpan(start, end), isSHA256: digits.count == 64,
            variant: block.variant, alias: block.alias, store: block.store, role: block.role,
            playFile: block.playFile, evidence: Self.evidence(label, block),
            exclusion: Self.exclusion(lower, block), isLabeled: label.namesAlgorithm))
      }
      let isBlank = lower.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      if !digests.isEmpty { labelAbove = "" } else if !isBlank { labelAbove = lower }
    }
  }

  private static func evidence(_ label: FingerprintLabel, _ block: Block) -> Evidence? {
    guard label.namesAlgorithm else { return nil }
    if label.isOfSigner { return .signer }
    if block.role != nil { return .console }
    guard label.isPlain else { return nil }
    if block.isReport { return .variant }
    if block.isKeystoreEntry { return .alias }
    return block.isSigner ? .signer : nil
  }

  /// The alias in the output of `keytool -list` without `-v`: `acme, 1 Jan 2024, PrivateKeyEntry,`.
  private static func shortEntry(
    _ lower: ExactString, _ span: SourceSpan, _ file: SourceFile
  ) -> SpannedString? {
    guard lower.utf8.holds(", privatekeyentry") || lower.utf8.holds(", trustedcertentry"),
      let comma = file.bytes[span.start..<span.end].firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let place = SourceSpan(span.start, comma)
    return SpannedString(ExactString(file.text(place)), place)
  }

  private mutating func note(
    _ lower: ExactString, _ span: SourceSpan, _ file: SourceFile, _ block: inout Block
  ) {
    let text = lower.utf8
    if !text.isEmpty, text.count > 5, text.allSatisfy({ $0 == UInt8(ascii: "-") }) {
      block = Block(firstEntry: entries.count)
      return
    }
    func value(_ label: String) -> SpannedString? {
      var start = span.start
      while start < span.end, file.bytes[start] == 0x20 || file.bytes[start] == 0x09 { start += 1 }
      let rest = file.bytes[start..<span.end]
      guard ASCII.lowercased(rest.prefix(label.utf8.count)) == ExactString(label) else {
        return nil
      }
      start += label.utf8.count
      while start < span.end, file.bytes[start] == 0x20 { start += 1 }
      let place = SourceSpan(start, span.end)
      return place.start < place.end ? SpannedString(ExactString(file.text(place)), place) : nil
    }
    func says(_ words: String) -> Bool { lower.utf8.holds(words) }
    if let variant = value("variant:") {
      block = Block(variant: variant, firstEntry: entries.count)
    }
    if block.variant != nil, value("config:") != nil { block.isReport = true }
    if let alias = value("alias name:") ?? value("key alias") ?? Self.shortEntry(lower, span, file)
    {
      block = Block(alias: alias, isKeystoreEntry: true, firstEntry: entries.count)
    } else if let alias = value("alias:") {
      block.alias = alias
    }
    if says("trustedcertentry") { block.isTrusted = true }
    if says("privatekeyentry") { block.isKeystoreEntry = true }
    if let store = value("store:") {
      block.store = store
      block.isReport = block.variant != nil
    }
    if value("signer #") != nil, lower.utf8.last == UInt8(ascii: ":") {
      block = Block(isSigner: true, firstEntry: entries.count)
    }
    if let number = value("certificate[") {
      block.isIssuer = !number.text.hasPrefix("1]")
      block.firstEntry = entries.count
    }
    if says("ca:true") {
      for index in block.firstEntry..<entries.count where entries[index].exclusion == nil {
        entries[index].exclusion = Self.ofAuthority
      }
    }
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

  /// The other purpose of a fingerprint; nil if it can be a signing certificate.
  private static func exclusion(_ lower: ExactString, _ block: Block) -> String? {
    func says(_ words: String) -> Bool { lower.utf8.holds(words) }
    if says("public key") { return "the digest of a public key" }
    if says("source stamp") { return "the digest of a store's source stamp" }
    if block.isTrusted { return "the digest of a trusted certificate" }
    return block.isIssuer ? "the digest of an issuer's certificate" : nil
  }

  /// Formats hex digits as policies write fingerprints: uppercase pairs with colons.
  static func written(_ digits: [UInt8]) -> ExactString {
    var output: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, index % 2 == 0 { output.append(UInt8(ascii: ":")) }
      output.append((0x61...0x66).contains(digit) ? digit & 0xDF : digit)
    }
    return ExactString(decoding: output)
  }

  /// Separate runs of hex digits, in pairs with colons or without colons.
  private static func digests(in line: SourceSpan, _ bytes: [UInt8]) -> [(Int, Int)] {
    var found: [(Int, Int)] = []
    var index = line.start
    while index < line.end {
      guard bytes[index].isWord else {
        index += 1
        continue
      }
      let start = index
      while index < line.end, bytes[index].isWord || isJoint(index, line, bytes) { index += 1 }
      if let digest = digest(start, index, bytes) { found.append(digest) }
    }
    return found
  }

  /// A colon between two words.
  private static func isJoint(_ index: Int, _ line: SourceSpan, _ bytes: [UInt8]) -> Bool {
    bytes[index] == UInt8(ascii: ":") && index + 1 < line.end && bytes[index + 1].isWord
  }

  /// The digest in a run, which can start with a label (`SHA256:AA:BB…`).
  private static func digest(_ start: Int, _ end: Int, _ bytes: [UInt8]) -> (Int, Int)? {
    var start = start
    if let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")), colon != start + 2 {
      start = colon + 1
    }
    let run = bytes[start..<end]
    guard run.allSatisfy({ $0 == UInt8(ascii: ":") || PercentEncoding.hexValue($0) != nil }) else {
      return nil
    }
    let digitCount = run.count { $0 != UInt8(ascii: ":") }
    // MD5, SHA-1 and SHA-256.
    guard [32, 40, 64].contains(digitCount) else { return nil }
    let hasColons = run.contains(UInt8(ascii: ":"))
    let isPaired =
      !hasColons
      || run.enumerated().allSatisfy {
        ($0.offset % 3 == 2) == ($0.element == UInt8(ascii: ":"))
      }
    return isPaired ? (start, end) : nil
  }
}

/// The label before a digest, or on the line above.
private struct FingerprintLabel {
  /// Whether it names the algorithm for digests of this length.
  let namesAlgorithm: Bool
  /// Whether it starts or ends with the algorithm: `SHA256:`, `Certificate fingerprint (SHA-256):`.
  let isPlain: Bool
  /// Whether apksigner printed it: `Signer #1 certificate SHA-256 digest:`.
  let isOfSigner: Bool

  /// - Parameters:
  ///   - before: the lowercase line before the digest.
  ///   - above: the lowercase line above.
  init(before: String.UTF8View.SubSequence, above: ExactString, isSHA256: Bool) {
    let own = ExactString(decoding: before)
    let isEmpty = own.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let ends = Set(" \t:=".utf8)
    var text = Array((isEmpty ? above : own).utf8)[...]
    while let last = text.last, ends.contains(last) { text.removeLast() }
    while let first = text.first, ends.contains(first) { text.removeFirst() }
    let label = ExactString(decoding: text)
    let names = isSHA256 ? ["sha256", "sha-256"] : ["sha1", "sha-1"]
    namesAlgorithm = names.contains { name in
      guard let range = Array(label.utf8).firstRange(of: Array(name.utf8)) else { return false }
      // `sha1` is not the start of `sha128`.
      let next = Array(label.utf8)[range.upperBound...].first
      return next.map { !$0.isDigit } ?? true
    }
    isPlain = names.contains { label.hasPrefix($0) || label.hasSuffix("(\($0))") }
    isOfSigner = label.utf8.holds("signer") && label.utf8.holds("certificate")
  }
}

extension String.UTF8View {
  /// Whether a string occurs.
  fileprivate func holds(_ words: String) -> Bool {
    let bytes = Array(self)
    return bytes.firstRange(of: Array(words.utf8), in: 0..<bytes.count) != nil
  }
}
