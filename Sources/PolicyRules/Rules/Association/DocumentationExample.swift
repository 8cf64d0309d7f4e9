import PolicyText
import PolicyModel

struct DocumentationExample: Rule, AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "documentation-example", .association, .error,
    summary: "Disallow values copied from documentation",
    why: "The fingerprint or team ID in an example belongs to someone else or doesn't exist, so "
      + "the app is never verified.",
    examples: .policy(bad: ExamplePolicy.ios(team: "⟦ABCDE12345⟧"), good: ExamplePolicy.ios()),
    references: ["Apple: supporting associated domains", "Android: verify app links"],
    hides: [
      "identifier-placeholder", "fingerprint-public-debug-key", "app-flip-test-fingerprint",
      "fingerprint-format", "apple-app-id-format", "android-package-name-format",
      "client-id-format", "fingerprint-single",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris where uri.isOn("insert-your-universal-link-here") {
      findings.report(
        uri.node, text: uri.host, in: uri.environment,
        "host is the placeholder in Google's App Flip test tool",
        help: "write the universal link of your app")
    }
    check(context.index.fingerprints, &findings)
    for app in context.policy.apps {
      for team in [app.teamID, app.appIDPrefix] {
        if let team { check(team: team.value, at: team.node, &findings) }
      }
    }
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    for app in file.appTexts {
      let team = AppleAppIdFormat.parts(of: app.value).team
      check(
        team: team, at: app.node, text: 0..<team.utf8.count, effect: ", so no link opens the app",
        &findings)
    }
  }

  /// Team IDs in Apple's examples, and invented ones.
  static let teams: [ExactString] = [
    "ABCDE12345", "12345ABCDE", "9JA89QQLNQ", "1234567890", "0123456789", "ABCDEFGHIJ",
    "ABC1234567", "ABCD123456",
  ]

  private func check(
    team: ExactString, at node: NodeID, text: Range<Int>? = nil, effect: String = "",
    _ findings: inout Findings
  ) {
    guard Self.teams.contains(team) else { return }
    let isAppleExample = team == "ABCDE12345" || team == "9JA89QQLNQ"
    findings.report(
      node, text: text,
      "\(team.quoted) is \(isAppleExample ? "the team ID in Apple's documentation" : "a made-up team ID")"
        + effect,
      help: "copy your team ID from your Apple developer account > Membership")
  }

  private func check(_ fingerprints: [LocatedFingerprint], _ findings: inout Findings) {
    for fingerprint in fingerprints {
      guard let bytes = fingerprint.bytes, bytes.count == fingerprint.length else { continue }
      let isMadeUp = KnownCertificates.isMadeUp(bytes)
      guard isMadeUp || KnownCertificates.isDocumentation(bytes) else { continue }
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        (isMadeUp
          ? "fingerprint is a made-up example" : "fingerprint is an example from the documentation")
          + fingerprint.effect,
        help: "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`")
    }
  }
}
