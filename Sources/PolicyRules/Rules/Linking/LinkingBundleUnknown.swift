package import PolicyText

package struct LinkingBundleUnknown: URIRule {
  package static let info = RuleInfo(
    "linking-bundle-unknown", .linking, .warning, aliases: ["al-unknown-bundle"],
    summary: "Require a documented bundle ID after `/a/`",
    why:
      "Bundle IDs are compared byte by byte, including case. An unknown one never returns to a "
      + "Google app.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://oauth-redirect.googleusercontent.com/a/⟦com.google.chromecast⟧",
      ]),
      good: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast",
      ])),
    references: ["Google: App Flip for iOS"], isFixable: true)
  package static let roles: URIRoles = .linking
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost, case .bundle(let bundle)? = GoogleLinking.path(of: uri.parts),
      !GoogleLinking.isDocumented(bundle)
    else { return nil }
    let range = GoogleLinking.name(in: uri)
    let near = Nearest.name(
      to: bundle.string, among: GoogleLinking.documentedBundles.map(\.string).sorted())
    return URIProblem(
      range, "\(bundle.quoted) is not one of Google's six documented bundle IDs",
      help: near.map { "did you mean `\($0)`?" }
        ?? "copy the redirect URI from Google's App Flip documentation",
      replacement: near.map { (uri.replacing(range, by: $0.utf8), "write `\($0)`", false) })
  }
}
