import AssociationFiles
import PolicyText
import PolicyModel

struct FingerprintFormat: Rule {
  static let info = RuleInfo(
    "fingerprint-format", .android, .error, aliases: ["and-fingerprint", "and-fingerprint-sha1"],
    summary: "Require fingerprints with the right number of bytes in hex",
    why:
      "Android and App Flip compare SHA-256 fingerprints of 32 bytes. A SHA-1 fingerprint (20 "
      + "bytes) or a truncated value never matches. A policy ignores case and colons.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: [
        "⟦\"5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25\"⟧",
        "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })),
    references: ["Android: verify app links", "Google: App Flip for Android"], isFixable: true,
    hides: ["fingerprint-single"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes?.count != fingerprint.length {
      findings.report(
        fingerprint.text.node, in: fingerprint.environment, message(fingerprint),
        help: fingerprint.length == 32
          ? "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`"
          : "copy the SHA-1 from Play Console > App integrity, or from `keytool -list -v`")
    }
  }

  private func message(_ fingerprint: LocatedFingerprint) -> String {
    guard let bytes = fingerprint.bytes else {
      return
        "fingerprint must be \(fingerprint.length) bytes in hex, found "
        + "\(fingerprint.text.value.quoted)"
    }
    if fingerprint.length == 20 {
      return bytes.count == 32
        ? "SHA-1 fingerprint must be 20 bytes, found a SHA-256 fingerprint (32 bytes)"
        : "SHA-1 fingerprint must be 20 bytes in hex, found \(bytes.count)"
    }
    return bytes.count == 20
      ? "App Flip and assetlinks.json need a SHA-256 fingerprint, found a SHA-1 fingerprint (20 "
        + "bytes)"
      : "SHA-256 fingerprint must be 32 bytes in hex, found \(bytes.count)"
  }
}

extension FingerprintFormat: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
    for app in file.writtenApps {
      if let list = app.list, file.tree.kind(list) != .sequence {
        findings.report(
          list,
          "`sha256_cert_fingerprints` must be an array; Google and Android ignore the "
            + "statement",
          help: "wrap it in `[ ]`")
      } else if let list = app.list {
        for item in file.tree.items(list) where !file.tree.isString(item) {
          findings.report(
            item, "fingerprint must be a string; Google and Android ignore the statement",
            help: "copy the SHA-256 from Play Console > App integrity")
        }
      }
    }
    for text in file.writtenApps.flatMap(\.fingerprints) {
      // The bytes are right, but Android compares the text with the canonical form.
      guard let value = Fingerprint(text.value), !Fingerprint.isCanonical(text.value) else {
        continue
      }
      findings.report(
        text.node,
        "fingerprint must be uppercase hex with colons, because Android compares strings",
        help: "write `\(DisplayText.shortened(value.text, to: 11))`",
        fixes: findings.replacing(
          text.node, by: value.text, "write it in uppercase with colons", isSafe: false))
    }
  }
}
