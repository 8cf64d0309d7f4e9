import PolicyText
import PolicyModel

struct UnknownReference: Rule {
  static let info = RuleInfo(
    "unknown-reference", .structure, .error, summary: "Disallow references to undeclared apps",
    why: "linkpolicy can't generate or decide anything for an app that isn't declared.",
    examples: .policy(bad: links("⟦acme-iso⟧"), good: links("acme-ios")),
    isFixable: true)
  static let checksTestFiles = true

  private static func links(_ app: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        www.acme.example:
          links: [{ apps: [\(app)], rules: [{ path: /orders/* }] }]

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    // If `apps` is misspelled or isn't a mapping, only that is reported.
    if context.document.kind == .policy, context.policy.apps.isEmpty, let root = context.tree.root,
      context.tree.entries(root).contains(where: { key, value in
        let name = context.tree.text(key).string
        return PolicyKey(rawValue: name).map { $0 == .apps && context.tree.kind(value) != .mapping }
          ?? !name.hasPrefix("x-")
      })
    {
      return
    }
    let scope = context.workspace.scope(of: context.document)
    for reference in context.workspaceIndex.appReferences.references(in: context.tree.file) {
      let text = reference.text.value
      if let found = reference.app {
        guard let requiresApple = reference.requiresApple, let platform = found.app.platform?.value,
          platform.isApple != requiresApple
        else { continue }
        findings.report(
          reference.text.node, in: reference.environment,
          "\(text.quoted) is an app for \(platform.rawValue), but \(reference.place) needs "
            + (requiresApple ? "an app for an Apple platform" : "an Android app"),
          help: "write the ID of an app for \(requiresApple ? "an Apple platform" : "Android")",
          notes: [findings.note("declared here", at: found.app.id.node, of: found.document)])
        continue
      }
      let slash = text.utf8.contains(UInt8(ascii: "/"))
      let owners = scope.filter { $0.policy.apps.contains { $0.id.value == text } }
      if owners.count > 1 {
        findings.report(
          reference.text.node, "\(owners.count) policies declare an app \(text.quoted)",
          help: "write `\(owners[0].name.string)/\(text.string)` for the app of that policy")
        continue
      }
      let named = scope.flatMap(\.policy.apps).filter { app in
        [app.bundleID?.value, app.packageName?.value, app.appleAppID].contains(text)
          && app.platform.map { $0.value.isApple == reference.requiresApple ?? $0.value.isApple }
            ?? false
      }.map(\.id.value.string)
      guard named.count < 2 else {
        let names = named.map { "`\($0)`" }.joined(separator: ", ")
        findings.report(
          reference.text.node, in: reference.environment,
          "apps are named by their key in `apps`, found the identifier \(text.quoted)",
          help: "write \(names)")
        continue
      }
      // A name with a slash refers to another policy.
      let near =
        slash
        ? nil
        : named.first
          ?? Nearest.name(
            to: text.string,
            among: scope.lazy.flatMap(\.policy.apps).map(\.id.value.string).filter {
              !$0.contains("/")
            })
      findings.report(
        reference.text.node, in: reference.environment,
        slash
          ? "no policy of the workspace declares app \(text.quoted)"
          : context.document.kind == .policy
            ? "this policy doesn't declare app \(text.quoted)"
            : "no tested policy declares app \(text.quoted)",
        help: near.map { "did you mean `\($0)`?" }
          ?? (slash
            ? "check the policy name before the slash and the app ID after it"
            : "declare it under `apps`, or write `policy/app` for an app of another policy"),
        fixes: near.map {
          findings.replacing(reference.text.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
