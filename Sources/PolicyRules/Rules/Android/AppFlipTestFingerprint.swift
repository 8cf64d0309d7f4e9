package import PolicyText
import PolicyModel

package struct AppFlipTestFingerprint: Rule {
  package static let info = RuleInfo(
    "app-flip-test-fingerprint", .android, .error, aliases: ["and-test-fingerprint"],
    summary: "Disallow the certificate of the App Flip test tool",
    why: "The test tool is public sample code, so anyone can act as it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.flip(
        fingerprint: """
          ⟦"54:E1:6A:B5:4C:CB:75:13:7D:CF:2A:4C:37:97:E4:5F:28:42:76:0A:6F:CE:C7:04:5F:49:0B:24:08:E7:E3:5E"⟧
          """),
      good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"],
    hides: ["fingerprint-format"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

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

extension AppFlipTestFingerprint: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}
