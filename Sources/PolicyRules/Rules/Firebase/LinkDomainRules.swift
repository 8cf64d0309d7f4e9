import PolicyModel
import PolicyText

struct LinkDomainDefault: Rule {
  static let info = RuleInfo(
    "link-domain-default", .firebase, .error,
    summary: "Disallow the project's default domain as `link_domain`",
    why: "Firebase uses the project's own domain if the key is absent, and rejects it if you set "
      + "it.",
    examples: .policy(
      bad: ExamplePolicy.action(
        "url: https://app.acme.example/finish\n          link_domain: ⟦acme-home.firebaseapp.com⟧"),
      good: ExamplePolicy.action("url: https://app.acme.example/finish")),
    hides: ["link-domain-not-hosted"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        let ids = (environment.map { [$0] } ?? Environment.allCases).compactMap {
          firebase.projectID?[$0]?.value.string
        }
        guard
          ids.contains(where: {
            domain.value == ExactString($0 + ".firebaseapp.com")
              || domain.value == ExactString($0 + ".web.app")
          })
        else { continue }
        findings.report(
          domain.node, in: environment,
          "`link_domain` must be a custom Hosting domain, found \(domain.value.quoted)",
          help: "remove `link_domain` to use the project's own domain")
      }
    }
  }
}

struct LinkDomainNotHosted: Rule {
  static let info = RuleInfo(
    "link-domain-not-hosted", .firebase, .error,
    summary: "Require link domains among the Hosting domains",
    why: "Firebase accepts only the project's custom Hosting domains as link domains. For any "
      + "other domain it returns `INVALID_HOSTING_LINK_DOMAIN` and sends no email.",
    examples: .policy(bad: example("⟦other.acme.example⟧"), good: example("links.acme.example")),
    references: ["Firebase: customizing the link domain"],
    hides: ["link-host-undeclared"])

  private static func example(_ domain: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: acme-ios\n        link_domain: \(domain)",
      appStoreID: ", app_store_id: \"1234567890\"",
      domains: """
        domains:
          links.acme.example:
            links: [{ apps: [acme-ios], rules: [{ path: /__/auth/links }] }]

        """
    ).replacingKey(
      "    email_actions:", by: "    hosting_domains: [links.acme.example]\n    email_actions:")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let hosting = firebase.hostingDomains else {
      return
    }
    for action in firebase.emailActions {
      for (environment, domain) in action.linkDomain?.distinct ?? [] where !domain.value.isEmpty {
        // The rule skips environments without a list.
        let failing = context.firebaseEnvironments(of: environment).filter { judged in
          hosting[judged].map { list in !list.contains { $0.value == domain.value } } ?? false
        }
        guard let first = failing.first else { continue }
        let isOne = environment == nil && failing.count < context.firebaseEnvironments.count
        findings.report(
          domain.node, in: isOne ? first : environment,
          "\(domain.value.quoted) is not in `hosting_domains`\(isOne ? " of \(first)" : ""), so "
            + "Firebase sends no email",
          help: "add it to `hosting_domains`, or use a domain from that list",
          notes: [findings.note("the Hosting domains", at: context.place(of: hosting, first))])
      }
    }
  }
}

struct LinkDomainWithoutApp: Rule {
  static let info = RuleInfo(
    "link-domain-without-app", .firebase, .warning, aliases: ["linkdomain-without-app"],
    summary: "Disallow `link_domain` without `handle_code_in_app`",
    why: "Firebase ignores `link_domain` unless `handle_code_in_app` is true.",
    examples: .policy(
      bad: ExamplePolicy.firebase(
        "email_actions: { verify_email: { url: \"https://acme-home.web.app/finish\", link_domain: ⟦links.acme.example⟧ } }"
      ),
      good: ExamplePolicy.firebase(
        "email_actions: { verify_email: { url: \"https://acme-home.web.app/finish\" } }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value != true && action.name.value != "sign_in" {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        findings.report(
          domain.node, in: environment,
          "Firebase ignores `link_domain` if `handle_code_in_app` is false",
          help: "write `handle_code_in_app: true`, or remove `link_domain`")
      }
    }
  }
}

struct MobileLinksRetired: Rule {
  static let info = RuleInfo(
    "mobile-links-retired", .firebase, .error, aliases: ["mobile-links-fdl"],
    summary: "Disallow Firebase Dynamic Links for mobile links",
    why: "Dynamic Links was shut down on 2025-08-25, but this project still sends them.",
    examples: .policy(
      bad: ExamplePolicy.firebase("mobile_links: ⟦dynamic_links⟧"),
      good: ExamplePolicy.firebase("mobile_links: hosting_domain")), isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let links = context.policy.firebase?.mobileLinks, links.value == "dynamic_links" else {
      return
    }
    findings.report(
      links.node, "the project still uses Firebase Dynamic Links",
      help: "write `mobile_links: hosting_domain`",
      fixes: findings.replacing(
        links.node, by: "hosting_domain", "use a Hosting domain", isSafe: false))
  }
}

