import PolicyModel
import PolicyText

/// Fingerprints of signing certificates in the output of keytool, Gradle and apksigner, or copied from a console.
///
/// Only plain-text reports are used, and only digests that they relate to an app's signing key. Documents in other formats
/// often contain digests of servers, identity providers and examples.
package enum FingerprintsFormat: ImportFormat {
  package static let name = "fingerprints"
  package static let summary =
    "output of keytool, signingReport or apksigner, or text copied from a console"
  package static let usualNames = ["*fingerprint*.txt", "*signing*report*.txt", "*sha*.txt"]

  private static let withoutEvidence =
    "fingerprints without a variant, alias or signer"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    switch source.firstByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"), nil: return .no
    default: break
    }
    let labels = ["SHA1", "SHA-1", "SHA256", "SHA-256"]
    guard source.file.bytes.count < 1 << 20, labels.contains(where: source.mentions) else {
      return .no
    }
    let entries = FingerprintText(source.file).entries
    guard !entries.isEmpty else { return .no }
    if !isDocument(source), entries.contains(where: { isEvidence($0, source) }) {
      return .yes
    }
    // `sha256: 0a1b…` alone is often a file checksum.
    let isOfCertificates =
      ["certificate", "Certificate", "keystore"].contains(where: source.mentions)
      || entries.contains { $0.evidence != nil || $0.alias != nil || hasColons($0, source) }
    guard isOfCertificates else { return .no }
    return .declined(
      reason: isDocument(source)
        ? "fingerprints in a document, which are not signing evidence" : withoutEvidence,
      help: "import the output of `gradlew signingReport`, or pass `--type fingerprints`",
      values: entries.map { SkippedValue($0.value, $0.span) })
  }

  /// Whether the file name has an extension that plain-text reports don't have.
  private static func isDocument(_ source: ImportSource) -> Bool {
    let name = source.name.utf8
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return false
    }
    let ending = ASCII.lowercased(ExactString(decoding: name[dot...]))
    return ![".txt", ".text", ".log", ".out"].contains(ending)
  }

  /// With `--type fingerprints`, every labeled digest is evidence.
  private static func isEvidence(_ entry: FingerprintText.Entry, _ source: ImportSource) -> Bool {
    guard entry.exclusion == nil else { return false }
    return entry.evidence != nil || (source.origin == .typed && entry.isLabeled)
  }

  private static func hasColons(_ entry: FingerprintText.Entry, _ source: ImportSource) -> Bool {
    source.file.bytes[entry.span.start..<entry.span.end].contains(UInt8(ascii: ":"))
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    imported.leaveNameless(source.id)
    let app = ImportSubject.app(.builtWith(source.id))
    let entries = FingerprintText(source.file).entries
    var seen: Set<ExactString> = []
    for entry in entries {
      let location = source.location(entry.span)
      if let exclusion = entry.exclusion {
        imported.leaveOut(
          .dropped, "left out \(DisplayText.quoted(entry.value.string)), \(exclusion)",
          at: location,
          help: "no action needed: no app is signed with it")
        continue
      }
      guard isEvidence(entry, source) else {
        imported.skip(entry.value, because: withoutEvidence, at: location)
        continue
      }
      // A report lists the key once per variant.
      let variant = entry.variant?.text ?? ""
      guard seen.insert(ExactString("\(entry.value.string) \(variant.string)")).inserted else {
        continue
      }
      let key: AppKey = entry.isSHA256 ? .sha256CertFingerprints : .sha1CertFingerprints
      imported.add(app, key, is: .text(entry.value), at: location, in: context(entry))
    }
    notePlayKeys(entries.filter { isEvidence($0, source) }, source, into: &imported)
  }

  private static func context(_ entry: FingerprintText.Entry) -> EnvironmentContext? {
    var hints: [EnvironmentHint] = []
    if entry.isDebug {
      let name = entry.store ?? entry.alias
      hints.append(EnvironmentHint(.variant, name?.text ?? "debug", .sandbox))
    }
    if let variant = entry.variant { hints.append(EnvironmentHint(.variant, variant.text)) }
    if entry.role == .upload { hints.append(EnvironmentHint(.variant, "upload key")) }
    return hints.isEmpty ? nil : EnvironmentContext(hints)
  }

  /// Reports missing Google Play certificates: since 2026 an app can have three, and the console shows two.
  private static func notePlayKeys(
    _ entries: [FingerprintText.Entry], _ source: ImportSource, into imported: inout ImportedValues
  ) {
    let play = entries.filter { $0.role == .appSigning && $0.isSHA256 }
    let values = Set(play.map(\.value))
    guard let first = play.first, values.count < 3 else { return }
    let which = first.playFile.map { "; this is `\($0.string)`" } ?? ""
    imported.leaveOut(
      .playKeys,
      "an app can have three Google Play certificates, and Android 16 and earlier verify the first\(which)",
      at: source.location(first.span),
      help:
        "import `deployment_cert.der`, `hybrid_classical_cert.der` and `hybrid_pqc_cert.der` from Play Console"
    )
  }
}
