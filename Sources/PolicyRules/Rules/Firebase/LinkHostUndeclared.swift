import PolicyText
import PolicyModel

struct LinkHostUndeclared: Rule {
  static let info = RuleInfo(
    "link-host-undeclared", .firebase, .error, aliases: ["applinks-missing", "host-file-missing"],
    summary: "Require an entry in `domains` for hosts whose links open an app",
    why: "The app's `applinks:` entitlement and the host's association files come from `domains`. "
      + "Without an entry that opens the app, email links and App Flip stay in the browser. So do "
      + "codes for an https redirect URI of a native client (a warning). "
      + "Devices can't tell environments apart. If one universal link serves both environments on "
      + "a single-environment host, this is a warning if the served file also opens the other "
      + "environment's app. If not, it is an error.",
    examples: .policy(
      bad: example(host: "www.acme.example", link: "⟦links.acme.example⟧"),
      good: example(host: "links.acme.example", link: "links.acme.example")),
    references: [
      "Firebase: migrate email link sign-in", "Apple: supporting associated domains",
      "RFC 8252 section 7.2",
    ],
    isFixable: true,
    traits: .uriPart)

  private static func example(host: String, link: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: acme-ios\n        link_domain: \(link)",
      appStoreID: ", app_store_id: \"1234567890\"",
      domains: """
        domains:
          \(host):
            links: [{ apps: [acme-ios], rules: [{ path: /__/auth/links }] }]

        """)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var hosts = LinkHosts(context)
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      for (environment, domain) in action.linkDomain?.distinct ?? [] {
        check(action, domain, environment, context, &hosts, &findings)
      }
    }
    for client in context.policy.clients {
      guard let flip = client.appFlipIOS else { continue }
      for (environment, link) in flip.universalLink?.distinct ?? [] {
        check(client, flip, link, environment, context, &hosts, &findings)
      }
    }
    checkClaimed(context, &hosts, &findings)
  }

  /// Checks https redirect URIs of native clients in prod, which only an app link brings to the app.
  private func checkClaimed(
    _ context: RuleContext, _ hosts: inout LinkHosts, _ findings: inout Findings
  ) {
    // A policy without `domains` keeps its association files elsewhere.
    guard !context.policy.domains.isEmpty,
      context.policy.clients.contains(where: { $0.type?.value == .native })
    else { return }
    for uri in context.uris where uri.role == .native && uri.isHTTPS && !uri.isLoopback {
      guard uri.isInProd, let range = uri.host, !range.isEmpty,
        !(uri.environment.map { [$0] } ?? Environment.allCases).contains(where: {
          hosts.isDeclared(uri.lowerHost, in: $0)
        })
      else { continue }
      findings.report(
        uri.node, text: range, in: uri.environment, severity: .warning,
        "\(uri.lowerHost.quoted) is not in `domains`\(Self.place(uri.environment)), so the browser "
          + "gets the code, not the app",
        help: "add the host to `domains` with a rule for this path, or use a private-use scheme")
    }
  }

  /// Checks the custom link domain of an email action.
  private func check(
    _ action: EmailAction, _ domain: LocatedText, _ environment: Environment?,
    _ context: RuleContext, _ hosts: inout LinkHosts, _ findings: inout Findings
  ) {
    let host = ASCII.lowercased(domain.value)
    guard !host.isEmpty, !ByteSet(of: host).intersects(.hostDelimitersAndWildcard),
      !host.hasSuffix(".page.link"), !host.hasSuffix(".app.goo.gl"),
      !host.hasSuffix(".firebaseapp.com"),
      !host.hasSuffix(".web.app")
    else { return }
    let url = URIParts(ExactString("https://\(host)/__/auth/links"))
    guard !context.firebaseEnvironments(of: environment).isEmpty else { return }
    let declared = context.firebaseEnvironments(of: environment).filter {
      hosts.isDeclared(host, in: $0)
    }
    guard !declared.isEmpty else {
      findings.report(
        domain.node, in: environment,
        "`domains` has no \(host.quoted)\(Self.place(environment)), so email links open the "
          + "browser, not the app",
        help: "add the host to `domains` with a rule for `/__/auth/links`")
      return
    }
    // A host may serve both environments but list an app of one. It must open the app in each.
    for judged in declared {
      for reference in [action.ios?[judged], action.androidApp?[judged]].compactMap({ $0 }) {
        guard let app = context.workspace.app(reference.value, from: context.document),
          app.exists(in: judged), hosts.answer(url, app: app, in: judged) == .closed
        else { continue }
        findings.report(
          domain.node, in: environment,
          "\(host.quoted) does not open \(reference.value.quoted) at `/__/auth/links`",
          help: "add the app and a rule for `/__/auth/links` to the host's `links`",
          notes: [findings.note("the app that should open", at: reference.node)])
        return
      }
    }
  }

  /// Checks the universal link of App Flip.
  private func check(
    _ client: Client, _ flip: AppFlipIOS, _ link: LocatedText, _ environment: Environment?,
    _ context: RuleContext, _ hosts: inout LinkHosts, _ findings: inout Findings
  ) {
    let parts = URIParts(link.value)
    guard let range = parts.host, !range.isEmpty, parts.hasScheme("https") else { return }
    var closed: (app: LocatedText, environment: Environment)?
    var undeclared: (app: LocatedText, environment: Environment, opens: Bool)?
    var opens = false
    for judged in environment.map({ [$0] }) ?? Environment.allCases
    where client.clientID?[judged] != nil {
      guard let reference = flip.app?[judged],
        let app = context.workspace.app(reference.value, from: context.document),
        app.isApple == true, app.exists(in: judged)
      else { continue }
      switch hosts.answer(parts, app: app, in: judged) {
      case .opens: opens = true
      case .closed: closed = closed ?? (reference, judged)
      case .undeclared:
        // A policy without `domains` keeps its association files elsewhere.
        guard undeclared == nil, !context.policy.domains.isEmpty else { continue }
        // The host serves the same file to all devices.
        let other = judged.other
        let isOpened =
          app.exists(in: other) && hosts.answer(parts, app: app, in: other) == .opens
        undeclared = (reference, judged, isOpened)
      }
    }
    if closed == nil, opens, let undeclared {
      return report(
        undeclared.app, undeclared.environment, opens: undeclared.opens, at: link, range,
        parts.lowerHost, context, &findings)
    }
    guard let closed else {
      guard undeclared != nil else { return }
      findings.report(
        link.node, text: range, in: environment,
        "`domains` has no \(parts.lowerHost.quoted)\(Self.place(environment)), so the link "
          + "opens the browser, not the app",
        help: "add the host to `domains` with a rule for this path")
      return
    }
    findings.report(
      link.node, text: parts.path.isEmpty ? nil : parts.path,
      in: opens ? closed.environment : environment,
      "\(parts.lowerHost.quoted) does not open \(closed.app.value.quoted) at this path"
        + (opens ? " in \(closed.environment)" : ""),
      help: "add the app and a rule for this path to the host's `links`")
  }

  /// Reports one link for both environments on a host that serves only one of them.
  private func report(
    _ app: LocatedText, _ environment: Environment, opens: Bool, at link: LocatedText,
    _ range: Range<Int>, _ host: ExactString, _ context: RuleContext, _ findings: inout Findings
  ) {
    let domain = context.domainOfOneEnvironment(host)
    let has = "`domains` has \(host.quoted) in \(environment.other) only; "
    findings.report(
      link.node, text: range, in: environment, severity: opens ? .warning : .error,
      opens
        ? has + "\(app.value.quoted) opens by that environment's file"
        : has + "its file does not open \(app.value.quoted)",
      help: opens
        ? domain.map(context.helpForBoth) ?? "add `environment: both` to the host"
        : "add the app to the host's `links`, and serve the file in both environments",
      notes: domain.map { [findings.note("the domain", at: $0.host.node)] } ?? [],
      // A file without the app would still not open it, even if both environments serve it.
      fixes: opens ? domain.map(context.servingBoth) ?? [] : [])
  }

  private static func place(_ environment: Environment?) -> String {
    environment.map { " in \($0)" } ?? ""
  }
}
