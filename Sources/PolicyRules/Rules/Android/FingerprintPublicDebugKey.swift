package import PolicyText
import PolicyModel

package struct FingerprintPublicDebugKey: Rule {
  package static let info = RuleInfo(
    "fingerprint-public-debug-key", .android, .error,
    summary: "Disallow the public debug key of app templates",
    why:
      "The templates of React Native and Expo contain this keystore. Anyone can sign an app "
      + "with it and take over your links and passkeys.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: [
        """
        ⟦"FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"⟧
        """, "\"\(ExamplePolicy.fingerprints[0])\"",
      ]),
      good: ExamplePolicy.android(
        fingerprints: ExamplePolicy.fingerprints.reversed().map { "\"\($0)\"" })), isFixable: true,
    hides: ["fingerprint-format", "fingerprint-single"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    check(context.index.fingerprints, &findings)
  }

  func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints
    where fingerprint.bytes.map({ $0 == KnownCertificates.publicDebugKey }) ?? false {
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        "fingerprint is the public React Native debug key, with which anyone can sign an app",
        help: "list only the keys that sign your releases",
        fixes: findings.removingItem(
          fingerprint.text.node, "remove the debug key", isSafe: false))
    }
  }
}

extension FingerprintPublicDebugKey: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}
