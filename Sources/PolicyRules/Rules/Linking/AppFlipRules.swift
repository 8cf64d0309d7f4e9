import PolicyModel
import PolicyText

struct AppFlipCallerMissing: Rule {
  static let info = RuleInfo(
    "app-flip-caller-missing", .linking, .error,
    summary: "Require an allowed caller for App Flip on Android",
    why: "Your activity accepts intents only from the listed apps. With an empty list it rejects "
      + "every intent.",
    examples: .init(
      .policy, bad: example("⟦[]⟧"),
      good: example(
        "[{ package_name: com.google.android.googlequicksearchbox, sha256_cert_fingerprints: "
          + "[\"\(ExamplePolicy.fingerprints[0])\"] }]")))

  private static func example(_ callers: String) -> String {
    let lines = ExamplePolicy.flip().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.compactMap { line in
      if line.contains("callers:") { return "\(line) \(callers)" }
      let isCaller = line.contains("googlequicksearchbox") || line.contains("cert_fingerprints: [")
      return isCaller ? nil : String(line)
    }.joined(separator: "\n")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let flip = client.appFlipAndroid, flip.callers.isEmpty,
        let callers = context.tree.value(of: "callers", in: flip.node),
        context.tree.kind(callers) == .sequence,
        context.tree.items(callers).first(where: { _ in true }) == nil
      else { continue }
      findings.report(
        callers,
        "client \(client.id.value.quoted) uses App Flip on Android but has no allowed callers",
        help: "add `com.google.android.googlequicksearchbox` with its certificate")
    }
  }
}

struct AppFlipErrorUnknown: Rule {
  static let info = RuleInfo(
    "app-flip-error-unknown", .linking, .error, aliases: ["error-value-unknown"],
    summary: "Require one of Google's four App Flip errors on iOS",
    why:
      "Google decides by the error whether it opens the browser or gives up. Its behavior for "
      + "any other value is not documented.",
    examples: .init(.policy, bad: flip("⟦user_not_authorized⟧"), good: flip("access_denied")),
    references: ["Google: App Flip for iOS"])

  private static func flip(_ error: String) -> String {
    """
    linkpolicy: 1
    name: example
    tests:
      - name: a user who refuses consent
        request: { kind: app_flip_ios, url: "https://www.acme.example/flip?state=s", outcome: deny }
        expect: { decision: allow, error: \(error) }

    """
  }

  private static let known: [ExactString] = [
    "cancelled", "unrecoverable", "invalid_request", "access_denied",
  ]

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let tree = context.tree
    for test in context.document.tests {
      guard let request = test.request, let kind = tree.value(of: "kind", in: request),
        tree.text(kind, equals: "app_flip_ios"), let expect = test.expect,
        let node = tree.value(of: "error", in: expect), let error = tree.string(node),
        !Self.known.contains(error)
      else { continue }
      findings.report(
        node,
        "App Flip error must be one of Google's four errors, found \(error.quoted)",
        help: Nearest.name(to: error.string, among: Self.known.map(\.string)).map {
          "did you mean `\($0)`?"
        } ?? "use one of \(Self.known.map(\.quoted).joined(separator: ", "))")
    }
  }
}
