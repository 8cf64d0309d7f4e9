import PolicyModel
import PolicyText

struct AppFlipCallerMissing: Rule {
  static let info = RuleInfo(
    "app-flip-caller-missing", .linking, .error,
    summary: "Require an allowed caller for App Flip on Android",
    why: "Your activity accepts intents only from the listed apps. With an empty list it rejects "
      + "every intent.",
    examples: .policy(
      bad: example("⟦[]⟧"),
      good: example(
        "[{ package_name: com.google.android.googlequicksearchbox, sha256_cert_fingerprints: "
          + "[\"\(ExamplePolicy.callerFingerprint)\"] }]")))

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

struct AppFlipCallerUnknown: Rule {
  static let info = RuleInfo(
    "app-flip-caller-unknown", .linking, .warning,
    summary: "Allow only Google's apps as App Flip callers",
    why: "Your activity returns authorization codes to the listed apps. In Google account linking, "
      + "only Google's own apps ask for one. Your app's certificate doesn't sign them, so with it "
      + "App Flip rejects every request.",
    examples: .policy(
      bad: ExamplePolicy.flip(caller: "⟦com.acme.helper⟧"), good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      for name in client.appFlipAndroid?.callers.compactMap(\.packageName) ?? []
      where !name.value.hasPrefix("com.google.") {
        findings.report(
          name.node, "\(name.value.quoted) is not one of Google's apps, but would receive codes",
          help: "remove it; Google's app is `com.google.android.googlequicksearchbox`")
      }
      checkCertificates(client, context, &findings)
    }
  }

  /// Reports certificates of callers that sign the client's own app.
  private func checkCertificates(
    _ client: Client, _ context: RuleContext, _ findings: inout Findings
  ) {
    guard let flip = client.appFlipAndroid else { return }
    let apps = (flip.app?.distinct ?? []).compactMap {
      context.workspace.app($0.value.value, from: context.document)?.app
    }
    for certificate in flip.callers.flatMap(\.sha256Fingerprints) {
      guard let key = LocatedFingerprint.bytes(certificate.value), key.count == 32,
        let app = apps.first(where: { app in
          (app.sha256Fingerprints?.distinct ?? []).contains {
            $0.value.contains { LocatedFingerprint.bytes($0.value) == key }
          }
        })
      else { continue }
      findings.report(
        certificate.node, "caller has the certificate of your own app \(app.id.value.quoted)",
        help: "write the certificate that signs Google's app")
    }
  }
}

struct AppFlipActionShared: Rule {
  static let info = RuleInfo(
    "app-flip-action-shared", .linking, .warning,
    summary: "Require an intent action of your own for App Flip",
    why:
      "An action of Android such as `android.intent.action.VIEW` has many senders and receivers. "
      + "Intents of other apps reach your App Flip activity, and Google's intent may open another "
      + "app.",
    examples: .policy(
      bad: ExamplePolicy.flip(action: "⟦android.intent.action.VIEW⟧"), good: ExamplePolicy.flip()),
    references: ["Google: App Flip for Android", "Android: intents and intent filters"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, action) in client.appFlipAndroid?.intentAction?.distinct ?? []
      where action.value.hasPrefix("android.") {
        findings.report(
          action.node, in: environment, "\(action.value.quoted) is an action that all apps share",
          help: "use an action with your package name, such as `com.acme.home.APP_FLIP`, and "
            + "register it with Google")
      }
    }
  }
}

struct AppFlipErrorUnknown: Rule {
  static let info = RuleInfo(
    "app-flip-error-unknown", .linking, .error, aliases: ["error-value-unknown"],
    summary: "Require one of Google's four App Flip errors on iOS",
    why: "Google decides by the error whether it opens the browser or gives up. Its behavior for "
      + "any other value is not documented.",
    examples: .policy(bad: flip("⟦user_not_authorized⟧"), good: flip("access_denied")),
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

struct AppFlipAppMissing: Rule {
  static let info = RuleInfo(
    "app-flip-app-missing", .linking, .error,
    summary: "Require an App Flip app in each environment with a link or an action",
    why: "An app appears only in the association files and manifests of its own environments. In "
      + "any other environment, Google's app can't open it.",
    examples: .policy(
      bad: example("⟦com.acme.home.APP_FLIP⟧", "[sandbox]"),
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
