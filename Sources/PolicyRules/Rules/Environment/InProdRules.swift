import PolicyModel
import PolicyText

struct EnvironmentLoopbackInProd: URIRule {
  static let info = RuleInfo(
    "environment-loopback-in-prod", .environment, .error, aliases: ["env-localhost-prod"],
    summary: "Disallow loopback URIs of web clients in prod",
    why: "Any program on a user's machine can listen there and collect codes. Your server never "
      + "runs there.",
    examples: .redirectURI(bad: "http://⟦localhost⟧:8080/callback"),
    references: ["RFC 8252 section 7.3"],
    hides: ["uri-http"])
  static let roles: URIRoles = [.web, .google, .postLogout, .corsOrigin, .actionURL]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isInProd, uri.isLoopback, uri.isWeb else { return nil }
    if uri.role == .actionURL {
      return URIProblem(
        uri.parts.host,
        "emails of prod must not link to the user's own machine, found \(uri.lowerHost.quoted)",
        help: "move it to `sandbox`, or use your site's host")
    }
    return URIProblem(
      uri.parts.host,
      "web client must not use a loopback URI in prod, found \(uri.lowerHost.quoted)",
      help: "move it to `sandbox`, or write `type: native` if this is an installed app")
  }
}

struct EnvironmentTestHostInProd: Rule {
  static let info = RuleInfo(
    "environment-test-host-in-prod", .environment, .warning,
    summary: "Disallow hosts in prod that name a test environment",
    why: "A host such as `staging-1.acme.example` belongs to another environment. If prod uses it, "
      + "real users' codes and links go to test servers, which many people can read. Preview "
      + "deployments of Vercel, Netlify and Firebase Hosting also expire. Pages of tools such as "
      + "Postman and Google's OAuth Playground display codes and tokens. A word matches only as "
      + "a whole part of a label, between dots and hyphens. Other rules check the hosts of a "
      + "Firebase project. A host in `domains` is reported only there.",
    examples: .redirectURI(bad: "https://⟦staging-1.acme.example⟧/callback"),
    hides: ["environment-counterpart-missing", "authorized-domain-covers-nothing"],
    traits: .uriPart)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let hosts = context.index.hosts
    context.forEachProdHost { host in
      guard host.isDomain || !hosts.isStated(host.name), let sign = Self.sign(of: host.name)
      else { return }
      let place =
        host.environment == nil ? "is used in both environments" : "is used in prod"
      findings.report(
        host.node, text: host.range, in: host.environment,
        "\(host.name.quoted) \(place), but \(sign)", help: help(host))
    }
  }

  /// The part of a host name that suggests another environment.
  private static func sign(of host: ExactString) -> String? {
    let name = HostName(host)
    if name.isPreview { return "it is a preview deployment, which expires" }
    if name.isDeveloperTool { return "it is a developer tool that displays codes" }
    guard let found = name.sandboxWord, !found.isWeak else { return nil }
    return "\(found.word.quoted) names a test environment"
  }

  private func help(_ host: ProdHost) -> String {
    if host.isDomain { return "write `environment: sandbox`, or use the prod host" }
    return host.environment == nil
      ? "write `prod: …` and `sandbox: …`, and keep the host under `sandbox`"
      : "move it to `sandbox`, or use the prod host"
  }
}

struct EnvironmentTunnelInProd: Rule {
  static let info = RuleInfo(
    "environment-tunnel-in-prod", .environment, .error,
    summary: "Disallow tunnels and names for local development in prod",
    why: "A tunnel such as ngrok or Cloudflare Quick Tunnels leads to one developer's machine, and "
      + "anyone can get its name when the developer gives it up. Names below `localtest.me` "
      + "resolve to the user's own machine, and those below `nip.io` to any IP address. Hosts of "
      + "GitHub Codespaces and Gitpod are ports of one developer's workspace. Anyone who listens "
      + "there gets real users' authorization codes.",
    examples: .redirectURI(bad: "https://⟦acme.ngrok.io⟧/callback"),
    references: ["RFC 9700 section 4.1"],
    hides: [
      "environment-test-host-in-prod", "environment-counterpart-missing", "uri-not-owned",
      "uri-ip-noncanonical", "authorized-domain-covers-nothing", "link-host-undeclared",
    ],
    traits: .uriPart)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.forEachProdHost { host in
      guard let reason = HostName(host.name).tunnel else { return }
      findings.report(
        host.node, text: host.range, in: host.environment,
        "\(host.name.quoted) \(reason), but prod uses it",
        help: host.isDomain
          ? "write `environment: sandbox`, or use the prod host"
          : "move it to `sandbox`, or use the prod host")
    }
  }
}
