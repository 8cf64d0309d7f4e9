import AssociationFiles
package import PolicyText
import PolicyModel

/// A fingerprint of another length, or text that is none.
package struct FingerprintFormat: Rule {
  package static let info = RuleInfo(
    "fingerprint-format", .android, .error, aliases: ["and-fingerprint", "and-fingerprint-sha1"],
    summary: "a SHA-256 fingerprint is 32 bytes in hex",
    why:
      "Android and App Flip compare SHA-256. A SHA-1 (20 bytes) or a cut value never matches. Case "
      + "and colons do not count in a policy.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: [
        "⟦\"5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25\"⟧",
        "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })),
    references: ["Android: verify app links", "Google: App Flip for Android"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  /// Judges fingerprints, wherever they stand.
  func check(_ fingerprints: [FingerprintOccurrence], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes?.count != fingerprint.length {
      findings.report(
        fingerprint.text.node, in: fingerprint.environment, message(fingerprint),
        help: fingerprint.length == 32
          ? "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`" : nil)
    }
  }

  private func message(_ fingerprint: FingerprintOccurrence) -> String {
    guard let bytes = fingerprint.bytes else {
      return
        "\(fingerprint.text.value.quoted) is no fingerprint: \(fingerprint.length) bytes of hex"
    }
    if fingerprint.length == 20 {
      return bytes.count == 32
        ? "this is a SHA-256 (32 bytes), a SHA-1 is 20 bytes"
        : "a SHA-1 fingerprint must be 20 bytes of hex (\(bytes.count) found)"
    }
    return bytes.count == 20
      ? "this is a SHA-1 (20 bytes): App Flip and assetlinks need SHA-256"
      : "a SHA-256 fingerprint must be 32 bytes of hex (\(bytes.count) found)"
  }
}

extension FingerprintFormat: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
    for app in file.writtenApps {
      if let list = app.list, file.tree.kind(list) != .sequence {
        findings.report(
          list, "`sha256_cert_fingerprints` is an array: Google and Android ignore the statement",
          help: "wrap it in `[ ]`")
      } else if let list = app.list {
        for item in file.tree.items(list) where !file.tree.isString(item) {
          findings.report(
            item, "a fingerprint is a string: Google and Android ignore the statement")
        }
      }
    }
    for text in file.writtenApps.flatMap(\.fingerprints) {
      // The bytes are right: Android compares text, and that of the certificate is in this form.
      guard let value = Fingerprint(text.value), !Fingerprint.isCanonical(text.value) else {
        continue
      }
      findings.report(
        text.node,
        "a fingerprint stands in upper case with colons: Android compares it as text and never matches "
          + "this one",
        help: "write `\(UTF8Text.shortened(value.text, to: 11))`",
        fixes: findings.replacing(
          text.node, by: value.text, "write it in upper case with colons", isSafe: false))
    }
  }
}
