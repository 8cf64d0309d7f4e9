import PolicyText
import PolicyModel

struct AppFlipAppMissing: Rule {
  static let info = RuleInfo(
    "app-flip-app-missing", .linking, .error,
    summary: "Require an App Flip app in each environment with a link or an action",
    why:
      "An app appears only in the association files and manifests of its own environments. In "
      + "any other environment, Google's app can't open it.",
    examples: .init(
      .policy, bad: example("⟦com.acme.home.APP_FLIP⟧", "[sandbox]"),
      good: example("com.acme.home.APP_FLIP", "[prod, sandbox]")))

  private static func example(_ action: String, _ environments: String) -> String {
    let app = "  acme-android:\n"
    return ExamplePolicy.flip(action: action)
      .replacing(app, with: app + "    environments: \(environments)\n")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      if let ios = client.appFlipIOS {
        check(ios.app, ios.universalLink, client, "universal link", context, &findings)
      }
      if let android = client.appFlipAndroid {
        check(android.app, android.intentAction, client, "intent action", context, &findings)
      }
    }
  }

  private func check(
    _ app: PerEnvironment<LocatedText>?, _ entry: PerEnvironment<LocatedText>?, _ client: Client,
    _ what: String, _ context: RuleContext, _ findings: inout Findings
  ) {
    for environment in Environment.allCases {
      // Without a client ID, Google sends no request in this environment.
      guard client.clientID?[environment] != nil, let value = entry?[environment] else { continue }
      guard let reference = app?[environment] else {
        findings.report(
          value.node, in: environment,
          "the \(what) applies to \(environment) too, but App Flip has no app there",
          help: "name an app for `\(environment)`, or limit the \(what) to the other environment")
        if entry?.isShared ?? false { return }
        continue
      }
      guard let found = context.workspace.app(reference.value, from: context.document),
        !found.exists(in: environment)
      else { continue }
      findings.report(
        value.node, in: environment,
        "the \(what) applies to \(environment) too, but app \(reference.value.quoted) does not "
          + "exist there",
        help: "add `\(environment)` to the app's `environments`, or limit the \(what) to the other "
          + "environment",
        notes: [findings.note("the app", at: found.anchor.node, of: found.document)])
    }
  }
}