struct AuthDomainUnlisted: Rule {
  static let info = RuleInfo(
    "auth-domain-unlisted", .firebase, .error, aliases: ["custom-auth-domain-unlisted"],
    summary: "Require custom auth domains among the authorized domains",
    why: "iOS compares the auth domain with the list exactly, including case, and rejects the "
      + "sign-in if it isn't there. If the policy has no list, this is a warning, because the "
      + "console's list may contain the domain. The project's own two domains need no entry. "
      + "Anyone can create a project with the misspelled name.",
    examples: .policy(
      bad: ExamplePolicy.firebase(
        "auth_domain: { prod: ⟦auth.acme.example⟧ }\n    authorized_domains: { prod: [acme-home.firebaseapp.com] }"
      ),
      good: ExamplePolicy.firebase(
        "auth_domain: { prod: auth.acme.example }\n    authorized_domains: { prod: [acme-home.firebaseapp.com, auth.acme.example] }"
      )))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase else { return }
    let own = context.defaultDomains
    for (environment, domain) in firebase.authDomain?.distinct ?? [] {
      guard !own.contains(domain.value),
        !domain.value.utf8.contains(where: { "/:?#@".utf8.contains($0) })
      else { continue }
      let isDefault = [".firebaseapp.com", ".web.app"].contains { domain.value.hasSuffix($0) }
      let isMissing = (environment.map { [$0] } ?? Environment.allCases).contains {
        firebase.authorizedDomains?[$0].map { list in
          !list.contains { $0.value == domain.value }
        } ?? false
      }
      let isUnknown = context.firebaseEnvironments(of: environment).contains {
        firebase.authorizedDomains?[$0] == nil
      }
      if !isMissing, isUnknown {
        findings.report(
          domain.node, in: environment, severity: .warning,
          "the policy has no `authorized_domains`, so iOS may reject \(domain.value.quoted)",
          help:
            "copy the console's list to `authorized_domains`, and include \(domain.value.quoted)")
      }
      guard isMissing else { continue }
      findings.report(
        domain.node, in: environment,
        "\(isDefault ? "auth domain of another project" : "custom auth domain") "
          + "\(domain.value.quoted) is not in `authorized_domains`, so iOS rejects it",
        help: isDefault
          ? "write the domain of this project, such as \((own.first ?? domain.value).quoted)"
          : "add \(domain.value.quoted) to `authorized_domains`, with the same case")
    }
  }
}

struct AuthDomainRedirectMissing: Rule {
  static let info = RuleInfo(
    "auth-domain-redirect-missing", .firebase, .warning,
    summary: "Require Firebase's handler on the auth domain as a Google redirect URI",
    why: "Firebase's web flow returns to `/__/auth/handler` on the auth domain. If the web client "
      + "has only the handler of another domain, as before a change of the auth domain, Google "
      + "returns `redirect_uri_mismatch`.",
    examples: .policy(
      bad: example("⟦https://acme-home.firebaseapp.com/__/auth/handler⟧"),
      good: example("https://login.acme.example/__/auth/handler")),
    references: ["Firebase: customize your auth domain", "Google: redirect URI validation rules"])

  private static func example(_ uri: String) -> String {
    ExamplePolicy.firebase(
      "auth_domain: login.acme.example\n    "
        + "authorized_domains: { prod: [acme-home.firebaseapp.com, login.acme.example] }") + """
          google_sign_in:
            web:
              client_id: { prod: \(GoogleClientIDs.web) }
              redirect_uris: { prod: [\(uri)] }

        """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let domains = context.policy.firebase?.authDomain,
      let uris = context.policy.googleSignIn?.web?.redirectURIs
    else { return }
    for (environment, list) in uris.distinct {
      guard let other = list.first(where: { $0.value.hasSuffix("/__/auth/handler") }) else {
        continue
      }
      for judged in environment.map({ [$0] }) ?? Environment.allCases {
        guard let domain = domains[judged], !domain.value.isEmpty else { continue }
        let handler = ExactString("https://\(domain.value)/__/auth/handler")
        guard !list.contains(where: { $0.value == handler }) else { continue }
        findings.report(
          other.node, in: environment,
          "`redirect_uris` lacks \(handler.quoted), so sign-in fails",
          help: "add it to `redirect_uris`, and to the client in the Google Cloud console",
          notes: [findings.note("the auth domain", at: domain.node)],
          unlessErrorsAt: [domain.node])
        break
      }
    }
  }
}
