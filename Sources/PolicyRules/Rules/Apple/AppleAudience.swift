package import PolicyText
import PolicyModel

/// A token of Apple that nobody expects.
package struct AppleAudience: Rule {
  package static let info = RuleInfo(
    "apple-audience", .apple, .error,
    summary: "every platform of Sign in with Apple has its audience registered",
    why:
      "The audience of Apple's token is the Services ID on the web and on Android, the bundle ID "
      + "in apps. Firebase rejects a token for an audience that it does not know.",
    examples: .init(
      .policy, bad: example("⟦web⟧", ""),
      good: example("web", "services_id: com.acme.home.web\n    ")),
    references: ["Firebase: authenticate using Apple", "Apple: Sign in with Apple REST API"])
  package init() {}

  private static func example(_ platform: String, _ id: String) -> String {
    ExamplePolicy.appleWeb(
      platform,
      id + "return_urls: { prod: [\"https://acme-home.firebaseapp.com/__/auth/handler\"] }")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple else { return }
    checkServicesID(apple, context, &findings)
    checkBundles(apple, context, &findings)
    checkForms(apple, context, &findings)
  }

  /// Where a platform of the web flow has no Services ID.
  private func checkServicesID(
    _ apple: AppleSignIn, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let web = apple.platforms.first(where: { $0.value == "web" || $0.value == "android" })
    else { return }
    guard let ids = apple.servicesID else {
      findings.report(
        web.node,
        "no Services ID for \(web.value.quoted): Firebase rejects the audience of the token",
        help: "add `services_id`, the identifier of the web flow")
      return
    }
    for environment in context.firebaseEnvironments where ids[environment]?.value.isEmpty ?? true {
      findings.report(
        context.tree.key(of: ids.node) ?? ids.node, in: environment,
        "no Services ID for \(web.value.quoted) in \(environment): Firebase rejects the audience of "
          + "the token",
        help: "add `services_id` for \(environment)")
    }
  }

  /// Where apps have no bundle ID that Firebase knows.
  private func checkBundles(
    _ apple: AppleSignIn, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let ios = apple.platforms.first(where: { $0.value == "ios" }) else { return }
    guard let apps = apple.bundleApps, !apps.values.allSatisfy({ $0.value.isEmpty }) else {
      findings.report(
        ios.node, "no bundle ID for `ios`: Firebase rejects the audience of the token",
        help: "add `bundle_apps`, the apps that sign in with Apple")
      return
    }
    for environment in context.firebaseEnvironments {
      let references = apps[environment] ?? []
      guard
        !references.contains(where: {
          // What is no app at all is another mistake.
          context.workspace.app($0.value, from: context.document)?.exists(in: environment) ?? true
        })
      else { continue }
      findings.report(
        context.tree.key(of: apps.node) ?? apps.node, in: environment,
        "no bundle ID for `ios` in \(environment): Firebase rejects the audience of the token",
        help: "add `bundle_apps` for \(environment)")
    }
  }

  /// Identifiers that cannot be an audience.
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
          "\(reference.value.quoted) is an Android app: it has no bundle ID to register",
          help: "name Apple apps; Android needs the Services ID")
      }
    }
    for (environment, id) in apple.servicesID?.distinct ?? [] {
      if let team = apple.teamID?.value, !team.isEmpty, id.value.hasPrefix(team.string + ".") {
        findings.report(
          id.node, in: environment, "a Services ID has no team ID in front",
          help: "leave out `\(team.string).`")
        continue
      }
      let apps = apple.bundleApps?[environment ?? .prod] ?? []
      for reference in apps {
        guard let app = context.workspace.app(reference.value, from: context.document)?.app,
          app.bundleID?.value == id.value
        else { continue }
        findings.report(
          id.node, in: environment,
          "Services ID \(id.value.quoted) is the bundle ID of \(reference.value.quoted)",
          help: "register an identifier of its own for the web flow")
        break
      }
    }
  }
}
