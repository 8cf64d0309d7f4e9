import PolicyText
import PolicyModel

struct AppleAudience: Rule {
  static let info = RuleInfo(
    "apple-audience", .apple, .error,
    summary: "Require a registered audience for each Sign in with Apple platform",
    why: "The audience of Apple's token is the Services ID on the web and on Android, and the "
      + "bundle ID in Apple apps. Firebase rejects a token with an unknown audience.",
    examples: .policy(
      bad: example("⟦web⟧", ""),
      good: example("web", "services_id: com.acme.home.web\n    ")),
    references: ["Firebase: authenticate using Apple", "Apple: Sign in with Apple REST API"])

  private static func example(_ platform: String, _ id: String) -> String {
    ExamplePolicy.appleWeb(
      platform,
      id + "return_urls: { prod: [\"https://acme-home.firebaseapp.com/__/auth/handler\"] }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    checkServicesID(apple, context, &findings)
    checkBundles(apple, context, &findings)
    checkForms(apple, context, &findings)
  }

  /// Checks that platforms with the web flow have a Services ID.
  private func checkServicesID(
    _ apple: AppleSignIn, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let web = apple.platforms.first(where: { $0.value == "web" || $0.value == "android" })
    else { return }
    guard !context.tree.isUnknown(AppleSignInKey.servicesID, in: apple.node) else { return }
    guard let ids = apple.servicesID else {
      findings.report(
        web.node,
        "missing Services ID for \(web.value.quoted), so Firebase rejects the token's audience",
        help: "add `services_id` with the identifier of the web flow",
        unlessErrorsAt: [apple.node])
      return
    }
    for environment in context.firebaseEnvironments where ids[environment]?.value.isEmpty ?? true {
      findings.report(
        context.tree.key(of: ids.node) ?? ids.node, in: environment,
        "missing Services ID for \(web.value.quoted) in \(environment), so Firebase rejects the "
          + "token's audience",
        help: "add `services_id` for `\(environment)`")
    }
  }

  /// Checks that iOS has apps whose bundle IDs Firebase knows.
  private func checkBundles(
    _ apple: AppleSignIn, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let ios = apple.platforms.first(where: { $0.value == "ios" }) else { return }
    guard let apps = apple.bundleApps, !apps.values.allSatisfy({ $0.value.isEmpty }) else {
      findings.report(
        ios.node, "missing bundle ID for `ios`, so Firebase rejects the token's audience",
        help: "add `bundle_apps` with the apps that use Sign in with Apple",
        unlessErrorsAt: [apple.node])
      return
    }
    for environment in context.firebaseEnvironments {
      let references = apps[environment] ?? []
      guard
        !references.contains(where: {
          // `unknown-reference` reports an undeclared app.
          context.workspace.app($0.value, from: context.document)?.exists(in: environment) ?? true
        })
      else { continue }
      findings.report(
        context.tree.key(of: apps.node) ?? apps.node, in: environment,
        "missing bundle ID for `ios` in \(environment), so Firebase rejects the token's audience",
        help: "add `bundle_apps` for `\(environment)`")
    }
  }

  /// Checks for identifiers that can't be an audience.
  private func checkForms(
    _ apple: AppleSignIn, _ context: RuleContext, _ findings: inout Findings
  ) {
    for (environment, apps) in apple.bundleApps?.distinct ?? [] {
      for reference in apps {
        guard let app = context.workspace.app(reference.value, from: context.document)?.app,
          app.platform?.value == .android
        else { continue }
        findings.report(
          reference.node, in: environment,
          "\(reference.value.quoted) is an Android app, which has no bundle ID",
          help: "list only Apple apps; Android needs the Services ID")
      }
    }
    for (environment, id) in apple.servicesID?.distinct ?? [] {
      if let team = apple.teamID?.value, !team.isEmpty, id.value.hasPrefix(team.string + ".") {
        findings.report(
          id.node, in: environment, "Services ID must not start with the team ID",
          help: "remove `\(team.string).`")
        continue
      }
      if !ByteSet(of: id.value).isSubset(of: .hostNames),
        Placeholder.find(inIdentifier: id.value) == nil
      {
        findings.report(
          id.node, in: environment, severity: .warning,
          "Services ID \(id.value.quoted) has characters other than letters, digits, `.` and `-`",
          help: "copy the identifier from your Apple developer account > Identifiers")
      }
      let judged = environment.map { [$0] } ?? Environment.allCases
      for reference in judged.flatMap({ apple.bundleApps?[$0] ?? [] }) {
        guard let app = context.workspace.app(reference.value, from: context.document)?.app,
          app.bundleID?.value == id.value
        else { continue }
        findings.report(
          id.node, in: environment,
          "Services ID \(id.value.quoted) is the bundle ID of \(reference.value.quoted)",
          help: "register a separate identifier for the web flow")
        break
      }
    }
  }
}
