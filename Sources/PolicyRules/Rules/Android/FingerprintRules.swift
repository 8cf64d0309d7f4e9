import AssociationFiles
import PolicyModel
import PolicyText

/// A rule that checks the fingerprints of policies and of `assetlinks.json`.
protocol FingerprintRule: Rule, AssetFileRule {
  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings)
}

extension FingerprintRule {
  func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

struct FingerprintPlaceholder: FingerprintRule {
  static let info = RuleInfo(
    "fingerprint-placeholder", .android, .error, summary: "Disallow placeholders as fingerprints",
    why: "Android compares the fingerprint with the app's certificate. With a placeholder, it "
      + "never verifies the site and links open the browser.",
    examples: .policy(
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

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes == nil && fingerprint.meant == nil {
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

struct FingerprintPublicDebugKey: FingerprintRule {
  static let info = RuleInfo(
    "fingerprint-public-debug-key", .android, .error,
    summary: "Disallow the public debug key of app templates",
    why: "The templates of React Native and Expo contain this keystore. Anyone can sign an app "
      + "with it and take over your links and passkeys. With its SHA-1 in prod, that app gets "
      + "Google's tokens for yours (a warning).",
    examples: .policy(
      bad: ExamplePolicy.android(fingerprints: [
        """
        ⟦"FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"⟧
        """, "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })), isFixable: true,
    hides: ["fingerprint-format", "fingerprint-single"])

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints {
      let isSHA1 = fingerprint.length == 20
      guard let bytes = fingerprint.bytes,
        isSHA1
          ? bytes == KnownCertificates.publicDebugKeySHA1 && fingerprint.environment != .sandbox
          : bytes == KnownCertificates.publicDebugKey
      else { continue }
      findings.report(
        fingerprint.text.node, in: fingerprint.environment, severity: isSHA1 ? .warning : nil,
        "fingerprint is the public React Native debug key, with which anyone can sign an app",
        help: isSHA1
          ? "list only the keys that sign your releases, and this one under `sandbox`"
          : "list only the keys that sign your releases",
        fixes: findings.removingItem(
          fingerprint.text.node, "remove the debug key", isSafe: false))
    }
  }
}

struct AppFlipTestFingerprint: FingerprintRule {
  static let info = RuleInfo(
    "app-flip-test-fingerprint", .android, .error, aliases: ["and-test-fingerprint"],
    summary: "Disallow the certificate of the App Flip test tool",
    why: "The test tool is public sample code, so anyone can act as it.",
    examples: .policy(
      bad: ExamplePolicy.flip(
        fingerprint: """
          ⟦"54:E1:6A:B5:4C:CB:75:13:7D:CF:2A:4C:37:97:E4:5F:28:42:76:0A:6F:CE:C7:04:5F:49:0B:24:08:E7:E3:5E"⟧
          """),
      good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"],
    hides: ["fingerprint-format"])

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints
    where fingerprint.bytes.map({ $0 == KnownCertificates.appFlipTestTool }) ?? false {
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        "trusted certificate belongs to Google's public App Flip test tool",
        help: "list only the certificates of apps that may call yours")
    }
  }
}

struct AppFlipSampleAction: Rule {
  static let info = RuleInfo(
    "app-flip-sample-action", .android, .error, aliases: ["and-sample-action"],
    summary: "Disallow the intent action of Google's sample",
    why: "`com.google.appflip-sample` is the action of Google's sample code. If several installed "
      + "apps declare it, Android asks the user to choose one.",
    examples: .policy(
      bad: ExamplePolicy.flip(action: "⟦com.google.appflip-sample⟧"),
      good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, action) in client.appFlipAndroid?.intentAction?.distinct ?? []
      where action.value == "com.google.appflip-sample" {
        findings.report(
          action.node, in: environment,
          "\(action.value.quoted) is the action of Google's sample code",
          help: "use an action below your package name, as registered with Google")
      }
    }
  }
}

struct FingerprintFormat: FingerprintRule {
  static let info = RuleInfo(
    "fingerprint-format", .android, .error, aliases: ["and-fingerprint", "and-fingerprint-sha1"],
    summary: "Require fingerprints with the right number of bytes in hex",
    why: "Android and App Flip compare SHA-256 fingerprints of 32 bytes. A SHA-1 fingerprint (20 "
      + "bytes) or a truncated value never matches. A policy ignores case and colons.",
    examples: .policy(
      bad: ExamplePolicy.android(fingerprints: [
        "⟦\"5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25\"⟧",
        "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })),
    references: ["Android: verify app links", "Google: App Flip for Android"], isFixable: true,
    hides: ["fingerprint-single"])

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints where fingerprint.bytes?.count != fingerprint.length {
      let meant = fingerprint.meant?.text
      findings.report(
        fingerprint.text.node, in: fingerprint.environment, message(fingerprint),
        help: meant.map { "write `\(DisplayText.shortened($0, to: 11))`" }
          ?? "copy the SHA-\(fingerprint.length == 32 ? "256" : "1") from Play Console > App integrity, "
          + "or from `keytool -list -v`",
        fixes: meant.map {
          findings.replacing(fingerprint.text.node, by: $0, "write it in hex", isSafe: false)
        } ?? [])
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
      // The bytes are correct, but Android compares the text with the canonical notation.
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
