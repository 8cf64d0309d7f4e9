import PolicyModel
import PolicyText

struct IdentifierBlank: Rule {
  static let info = RuleInfo(
    "identifier-blank", .structure, .error, summary: "Disallow empty IDs and spaces around IDs",
    why: "Requests never contain an empty ID, and an intent filter without an action matches "
      + "nothing, so everything that needs the ID fails. So does an ID that was copied with a "
      + "space, because IDs are compared byte by byte.",
    examples: .policy(bad: ExamplePolicy.flip(action: "⟦\"\"⟧"), good: ExamplePolicy.flip()),
    isFixable: true,
    hides: [
      "client-id-character", "client-id-format", "apple-app-id-format", "apple-team-id-format",
      "android-package-name-format", "firebase-project-id-format",
      "apple-audience",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for id in context.index.identifiers {
      let isTrimmed = id.text.value.withBytes { bytes in
        !bytes.isEmpty && bytes[0] > 0x20 && bytes[bytes.count - 1] > 0x20
      }
      guard !isTrimmed else { continue }
      let bytes = Array(id.text.value.utf8)
      guard let start = bytes.firstIndex(where: { !Self.isSpace($0) }),
        let last = bytes.lastIndex(where: { !Self.isSpace($0) })
      else {
        guard case .isReported = id.blank else { continue }
        findings.report(
          id.text.node, in: id.environment, "\(id.noun.rawValue) must not be empty",
          help: "write the \(id.noun.rawValue), or remove the key if it is optional")
        continue
      }
      guard last - start + 1 < bytes.count else { continue }
      let text = ExactString(decoding: bytes[start...last])
      findings.report(
        id.text.node, in: id.environment,
        "\(id.noun.rawValue) must not start or end with a space, found \(id.text.value.quoted)",
        help: "write \(text.quoted)",
        fixes: findings.replacing(
          id.text.node, by: text.string, "remove the spaces", isSafe: false))
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

struct IdentifierPlaceholder: Rule {
  static let info = RuleInfo(
    "identifier-placeholder", .structure, .error, summary: "Disallow placeholders as IDs",
    why:
      "Client IDs, project IDs, bundle IDs, team IDs and intent actions are compared exactly. A value "
      + "from a template or a test tool matches nothing, so everything that needs the ID fails.",
    examples: .policy(bad: example("⟦GOOGLE_CLIENT_ID⟧"), good: example("google-prod")),
    references: ["Google: App Flip for iOS"],
    hides: [
      "client-id-character", "client-id-format", "client-id-duplicate", "environment-client-shared",
      "server-client-project-mismatch", "project-number-mismatch", "client-type-mismatch",
      "apple-team-id-format", "apple-audience", "app-flip-sample-action", "url-scheme-missing",
      "firebase-project-id-format",
    ])

  private static func example(_ id: String) -> String {
    ExamplePolicy.linking().replacingKey("prod: google-prod", by: "prod: \(id)")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for id in context.index.identifiers {
      guard let range = Placeholder.find(inIdentifier: id.text.value) else { continue }
      let shown = ExactString(decoding: Array(id.text.value.utf8)[range]).quoted
      findings.report(
        id.text.node, text: range, in: id.environment,
        "\(id.noun.rawValue) \(shown) is a placeholder",
        help: "write the real \(id.noun.rawValue); use `{ prod: …, sandbox: … }` for two values")
    }
  }
}

struct PolicyNameDuplicate: Rule {
  static let info = RuleInfo(
    "policy-name-duplicate", .structure, .error, summary: "Require unique policy names",
    why: "References to apps in other policies and the headers of generated files use the name.",
    examples: .policy(bad: two("⟦acme⟧"), good: two("acme-web")))

  private static func two(_ name: String) -> String {
    """
    # file: acme.yaml
    linkpolicy: 1
    name: acme
    # file: web.yaml
    linkpolicy: 1
    name: \(name)

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let name = context.policy.name,
      let first = context.workspaceIndex.firstPolicy(named: name.value),
      first.tree.file != context.tree.file, let other = first.policy.name
    else { return }
    findings.report(
      name.node, "policy name \(name.value.quoted) is already used",
      help: "choose a unique name",
      notes: [findings.note("the other policy", at: other.node, of: first)])
  }
}

struct ToFillIn: Rule {
  static let info = RuleInfo(
    "to-fill-in", .structure, .warning, summary: "Require a value for each `TODO`",
    why: """
      A policy may have `TODO` where a value isn't known yet. linkpolicy leaves out what needs the value: \
      an app without its team ID is in no association file, and a client without a redirect URI gets no \
      response. Everything else works.
      """,
    examples: .policy(bad: example("⟦TODO⟧"), good: example("R7KM2QX94T")))

  private static func example(_ team: String) -> String {
    ExamplePolicy.line(
      "apps:\n  acme: { platform: ios, bundle_id: com.acme.home, team_id: \(team) }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for value in context.document.unknownValues {
      findings.report(
        value.node,
        "\(value.subject) is `TODO`, so linkpolicy leaves out what needs it",
        help: "replace `TODO`: see \(value.whereToFind)")
    }
  }
}
