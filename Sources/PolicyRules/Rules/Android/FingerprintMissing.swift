import PolicyText
import PolicyModel

struct FingerprintMissing: Rule {
  static let info = RuleInfo(
    "fingerprint-missing", .android, .error, aliases: ["android-sha256-missing"],
    summary: "Require SHA-256 fingerprints for Android apps that open links",
    why: "`assetlinks.json` identifies an app by package and certificate. Without the certificate, "
      + "Android can't verify the host and links open the browser.",
    examples: .init(
      .policy, bad: links("⟦acme-android⟧", ""),
      good: links(
        "acme-android",
        "    sha256_cert_fingerprints: [\"\(ExamplePolicy.fingerprints[0])\", "
          + "\"\(ExamplePolicy.fingerprints[1])\"]\n")),
    references: ["Android: verify app links"])

  private static func links(_ key: String, _ fingerprints: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      \(key):
        platform: android
        package_name: com.acme.home

    """ + fingerprints + """
      domains:
        www.acme.example:
          links: [{ apps: [acme-android], rules: [{ path: /orders/* }] }]

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkCallers(context, &findings)
    for app in context.policy.apps where app.platform?.value == .android {
      let needed = context.workspaceIndex.appReferences.environments(
        ofApp: app.id.value, in: context.tree.file)
      let missing = Environment.allCases.filter {
        needed.contains(EnvironmentSet($0)) && app.exists(in: $0)
          && app.sha256Fingerprints?[$0]?.isEmpty ?? true
          && !context.tree.isUnknown(AppKey.sha256CertFingerprints, in: app.node, $0)
      }
      guard !missing.isEmpty else { continue }
      let place = missing.count == 1 ? " in \(missing[0])" : ""
      findings.report(
        app.id.node, in: missing.count == 1 ? missing[0] : nil,
        "app \(app.id.value.quoted) opens links but has no SHA-256 fingerprint\(place)",
        help: "add `sha256_cert_fingerprints` with the SHA-256 from Play Console > App integrity")
    }
  }

  /// Checks App Flip callers with an empty list; missing-key reports an absent list.
  private func checkCallers(_ context: RuleContext, _ findings: inout Findings) {
    let tree = context.tree
    for client in context.policy.clients {
      for caller in client.appFlipAndroid?.callers ?? [] where caller.sha256Fingerprints.isEmpty {
        guard let list = tree.value(of: "sha256_cert_fingerprints", in: caller.node),
          tree.kind(list) == .sequence, tree.isEmpty(list)
        else { continue }
        findings.report(
          list, "caller has no SHA-256 fingerprint, so App Flip rejects it",
          help: "add the certificate that signs the calling app")
      }
    }
  }
}

extension FingerprintMissing: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for app in file.writtenApps {
      if app.list == nil {
        findings.report(
          file.tree.place(app.target),
          "missing key `sha256_cert_fingerprints`; Google and Android ignore the statement",
          help: "add the SHA-256 from Play Console > App integrity")
      } else if let list = app.list, file.tree.kind(list) == .sequence, file.tree.isEmpty(list) {
        findings.report(
          list,
          "`sha256_cert_fingerprints` must not be empty; Google and Android ignore the "
            + "statement",
          help: "add the SHA-256 from Play Console > App integrity")
      }
    }
  }
}
