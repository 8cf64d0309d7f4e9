package import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Only one signing key.
package struct FingerprintSingle: Rule {
  package static let info = RuleInfo(
    "fingerprint-single", .android, .warning,
    summary: "an Android app lists every key that signs it",
    why:
      "Google Play signs with its own key, builds from your machine with the upload key. With one of "
      + "them missing, links work for some installations only.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.android(fingerprints: ["⟦\"\(ExamplePolicy.fingerprints[0])\"⟧"]),
      good: ExamplePolicy.android()),
    references: ["Android: Play App Signing"])
  package static let neverReportsErrors = true
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps {
      for (environment, fingerprints) in app.sha256Fingerprints?.distinct ?? []
      where fingerprints.count == 1 {
        findings.report(
          fingerprints[0].node, in: environment,
          "app \(app.id.value.quoted) has one fingerprint only",
          help: "if Google Play signs the app, add the app signing key from Play Console > "
            + "App integrity")
      }
    }
  }
}
