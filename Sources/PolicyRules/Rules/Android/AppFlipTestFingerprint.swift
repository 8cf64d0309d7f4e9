package import PolicyText
import PolicyModel

/// The certificate of Google's test tool.
package struct AppFlipTestFingerprint: Rule {
  package static let info = RuleInfo(
    "app-flip-test-fingerprint", .android, .error, aliases: ["and-test-fingerprint"],
    summary: "the certificate of the App Flip test tool is not trusted",
    why: "The test tool is public sample code: what it may do, others may do with it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.flip(
        fingerprint: """
          ⟦"54:E1:6A:B5:4C:CB:75:13:7D:CF:2A:4C:37:97:E4:5F:28:42:76:0A:6F:CE:C7:04:5F:49:0B:24:08:E7:E3:5E"⟧
          """),
      good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  /// Judges fingerprints, wherever they stand.
  func check(_ fingerprints: [FingerprintOccurrence], _ findings: inout Findings) {
    for fingerprint in fingerprints
    where fingerprint.bytes.map({ $0 == KnownCertificates.appFlipTestTool }) ?? false {
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        "this is the App Flip test tool's certificate",
        help: "list the certificates of the Google apps that may call")
    }
  }
}

extension AppFlipTestFingerprint: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}
