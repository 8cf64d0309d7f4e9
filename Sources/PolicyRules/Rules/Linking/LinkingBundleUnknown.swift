package import PolicyText

/// A bundle ID that Google does not document.
package struct LinkingBundleUnknown: URIRule {
  package static let info = RuleInfo(
    "linking-bundle-unknown", .linking, .warning, aliases: ["al-unknown-bundle"],
    summary: "/a/ is followed by one of Google's documented bundle IDs",
    why:
      "Bundle IDs are compared by case and byte. An unknown one never comes back to a Google app.",
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

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isOnLinkingHost, case .bundle(let bundle)? = GoogleLinking.path(of: uri.parts),
      !GoogleLinking.isDocumented(bundle)
    else { return nil }
    let range = GoogleLinking.name(in: uri)
    let near = Nearest.name(
      to: bundle.string, among: GoogleLinking.documentedBundles.map(\.string).sorted())
    return URIProblem(
      range, "\(bundle.quoted) is none of Google's six documented bundle IDs",
      help: near.map { "a similar bundle ID exists: `\($0)`" },
      replacement: near.map { (uri.replacing(range, by: $0.utf8), "write `\($0)`", false) })
  }
}
