import PolicyModel
import PolicyText

struct EmailActionAppMissing: Rule {
  static let info = RuleInfo(
    "email-action-app-missing", .firebase, .warning, aliases: ["app-target-missing"],
    summary: "Require an app if `handle_code_in_app` is true",
    why: "With `handle_code_in_app` but neither `ios` nor `android`, the link has no app to open "
      + "and stays in the browser. The rule skips policies without apps, because they sign in on "
      + "the web.",
    examples: .policy(
      bad: example("handle_code_in_app: ⟦true⟧"),
      good: example("handle_code_in_app: true\n        ios: acme-ios")),
    references: ["Firebase: passing state in email actions"])

  private static func example(_ line: String) -> String {
    ExamplePolicy.signIn(line, appStoreID: ", app_store_id: \"1234567890\"")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard !context.policy.apps.isEmpty else { return }
    for action in context.policy.firebase?.emailActions ?? [] {
      guard let handle = action.handleCodeInApp, handle.value else { continue }
      let missing = context.firebaseEnvironments.filter {
        action.url?[$0] != nil && action.ios?[$0] == nil && action.androidApp?[$0] == nil
      }
      guard !missing.isEmpty else { continue }
      let isOne = missing.count < context.firebaseEnvironments.count
      findings.report(
        handle.node, in: isOne ? missing[0] : nil,
        "`handle_code_in_app` is set without `ios` or "
          + "`android`\(isOne ? " for \(missing[0])" : ""), so no app opens the link",
        help: "add `ios` or `android` with the ID of an app from `apps`")
    }
  }
}

