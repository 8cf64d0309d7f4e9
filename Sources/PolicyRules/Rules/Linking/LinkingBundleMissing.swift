package import PolicyDiagnostics
import PolicyModel
import PolicyText

/// App Flip without the redirect URI of one of Google's apps.
package struct LinkingBundleMissing: Rule {
  package static let info = RuleInfo(
    "linking-bundle-missing", .linking, .warning, aliases: ["al-missing-bundle"],
    summary: "App Flip lists the URIs of both Google apps",
    why:
      "Google Home and the Google Assistant app come back to different URIs. Users of the one that "
      + "is missing fall back to the browser.",
    examples: .init(
      .policy,
      bad: flip([("⟦prod⟧", "com.google.OPA")]),
      good: flip([("prod", "com.google.OPA"), ("", "com.google.Chromecast")])),
    references: ["Google: App Flip for iOS"])
  package static let neverReportsErrors = true
  package init() {}

  private static func flip(_ bundles: [(key: String, bundle: String)]) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
    clients:
      google:
        provider: google-account-linking
        type: web
        client_id: { prod: google-prod }
        client_secret: { env: GOOGLE_SECRET }
        app_flip:
          ios: { app: acme-ios, universal_link: { prod: "https://www.acme.example/flip" } }
        redirect_uris:
          \(bundles[0].key):
            - https://oauth-redirect.googleusercontent.com/r/acme

    """
      + bundles.map {
        "        - https://oauth-redirect.googleusercontent.com/a/\($0.bundle)\n"
      }.joined()
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (index, client) in context.policy.clients.enumerated()
    where client.provider?.value == .googleAccountLinking && client.appFlipIOS != nil {
      guard let lists = client.redirectURIs else { continue }
      for (environment, _) in lists.values
      where client.clientID?[environment] != nil
        && client.appFlipIOS?.universalLink?[environment] != nil
      {
        // On whichever of Google's hosts: the wrong one is environment-foreign-address's business.
        let addresses = context.index.linking(ofClient: index, in: environment)
        for app in GoogleLinking.apps
        where !addresses.contains(where: { $0.bundle == app.bundle }) {
          let uri = "https://\(GoogleLinking.host(of: environment))/a/\(app.bundle)"
          findings.report(
            context.place(of: lists, environment), in: environment,
            "App Flip is supported but `\(uri)` is missing: users of \(app.name) fall back to the "
              + "browser",
            help: "add `\(uri)` to \(client.id.value.quoted)")
        }
      }
    }
  }
}
