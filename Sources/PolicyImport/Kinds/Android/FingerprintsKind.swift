import PolicyText
import PolicyModel

/// Fingerprints of signing certificates, as keytool, Gradle, apksigner and consoles print them.
///
/// Only a report counts, and of its digests only those that it says an app is signed with. Documents of
/// other formats quote digests of servers, of identity providers and of examples.
package enum FingerprintsKind: ImportKind {
  package static let name = "fingerprints"
  package static let summary = "output of keytool, signingReport or apksigner, or text of a console"
  package static let usualNames = ["*fingerprint*.txt", "*signing*report*.txt", "*sha*.txt"]

  private static let withoutEvidence =
    "no variant, alias or signer says that an app is signed with the certificate"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    switch source.firstByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"), nil: return .no
    default: break
    }
    // Looked for in few bytes before all lines are read.
    let labels = ["SHA1", "SHA-1", "SHA256", "SHA-256"]
    guard source.file.bytes.count < 1 << 20, labels.contains(where: source.mentions) else {
      return .no
    }
    let entries = FingerprintText(source.file).entries
    guard !entries.isEmpty else { return .no }
    if !isDocument(source.path), entries.contains(where: { isEvidence($0, source) }) {
      return .yes
    }
    // `sha256: 0a1b…` alone is the checksum of a file as often.
    let isOfCertificates =
      ["certificate", "Certificate", "keystore"].contains(where: source.mentions)
      || entries.contains { $0.evidence != nil || $0.alias != nil || hasColons($0, source) }
    guard isOfCertificates else { return .no }
    return .declined(
      reason: isDocument(source.path)
        ? "digests in a document are not signing evidence" : withoutEvidence,
      help: "import the output of `gradlew signingReport`, or say `--type fingerprints`",
      values: entries.map { SkippedValue($0.value, $0.span) })
  }

  /// A file of a format with a name of its own; reports are plain text.
  private static func isDocument(_ path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return false
    }
    let ending = ASCII.lowercased(ExactString(decoding: name[dot...]))
    return ![".txt", ".text", ".log", ".out"].contains(ending)
  }

  /// Of a file whose kind the user said, every labeled digest is evidence.
  private static func isEvidence(_ entry: FingerprintText.Entry, _ source: ImportSource) -> Bool {
    guard entry.foreignness == nil else { return false }
    return entry.evidence != nil || (source.origin == .typed && entry.isLabeled)
  }

  private static func hasColons(_ entry: FingerprintText.Entry, _ source: ImportSource) -> Bool {
    source.file.bytes[entry.span.start..<entry.span.end].contains(UInt8(ascii: ":"))
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    facts.leaveNameless(source.id)
    let app = FactSubject.app(.builtWith(source.id))
    let entries = FingerprintText(source.file).entries
    var seen: Set<ExactString> = []
    for entry in entries {
      let location = source.location(entry.span)
      if let foreignness = entry.foreignness {
        facts.leaveOut(
          .dropped, "\(UTF8Text.quoted(entry.value.string)) is \(foreignness)", at: location)
        continue
      }
      guard isEvidence(entry, source) else {
        facts.skip(entry.value, because: withoutEvidence, at: location)
        continue
      }
      // A report repeats the key of each variant.
      let variant = entry.variant?.text ?? ""
      guard seen.insert(ExactString("\(entry.value.string) \(variant.string)")).inserted else {
        continue
      }
      let key: AppKey = entry.isSHA256 ? .sha256CertFingerprints : .sha1CertFingerprints
      facts.add(app, key, is: .text(entry.value), at: location, in: context(entry))
    }
    notePlayKeys(entries.filter { isEvidence($0, source) }, source, into: &facts)
  }

  private static func context(_ entry: FingerprintText.Entry) -> FactContext? {
    var hints: [EnvironmentHint] = []
    if entry.isDebug {
      let name = entry.store ?? entry.alias
      hints.append(EnvironmentHint(.variant, name?.text ?? "debug", .sandbox))
    }
    if let variant = entry.variant { hints.append(EnvironmentHint(.variant, variant.text)) }
    if entry.role == .upload { hints.append(EnvironmentHint(.variant, "upload key")) }
    return hints.isEmpty ? nil : FactContext(hints)
  }

  /// Since 2026 an app has three certificates of Google Play, and the console shows two.
  private static func notePlayKeys(
    _ entries: [FingerprintText.Entry], _ source: ImportSource, into facts: inout ImportFacts
  ) {
    let play = entries.filter { $0.role == .appSigning && $0.isSHA256 }
    let values = Set(play.map(\.value))
    guard let first = play.first, values.count < 3 else { return }
    let which =
      first.playFile.map { " this is `\($0.string)`" }
      ?? " which of them this is, the text does not say"
    facts.leaveOut(
      .playKeys,
      "an app may have three certificates of Google Play (`deployment_cert.der`, `hybrid_classical_cert.der`, "
        + "`hybrid_pqc_cert.der`), and phones up to Android 16 verify the first:\(which)",
      at: source.location(first.span),
      help: "download the certificates of the app signing key, and import each that is there")
  }
}
