package import PolicyText
import PolicyModel

package struct FingerprintPlaceholder: Rule {
  package static let info = RuleInfo(
    "fingerprint-placeholder", .android, .error, summary: "Disallow placeholders as fingerprints",
    why:
      "Android compares the fingerprint with the app's certificate. With a placeholder, it "
      + "never verifies the site and links open the browser.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: [
        "⟦REPLACE_WITH_YOUR_FINGERPRINT⟧", "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })),
    references: ["Android: verify app links"],
    hides: [
      "documentation-example", "fingerprint-public-debug-key", "fingerprint-format",
      "app-flip-test-fingerprint", "fingerprint-single",
    ])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes == nil {
      let bytes = Array(fingerprint.text.value.utf8)[...]
      let isCut = bytes.firstRange(ofBytes: "...") != nil || bytes.firstRange(ofBytes: "…") != nil
      // A few other letters among hex digits are a typo, or the `SHA256:` prefix of the tool's output.
      let letters = bytes.count { ($0 | 0x20) > UInt8(ascii: "f") && ($0 | 0x20) < 0x7B }
      let isWord = letters > 4 || letters > 0 && !isMostlyHex(bytes)
      guard isCut || isWord || Placeholder.find(in: bytes) != nil else { continue }
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        "\(fingerprint.text.value.quoted) is a placeholder, not a fingerprint\(fingerprint.effect)",
        help: "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`")
    }
  }

  /// Whether there are nearly as many hex digits as in a SHA-1, or more.
  private func isMostlyHex(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count { PercentEncoding.hexValue($0) != nil } >= 36
  }
}

extension FingerprintPlaceholder: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}
