import PolicyText
import PolicyModel

struct FingerprintSha1Missing: Rule {
  static let info = RuleInfo(
    "fingerprint-sha1-missing", .android, .warning,
    summary: "Require SHA-1 fingerprints for Android apps that use Google or Firebase sign-in",
    why:
      "Google identifies an Android client by its package and SHA-1. If the SHA-1 isn't "
      + "registered, Google Sign-In returns `DEVELOPER_ERROR`, and Firebase email links and web "
      + "flows fail.",
    examples: .init(
      .policy, bad: example("⟦acme-android⟧", ""),
      good: example("acme-android", "    sha1_cert_fingerprints: [\"\(sha1)\"]\n")),
    references: ["Google: authenticating your client", "Firebase: authenticate using email link"])

  private static let sha1 = "F4:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:BF"

  private static func example(_ reference: String, _ fingerprints: String) -> String {
    ExamplePolicy.android() + fingerprints + """
      providers:
        google_sign_in:
          android: { app: \(reference), client_id: { prod: \(GoogleClientIDs.ios) } }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var reported: Set<SourceAnchor> = []
    let google = context.policy.googleSignIn?.android
    let clients = Environment.allCases.filter { google?.clientIDs?[$0] != nil }
    check(google?.app, clients, "Google Sign-In", context, &reported, &findings)
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      check(
        action.androidApp, context.firebaseEnvironments, "email links", context, &reported,
        &findings)
    }
    guard context.policy.apple?.platforms.contains(where: { $0.value == "android" }) == true else {
      return
    }
    for app in context.policy.apps where app.platform?.value == .android {
      guard let found = context.workspace.app(app.id.value, from: context.document) else {
        continue
      }
      report(
        app.id, nil, found, context.firebaseEnvironments, "Sign in with Apple", context, &reported,
        &findings)
    }
  }

  private func check(
    _ references: PerEnvironment<LocatedText>?, _ environments: [Environment], _ service: String,
    _ context: RuleContext, _ reported: inout Set<SourceAnchor>, _ findings: inout Findings
  ) {
    for (environment, reference) in references?.distinct ?? [] {
      guard let found = context.workspace.app(reference.value, from: context.document),
        found.isApple == false
      else { continue }
      report(
        reference, environment, found, environments, service, context, &reported, &findings)
    }
  }

  private func report(
    _ reference: LocatedText, _ environment: Environment?, _ found: Workspace.AppReference,
    _ environments: [Environment], _ service: String, _ context: RuleContext,
    _ reported: inout Set<SourceAnchor>, _ findings: inout Findings
  ) {
    let missing = environments.filter {
      (environment == nil || environment == $0) && found.exists(in: $0)
        && found.app.sha1Fingerprints?[$0]?.isEmpty ?? true
        && !found.document.tree.isUnknown(AppKey.sha1CertFingerprints, in: found.app.node, $0)
    }
    guard let first = missing.first, reported.insert(found.anchor).inserted else { return }
    let isOne = missing.count == 1 && found.app.sha1Fingerprints != nil
    findings.report(
      reference.node, in: isOne ? first : environment,
      "\(service) on Android needs a SHA-1 fingerprint of app "
        + "\(reference.value.quoted)\(isOne ? " in \(first)" : "")",
      help: "add `sha1_cert_fingerprints` with the SHA-1 from Play Console > App integrity",
      notes: [findings.note("the app", at: found.app.id.node, of: found.document)])
  }
}
