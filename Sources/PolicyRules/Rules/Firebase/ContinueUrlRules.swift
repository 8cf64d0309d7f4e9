import PolicyModel
import PolicyText

struct ContinueUrlCharacters: Rule {
  static let info = RuleInfo(
    "continue-url-characters", .firebase, .error, aliases: ["continue-url-chars"],
    summary: "Disallow continue URLs that the Admin SDK rejects",
    why:
      "The Admin SDK for Node.js returns `invalid-continue-uri` for anything that isn't an http or https URL. It also rejects non-ASCII letters, an underscore in the host, and `//` or `&` in the path.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: https://app.acme.example/a⟦//⟧finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/a/finish")),
    references: ["firebase-admin-node: validator.ts (executed)"],
    hides: [
      "continue-url-host-unauthorized", "continue-url-host-only-by-parent", "continue-url-http",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let fault = ContinueURLProblem(url.value) else { continue }
        findings.report(
          url.node, text: fault.range, in: environment, severity: fault.severity, fault.message,
          help: fault.help)
      }
    }
  }
}

struct ContinueUrlHasEmail: Rule {
  static let info = RuleInfo(
    "continue-url-has-email", .firebase, .warning, aliases: ["email-in-continue-url"],
    summary: "Disallow email addresses in continue URLs",
    why: "Anyone who gets the link could sign in as that address, and servers along the way log "
      + "it. Keep the address in the app.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: \"https://app.acme.example/finish?⟦email=a@acme.example⟧\""),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    references: ["Firebase: authenticate with email link, security concerns"],
    hides: ["continue-url-query-truncated"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        guard let range = EmailAddress.find(in: URIParts(url.value)) else { continue }
        findings.report(
          url.node, text: range, in: environment, "continue URL contains an email address",
          help: "remove it; store the address in the app, or prompt the user for it")
      }
    }
  }
}

struct ContinueUrlHostOnlyByParent: Rule {
  static let info = RuleInfo(
    "continue-url-host-only-by-parent", .firebase, .warning, aliases: ["subdomain-only-by-parent"],
    summary: "Require the exact host of a continue URL in `authorized_domains`",
    why: "A parent domain is enough for sign-in by popup or redirect. Phone sign-in compares hosts "
      + "exactly: reCAPTCHA returns `Hostname match not found`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.action("url: https://⟦app.acme.example⟧/finish", domains: "acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")),
    references: ["firebase-js-sdk issue 9422 (observed)"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, firebase.authorizedDomains != nil else { return }
    for action in firebase.emailActions {
      for (environment, url) in action.url?.distinct ?? [] {
        let parts = URIParts(url.value)
        let host = parts.lowerHost
        guard let range = parts.host, !host.isEmpty, !host.hasSuffix(".localhost") else { continue }
        let isOnlyByParent = (environment.map { [$0] } ?? Environment.allCases).contains {
          guard let list = firebase.authorizedDomains?[$0] else { return false }
          return context.index.hosts.isAuthorized(host, in: $0)
            && !list.contains { HostEnvironments.bareHost($0.value) == host }
        }
        guard isOnlyByParent,
          let parent = context.index.hosts.authorizedDomain(covering: host), parent != host
        else { continue }
        findings.report(
          url.node, text: range, in: environment,
          "\(host.quoted) is authorized only through \(parent.quoted), but phone sign-in needs "
            + "the exact host",
          help: "add \(host.quoted) to `authorized_domains`")
      }
    }
  }
}

struct ContinueUrlHttp: Rule {
  static let info = RuleInfo(
    "continue-url-http", .firebase, .warning,
    summary: "Require https for continue URLs",
    why:
      "Over http, anyone on the network path can change the page. Only localhost never leaves "
      + "the machine.",
    examples: .init(
      .policy, bad: ExamplePolicy.action("url: ⟦http⟧://app.acme.example/finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris
    where (uri.role == .continueURL || uri.role == .actionURL) && uri.isHTTP && !uri.isLoopback {
      findings.report(
        uri.node, text: uri.parts.scheme, in: uri.environment,
        "continue URL must use https, found `http`",
        help: "start the URL with `https://`; `http://` is for localhost only")
    }
  }
}

struct ContinueUrlWrapped: Rule {
  static let info = RuleInfo(
    "continue-url-wrapped", .firebase, .note,
    summary: "Disallow apps for email actions that no app handles",
    why:
      "With an app but without `handle_code_in_app: true`, Firebase wraps the continue URL in "
      + "another link, which opens the app after the action page. Since Dynamic Links were "
      + "shut down, the format of that link is undocumented.",
    examples: .init(
      .policy, bad: example("ios: ⟦acme-ios⟧"), good: example("handle_code_in_app: false")),
    references: ["Firebase: passing state in email actions"])

  private static func example(_ line: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: acme-ios\n      verify_email:\n"
        + "        url: { prod: https://app.acme.example/verified }\n        \(line)",
      appStoreID: ", app_store_id: \"1234567890\"")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value != true && action.name.value != "sign_in" {
      guard action.url != nil,
        let (environment, app) = (action.ios?.distinct ?? action.androidApp?.distinct)?.first
      else { continue }
      findings.report(
        app.node, in: environment,
        "Firebase wraps the continue URL in an undocumented link that opens \(app.value.quoted)",
        help: "write `handle_code_in_app: true`, or remove the app")
    }
  }
}
