package import PolicyText
import PolicyModel

/// App Flip without the redirect URIs that Google's apps send.
package struct LinkingBundleMissing: Rule {
  package static let info = RuleInfo(
    "linking-bundle-missing", .linking, .warning,
    aliases: ["al-missing-bundle", "al-dev-bundle-in-prod", "linking-dev-bundle-in-prod"],
    summary: "App Flip lists the URIs of Google's six app builds",
    why:
      "Google Home and the Google Assistant app come back to different URIs, and so do their "
      + "`.dev` and `.enterprise` builds. Google lists all six per host as addresses to accept: "
      + "users of a build that is missing fall back to the browser (a note where only `.dev` or "
      + "`.enterprise` builds are missing).",
    examples: .init(
      .policy,
      bad: link.replacingKey("prod:\n", by: "⟦prod⟧:\n").replacingKey(
        "        - https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast\n", by: ""
      ),
      good: link),
    references: ["Google: App Flip for iOS"])
  package init() {}

  private static let link = ExamplePolicy.flipIOS(
    link: "{ prod: \"https://www.acme.example/flip\" }", provider: "google-account-linking")

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
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

  /// An address that Google documents.
  private struct Documented {
    /// The number of its bundle among those that Google documents: those that users have come first.
    let bundle: Int
    /// The address as messages have it.
    let quoted: String

    static func all(on host: ExactString) -> [Documented] {
      GoogleLinking.documentedBundles.enumerated().map {
        Documented(bundle: $0, quoted: "`https://\(host)/a/\($1)`")
      }
    }
  }

  // Made once: an estate lacks the same ones in each policy.
  private static let onProdHost = Documented.all(on: GoogleLinking.prodHost)
  private static let onSandboxHost = Documented.all(on: GoogleLinking.sandboxHost)

  /// The documented addresses that an environment of a client does not have.
  private func missing(
    of client: Client, _ index: Int, in environment: Environment, _ context: RuleContext
  ) -> [Documented] {
    let listed = context.index.uris.linking(ofClient: index, in: environment)
    func isOn(_ host: ExactString, _ address: LinkingAddress) -> Bool {
      context.uris[address.index].lowerHost == host
    }
    let other = GoogleLinking.host(of: environment.other)
    // Whoever serves both hosts and lists one address of the other needs all of them.
    let isBoth =
      client.servesBothHosts && listed.contains { $0.bundle != nil && isOn(other, $0) }
    var missing: [Documented] = []
    for place in isBoth ? [environment, environment.other] : [environment] {
      let host = GoogleLinking.host(of: place)
      var isListed = Array(repeating: false, count: GoogleLinking.documentedBundles.count)
      // On whichever of Google's hosts: the wrong one is environment-foreign-address's business.
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
    var message = "App Flip is supported but "
    message.reserveCapacity(1_024)
    Self.add(missing.map(\.quoted), to: &message)
    message += missing.count == 1 ? " is missing: " : " are missing: "
    if apps.isEmpty {
      message += "Google lists these builds among those to accept"
    } else {
      message += "users of "
      Self.add(apps.map(\.name), to: &message)
      message += " fall back to the browser"
    }
    findings.report(
      place, in: environment, severity: apps.isEmpty ? .note : .warning,
      message,
      help: "add \(missing.count == 1 ? "it" : "them") to \(client.id.value.quoted)")
  }

  /// Adds names as people list them.
  private static func add(_ items: [String], to text: inout String) {
    for (index, item) in items.enumerated() {
      if index > 0 { text += index == items.count - 1 ? " and " : ", " }
      text += item
    }
  }
}
