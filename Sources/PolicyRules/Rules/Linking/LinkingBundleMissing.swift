import PolicyText
import PolicyModel

struct LinkingBundleMissing: Rule {
  static let info = RuleInfo(
    "linking-bundle-missing", .linking, .warning,
    aliases: ["al-missing-bundle", "al-dev-bundle-in-prod", "linking-dev-bundle-in-prod"],
    summary: "Require the redirect URIs of all six Google app builds",
    why: "Google Home and the Google Assistant app use different redirect URIs, and so do their "
      + "`.dev` and `.enterprise` builds. Google documents all six per host. Users of a missing "
      + "build fall back to the browser. If only `.dev` or `.enterprise` builds are missing, this "
      + "is a note.",
    examples: .policy(
      bad: link.replacingKey("prod:\n", by: "⟦prod⟧:\n").replacingKey(
        "        - https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast\n", by: ""
      ),
      good: link),
    references: ["Google: App Flip for iOS"])

  private static let link = ExamplePolicy.flipIOS(
    link: "{ prod: \"https://www.acme.example/flip\" }", provider: "google-account-linking")

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for index in context.policy.clients.indices {
      let client = context.policy.clients[index]
      guard client.provider?.value == .googleAccountLinking, client.appFlipIOS != nil else {
        continue
      }
      guard let lists = client.redirectURIs else { continue }
      for (environment, _) in lists.values
      where client.clientID?[environment] != nil
        && client.appFlipIOS?.universalLink?[environment] != nil
      {
        let missing = missing(of: client, index, in: environment, context)
        guard !missing.isEmpty else { continue }
        report(missing, client, context.place(of: lists, environment), environment, &findings)
      }
    }
  }

  /// A redirect URI that Google documents.
  private struct Documented {
    /// The index of its bundle in `documentedBundles`, which lists the builds for the public first.
    let bundle: Int
    /// The redirect URI, in backticks.
    let quoted: String

    static func all(on host: ExactString) -> [Documented] {
      GoogleLinking.documentedBundles.enumerated().map {
        Documented(bundle: $0, quoted: "`https://\(host)/a/\($1)`")
      }
    }
  }

  private static let onProdHost = Documented.all(on: GoogleLinking.prodHost)
  private static let onSandboxHost = Documented.all(on: GoogleLinking.sandboxHost)

  /// The documented redirect URIs that an environment of a client doesn't list.
  private func missing(
    of client: Client, _ index: Int, in environment: Environment, _ context: RuleContext
  ) -> [Documented] {
    let listed = context.index.uris.linking(ofClient: index, in: environment)
    func isOn(_ host: ExactString, _ address: LinkingURI) -> Bool {
      context.uris[address.index].isOn(host)
    }
    let other = GoogleLinking.host(of: environment.other)
    // A client that serves both hosts and lists a bundle URI on the other host needs all of them.
    let isBoth =
      client.servesBothHosts && listed.contains { $0.bundle != nil && isOn(other, $0) }
    var missing: [Documented] = []
    for place in isBoth ? [environment, environment.other] : [environment] {
      let host = GoogleLinking.host(of: place)
      var isListed = Array(repeating: false, count: GoogleLinking.documentedBundles.count)
      // On either host; `environment-foreign-address` reports the wrong one.
      for address in listed where !isBoth || isOn(host, address) {
        guard let bundle = address.bundle,
          let number = GoogleLinking.documentedBundles.firstIndex(of: bundle)
        else { continue }
        isListed[number] = true
      }
      for address in place == .prod ? Self.onProdHost : Self.onSandboxHost
      where !isListed[address.bundle] {
        missing.append(address)
      }
    }
    return missing
  }

  private func report(
    _ missing: [Documented], _ client: Client, _ place: NodeID,
    _ environment: Environment, _ findings: inout Findings
  ) {
    let apps = GoogleLinking.apps.indices.filter { app in missing.contains { $0.bundle == app } }
      .map { GoogleLinking.apps[$0] }
    let lacks =
      "App Flip lacks \(missing.count == 1 ? "a redirect URI" : "\(missing.count) redirect URIs")"
    findings.report(
      place, in: environment, severity: apps.isEmpty ? .note : .warning,
      apps.isEmpty
        ? "\(lacks) of Google's `.dev` and `.enterprise` builds"
        : "\(lacks), so users of \(apps.map(\.name).joined(separator: " and ")) use the browser",
      help: "add \(missing.map(\.quoted).joined(separator: ", ")) to client "
        + "\(client.id.value.quoted)")
  }
}
