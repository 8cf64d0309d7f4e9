import PolicyText
import PolicyModel

struct UrlSchemeMissing: Rule {
  static let info = RuleInfo(
    "url-scheme-missing", .google, .error, aliases: ["reversed-mismatch"],
    summary: "Require the reversed client ID as a URL scheme",
    why: "Without the scheme, Google Sign-In throws an exception at sign-in.",
    examples: .init(
      .policy, bad: ExamplePolicy.googleIOS(GoogleClientIDs.ios, schemes: "⟦[com.acme.home]⟧"),
      good: ExamplePolicy.googleIOS(
        GoogleClientIDs.ios,
        schemes: "[com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9]")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let ios = context.policy.googleSignIn?.ios, let schemes = ios.urlSchemes else { return }
    for (environment, id) in ios.clientID?.distinct ?? [] {
      // The old format, with digits only, is reversed in the same way.
      let ending = ".apps.googleusercontent.com"
      switch GoogleClientID(id.value) {
      case .current: break
      case .legacy where id.value.hasSuffix(ending): break
      default: continue
      }
      let name = id.value.utf8.dropLast(ending.utf8.count)
      let wanted = "com.googleusercontent.apps." + (String(name) ?? "")
      for other in environment.map({ [$0] }) ?? Environment.allCases {
        guard let list = schemes[other],
          // The SDK compares in lowercase.
          !list.contains(where: { Array($0.value.utf8)[...].matches(wanted) })
        else { continue }
        let node =
          schemes.isShared
          ? schemes.node : context.tree.value(of: other.rawValue, in: schemes.node) ?? schemes.node
        findings.report(
          node, in: environment,
          "`url_schemes` lacks the reversed client ID, so Google Sign-In fails",
          help: "add `\(wanted)` to `url_schemes`",
          notes: [findings.note("the `client_id`", at: id.node)])
        break
      }
    }
  }
}
