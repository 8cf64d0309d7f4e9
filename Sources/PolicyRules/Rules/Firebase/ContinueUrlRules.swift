import PolicyDecision
import PolicyModel
import PolicyText

struct ContinueUrlCharacters: Rule {
  static let info = RuleInfo(
    "continue-url-characters", .firebase, .error, aliases: ["continue-url-chars"],
    summary: "Disallow continue URLs that the Admin SDK rejects",
    why:
      "The Admin SDK for Node.js returns `invalid-continue-uri` for anything that isn't an http or https URL. It also rejects non-ASCII letters, an underscore in the host, and `//` or `&` in the path.",
    examples: .policy(
      bad: ExamplePolicy.action("url: https://app.acme.example/a⟦//⟧finish"),
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
    examples: .policy(
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
    examples: .policy(
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
    "continue-url-http", .firebase, .warning, summary: "Require https for continue URLs",
    why: "Over http, anyone on the network path can change the page. Only localhost never leaves "
      + "the machine.",
    examples: .policy(
      bad: ExamplePolicy.action("url: ⟦http⟧://app.acme.example/finish"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for uri in context.uris
    where (uri.role == .continueURL || uri.role == .actionURL) && uri.isHTTP && !uri.isLoopback {
      findings.report(
        uri.node, text: LocatedURI(uri).parts.scheme, in: uri.environment,
        "continue URL must use https, found `http`",
        help: "start the URL with `https://`; `http://` is for localhost only")
    }
  }
}

struct ContinueUrlWrapped: Rule {
  static let info = RuleInfo(
    "continue-url-wrapped", .firebase, .note,
    summary: "Disallow apps for email actions that no app handles",
    why: "With an app but without `handle_code_in_app: true`, Firebase wraps the continue URL in "
      + "another link, which opens the app after the action page. Since Dynamic Links were shut "
      + "down, the format of that link is undocumented.",
    examples: .policy(bad: example("ios: ⟦acme-ios⟧"), good: example("handle_code_in_app: false")),
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

struct ContinueUrlHostUnauthorized: Rule {
  static let info = RuleInfo(
    "continue-url-host-unauthorized", .firebase, .error, aliases: ["continue-host-unauthorized"],
    summary: "Require authorized domains for continue URLs",
    why: "Firebase returns `auth/unauthorized-continue-uri` and sends no email. If the policy has "
      + "no `authorized_domains` for the environment, only the two default hosts of a project are "
      + "known to work. Any other host is then a warning, because the console's list may contain "
      + "it.",
    examples: .policy(
      bad: ExamplePolicy.action("url: https://⟦other.example⟧/finish", domains: "app.acme.example"),
      good: ExamplePolicy.action(
        "url: https://app.acme.example/finish", domains: "app.acme.example")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    for action in context.policy.firebase?.emailActions ?? [] {
      for (environment, url) in action.url?.distinct ?? [] {
        let parts = URIParts(url.value)
        guard let range = parts.host, !range.isEmpty, !parts.lowerHost.hasSuffix(".page.link")
        else {
          continue
        }
        let judged = environment.map { [$0] } ?? Environment.allCases
        let (stated, assumed) = (
          judged.filter { hosts.withAuthorizedDomains.contains(EnvironmentSet($0)) },
          judged.filter { !hosts.withAuthorizedDomains.contains(EnvironmentSet($0)) }
        )
        let failing = stated.filter { !hosts.isAuthorized(parts.lowerHost, in: $0) }
        guard let first = failing.first else {
          let foreign = assumed.filter { environment in
            context.policy.firebase?.projectID?[environment].map {
              !isCovered(parts.lowerHost, byProject: $0.value)
            } ?? false
          }
          if let first = foreign.first {
            let isOne = foreign.count == 1
            findings.report(
              url.node, text: range, in: environment ?? (isOne ? first : nil), severity: .warning,
              "the policy has no `authorized_domains`\(isOne ? " for \(first)" : ""), so "
                + "Firebase may reject host \(parts.lowerHost.quoted)",
              help: "copy the console's list to `authorized_domains`, and include "
                + "\(parts.lowerHost.quoted)")
          }
          continue
        }
        // A value for both environments may be listed for one of them.
        let list = environment == nil && failing.count == 1 ? "\(first)'s " : ""
        findings.report(
          url.node, text: range, in: environment,
          "continue URL host \(parts.lowerHost.quoted) is not in \(list)`authorized_domains`, "
            + "so Firebase sends no email",
          help: LocatedURI.isLoopback(parts.lowerHost) && first == .prod
            ? "write a page on your site's host; loopback URLs belong in `sandbox`"
            : "add \(parts.lowerHost.quoted) to `authorized_domains`")
      }
    }
  }

  /// Whether a host is or is below one of the project's two default hosts, as `simulate` assumes.
  private func isCovered(_ host: ExactString, byProject project: ExactString) -> Bool {
    [".firebaseapp.com", ".web.app"].contains { suffix in
      let own = ASCII.lowercased(ExactString(project.string + suffix))
      return host == own || host.isBelow(own)
    }
  }
}

struct ContinueUrlQueryTruncated: Rule {
  static let info = RuleInfo(
    "continue-url-query-truncated", .firebase, .warning, aliases: ["continue-query-truncated"],
    summary: "Disallow queries that iOS apps cut or can't read",
    why: "Without `handle_code_in_app`, the email contains the action link itself. `ActionCodeURL` "
      + "on iOS decodes that link before it splits it at `&` and `=`. From `?a=1&b=2`, the app "
      + "gets `?a`, and a parameter without a value may stop the app (inferred from the source). "
      + "Mobile links are escaped twice and keep the query.",
    examples: .policy(
      bad: example("?⟦cart=17&step=2⟧", "ios: acme-ios"),
      good: example("?cart=17&step=2", "handle_code_in_app: false")),
    references: ["firebase-ios-sdk: ActionCodeURL.swift (executed; the stop is inferred)"])

  private static func example(_ rest: String, _ setting: String) -> String {
    ExamplePolicy.ios() + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          email_actions:
            reset_password:
              url: "https://acme-home.firebaseapp.com/finish\(rest)"
              \(setting)

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      let handlesCode = action.handleCodeInApp?.value ?? false
      // Other platforms read links that only the browser or only Android opens.
      guard action.ios != nil || (handlesCode && action.androidApp == nil) else { continue }
      for (environment, url) in action.url?.distinct ?? [] {
        guard let query = URIParts(url.value).query else { continue }
        let read = AppleEmailLink.reading(url.value, handlesCodeInApp: handlesCode)
        if let trap = read.trap {
          let name = trap.isEmpty ? "an empty parameter" : "parameter \(trap.quoted)"
          findings.report(
            url.node, text: query, in: environment,
            "iOS apps that read the action link may stop at \(name), which has no value (inferred)",
            help: "give each parameter a value, or put the state into the path")
        } else if read.continueURL != url.value {
          findings.report(
            url.node, text: query, in: environment,
            "iOS apps that read the action link get this query only up to its first `=` or `&`",
            help: "put the state into the path, or set `handle_code_in_app: true`")
        }
      }
    }
  }
}