struct EmailActionCodeNotInApp: Rule {
  static let info = RuleInfo(
    "email-action-code-not-in-app", .firebase, .error, aliases: ["handle-code-in-app"],
    summary: "Require `handle_code_in_app` for email-link sign-in",
    why: "Without `handle_code_in_app: true`, the iOS SDK crashes and the JavaScript SDK returns "
      + "`argument-error`.",
    examples: .policy(
      bad: ExamplePolicy.action("url: https://app.acme.example/finish", handle: "⟦false⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")), isFixable: true,
    hides: ["link-domain-without-app"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.name.value == "sign_in" && action.handleCodeInApp?.value != true {
      let written = context.tree.value(of: "handle_code_in_app", in: action.node)
      // The structure check reports an invalid value.
      guard written == nil || action.handleCodeInApp != nil else { continue }
      let node = action.handleCodeInApp?.node ?? action.name.node
      findings.report(
        node, "email-link sign-in requires `handle_code_in_app: true`",
        help: "write `handle_code_in_app: true`",
        fixes: action.handleCodeInApp.map {
          findings.replacing($0.node, by: "true", "write `true`", isSafe: true)
        } ?? [])
    }
  }
}

struct EmailLinkDisabled: Rule {
  static let info = RuleInfo(
    "email-link-disabled", .firebase, .error,
    summary: "Require `email_link` if an action signs users in by email",
    why: "Firebase returns `OPERATION_NOT_ALLOWED` and sends no email.",
    examples: .policy(
      bad: ExamplePolicy.action("url: https://app.acme.example/finish").replacingKey(
        "    email_actions:", by: "    sign_in: { email_link: ⟦false⟧ }\n    email_actions:"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let link = firebase.emailLink, !link.value,
      let action = firebase.emailActions.first(where: { $0.name.value == "sign_in" })
    else { return }
    findings.report(
      link.node,
      "`email_link` is off, so Firebase rejects sign-in emails with `OPERATION_NOT_ALLOWED`",
      help: "write `email_link: true`",
      notes: [findings.note("the action that needs it", at: action.name.node)])
  }
}

struct EmailLinkRewritten: Rule {
  static let info = RuleInfo(
    "email-link-rewritten", .firebase, .note, aliases: ["smtp-link-rewrite"],
    summary: "Disallow click tracking in action emails",
    why: "Click tracking changes the host of the link, so it opens the browser instead of the app.",
    examples: .policy(
      bad: ExamplePolicy.firebase("email: { click_tracking: ⟦true⟧ }"),
      good: ExamplePolicy.firebase("email: { click_tracking: false }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let tracking = context.policy.firebase?.clickTracking, tracking.value else { return }
    findings.report(
      tracking.node, "click tracking rewrites the link host and breaks universal links",
      help: "turn off click tracking in your mail provider, then write `click_tracking: false`")
  }
}

struct FirebaseDuplicateEmails: Rule {
  static let info = RuleInfo(
    "firebase-duplicate-emails", .firebase, .warning, aliases: ["duplicate-emails"],
    summary: "Disallow several accounts with the same email address",
    why: "With duplicates, Firebase doesn't merge accounts and doesn't report that an account "
      + "already exists.",
    examples: .policy(
      bad: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: ⟦true⟧ }"),
      good: ExamplePolicy.firebase("sign_in: { allow_duplicate_emails: false }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let duplicates = context.policy.firebase?.allowDuplicateEmails, duplicates.value else {
      return
    }
    findings.report(
      duplicates.node,
      "`allow_duplicate_emails` is on, so Firebase neither merges accounts nor reports "
        + "existing ones",
      help: "write `allow_duplicate_emails: false` unless you merge accounts yourself")
  }
}

struct FirebaseLocaleFormat: Rule {
  static let info = RuleInfo(
    "firebase-locale-format", .firebase, .warning,
    summary: "Require a language tag as the locale of emails",
    why: "Firebase selects the email template by this tag, such as `pt-BR`. If it doesn't know the "
      + "tag, it sends the email in English.",
    examples: .policy(
      bad: ExamplePolicy.firebase("email: { locale: ⟦german⟧ }"),
      good: ExamplePolicy.firebase("email: { locale: de }")),
    references: ["RFC 5646 section 2.1", "Firebase: localizing email templates"],
    isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let locale = context.policy.firebase?.locale,
      let fault = LocaleProblem(locale.value, separator: "-")
    else { return }
    findings.report(
      locale.node, fault.message, help: fault.help,
      fixes: fault.replacement.map {
        findings.replacing(locale.node, by: $0, "write `\($0)`", isSafe: false)
      } ?? [])
  }
}

struct CallbackUriMalformed: Rule {
  static let info = RuleInfo(
    "callback-uri-malformed", .firebase, .error,
    summary: "Disallow queries and fragments in email action URLs",
    why:
      "Firebase appends `?mode=…&oobCode=…` to this absolute URL. After a query, the page doesn't find the code; after a fragment, the server never sees it. Every link in every email is then "
      + "broken.",
    examples: .policy(
      bad: example("https://app.acme.example/auth/action⟦#emails⟧"),
      good: example("https://app.acme.example/auth/action")),
    references: ["Firebase: customize your email action handler"], isFixable: true,
    hides: ["uri-not-absolute", "uri-fragment", "uri-dangerous-scheme"])

  private static func example(_ uri: String) -> String {
    ExamplePolicy.firebase("email: { callback_uri: \"\(uri)\" }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, uri) in context.policy.firebase?.callbackURI?.distinct ?? [] {
      let parts = URIParts(uri.value)
      let scheme = parts.lowerScheme
      guard parts.scheme != nil, let host = parts.host, !host.isEmpty else {
        findings.report(
          uri.node, in: environment, "action URL must be absolute, found \(uri.value.quoted)",
          help: "write scheme, host and path, such as `https://app.acme.example/auth/action`")
        continue
      }
      guard scheme == "https" || scheme == "http" else {
        findings.report(
          uri.node, text: parts.scheme, in: environment,
          "action URL must use https, found \(scheme.quoted)",
          help: "start the URL with `https://`")
        continue
      }
      guard let start = (parts.query ?? parts.fragment)?.lowerBound else { continue }
      let range = (start - 1)..<uri.value.utf8.count
      findings.report(
        uri.node, text: range, in: environment,
        "action URL must not have a \(parts.query == nil ? "fragment" : "query"), because "
          + "Firebase appends its own",
        help: "remove \(ExactString(decoding: parts.bytes(range)).quoted)",
        fixes: findings.replacing(
          uri.node, by: String(decoding: parts.bytes(0..<(start - 1)), as: UTF8.self),
          "remove everything after the path", isSafe: false))
    }
  }
}

struct FirebaseIosIdentifiersMissing: Rule {
  static let info = RuleInfo(
    "firebase-ios-identifiers-missing", .firebase, .warning, aliases: ["ios-console-ids"],
    summary: "Require team ID and App Store ID for apps that open email links",
    why: "Firebase generates its domain's association file from the team ID and the App Store ID "
      + "in the app's settings. Without them, links open the browser.",
    examples: .policy(
      bad: example("", "⟦acme-ios⟧"),
      good: example(", app_store_id: \"1234567890\"", "acme-ios")),
    references: ["Firebase: authenticate using email link in iOS"])

  private static func example(_ store: String, _ reference: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: \(reference)", appStoreID: store)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var reported: Set<SourceAnchor> = []
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      for (environment, reference) in action.ios?.distinct ?? [] {
        guard let found = context.workspace.app(reference.value, from: context.document),
          found.app.platform?.value.isApple == true
        else { continue }
        // The structure check requires the team ID, but accepts an empty one.
        let missing = [
          (AppKey.teamID, found.app.teamID), (.appStoreID, found.app.appStoreID),
        ].filter { key, value in
          value?.value.isEmpty ?? true && !found.document.tree.isUnknown(key, in: found.app.node)
        }.map(\.0.rawValue)
        guard !missing.isEmpty, reported.insert(found.anchor).inserted else { continue }
        findings.report(
          reference.node, in: environment,
          "app \(reference.value.quoted) needs "
            + "\(missing.map { "`\($0)`" }.joined(separator: " and ")) for Firebase's universal "
            + "links",
          help:
            "add \(missing.map { "`\($0)`" }.joined(separator: " and ")) to the app, and to its "
            + "settings in the Firebase console",
          notes: [
            findings.note("the app", at: found.app.id.node, of: found.document)
          ])
      }
    }
  }
}
