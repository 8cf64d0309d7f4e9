package import PolicyText
import PolicyModel

/// Values that were copied from documentation.
package struct DocumentationExample: Rule {
  package static let info = RuleInfo(
    "documentation-example", .association, .error,
    summary: "values of the documentation are replaced by your own",
    why:
      "The fingerprint or team ID of an example belongs to somebody else or to nobody: the app is "
      + "never verified.",
    examples: .init(
      .policy, bad: ExamplePolicy.ios(team: "⟦ABCDE12345⟧"), good: ExamplePolicy.ios()),
    references: ["Apple: supporting associated domains", "Android: verify app links"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris where uri.lowerHost == "insert-your-universal-link-here" {
      findings.report(
        uri.node, text: uri.parts.host, in: uri.environment,
        "this is the placeholder of Google's App Flip test tool")
    }
    check(context.index.fingerprints, &findings)
    for app in context.policy.apps {
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 })
      where Self.teams.contains(team.value) {
        findings.report(
          team.node, "\(team.value.quoted) is \(Self.origin(of: team.value))",
          help: "look yours up under Membership in the Apple developer account")
      }
    }
  }

  /// Team IDs of examples: of Apple's, and what people type in their place.
  static let teams: [ExactString] = [
    "ABCDE12345", "12345ABCDE", "9JA89QQLNQ", "1234567890", "0123456789", "ABCDEFGHIJ",
    "ABC1234567", "ABCD123456",
  ]

  private static func origin(of team: ExactString) -> String {
    team == "ABCDE12345" || team == "9JA89QQLNQ"
      ? "the team ID of Apple's documentation" : "a made-up team ID"
  }

  /// Judges fingerprints, wherever they stand.
  func check(_ fingerprints: [FingerprintOccurrence], _ findings: inout Findings) {
    for fingerprint in fingerprints {
      guard let bytes = fingerprint.bytes, bytes.count == fingerprint.length else { continue }
      let isMadeUp = KnownCertificates.isMadeUp(bytes)
      guard isMadeUp || KnownCertificates.isDocumentation(bytes) else { continue }
      findings.report(
        fingerprint.text.node, in: fingerprint.environment,
        isMadeUp
          ? "this is a made-up example: no certificate has such a hash\(fingerprint.effect)"
          : "this is an example value from the documentation\(fingerprint.effect)",
        help: "copy the SHA-256 from Play Console > App integrity, or from `keytool -list -v`")
    }
  }
}

extension DocumentationExample: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    check(file.fingerprints, &findings)
  }
}

extension DocumentationExample: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    for app in file.appTexts {
      let team = ExactString(decoding: app.value.utf8.prefix { $0 != UInt8(ascii: ".") })
      guard Self.teams.contains(team) else { continue }
      findings.report(
        app.node, text: 0..<team.utf8.count,
        "\(team.quoted) is \(Self.origin(of: team)): iOS finds no such app",
        help: "look yours up under Membership in the Apple developer account")
    }
  }
}
