package import PolicyText
import PolicyModel

package struct AppFlipCallerMissing: Rule {
  package static let info = RuleInfo(
    "app-flip-caller-missing", .linking, .error,
    summary: "Require an allowed caller for App Flip on Android",
    why: "Your activity accepts intents only from the listed apps. With an empty list it rejects "
      + "every intent.",
    examples: .init(
      .policy, bad: example("⟦[]⟧"),
      good: example(
        "[{ package_name: com.google.android.googlequicksearchbox, sha256_cert_fingerprints: "
          + "[\"\(ExamplePolicy.fingerprints[0])\"] }]")))
  package init() {}

  private static func example(_ callers: String) -> String {
    let lines = ExamplePolicy.flip().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.compactMap { line in
      if line.contains("callers:") { return "\(line) \(callers)" }
      let isCaller = line.contains("googlequicksearchbox") || line.contains("cert_fingerprints: [")
      return isCaller ? nil : String(line)
    }.joined(separator: "\n")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
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
