package import PolicyText
import PolicyModel

/// A fingerprint that nobody filled in.
package struct FingerprintPlaceholder: Rule {
  package static let info = RuleInfo(
    "fingerprint-placeholder", .android, .error, summary: "a fingerprint is no placeholder",
    why:
      "Android compares it with the certificate of the app: the site is never verified and links "
      + "open the browser.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: [
        "⟦REPLACE_WITH_YOUR_FINGERPRINT⟧", "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })),
    references: ["Android: verify app links"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  /// Judges fingerprints, wherever they stand.
  func check(_ fingerprints: [FingerprintOccurrence], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes == nil {
      let bytes = Array(fingerprint.text.value.utf8)[...]
      let isCut = bytes.firstRange(ofBytes: "...") != nil || bytes.firstRange(ofBytes: "…") != nil
      // A few letters in the midst of hex digits are a slip, or the `SHA256:` of the tool's output.
      let letters = bytes.count { ($0 | 0x20) > UInt8(ascii: "f") && ($0 | 0x20) < 0x7B }
      let isWord = letters > 4 || letters > 0 && !isMostlyHex(bytes)
      guard isCut || isWord || Placeholder.find(in: bytes) != nil else { continue }
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        "\(fingerprint.text.value.quoted) is a placeholder, not a fingerprint\(fingerprint.effect)",
        help: "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`")
    }
  }

  /// As many hex digits as a SHA-1 has, or more.
  private func isMostlyHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count { PercentEncoding.hexValue($0) != nil } >= 36
  }
}

extension FingerprintPlaceholder: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}
