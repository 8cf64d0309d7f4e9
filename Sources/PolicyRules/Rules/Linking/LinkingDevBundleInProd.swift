package import PolicyDiagnostics
import PolicyText

/// Google's internal builds in production.
package struct LinkingDevBundleInProd: URIRule {
  package static let info = RuleInfo(
    "linking-dev-bundle-in-prod", .linking, .note, aliases: ["al-dev-bundle-in-prod"],
    summary: "production does not list Google's internal builds",
    why: "`.dev` and `.enterprise` builds are Google's own; what no user has need not be allowed.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/r/acme",
        "https://oauth-redirect.googleusercontent.com/a/⟦com.google.OPA.dev⟧",
      ]),
      good: ExamplePolicy.linking()),
    references: ["Google: App Flip for iOS"])
  package static let roles: URIRoles = .linking
  package static let neverReportsErrors = true
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isInProd, let (path, range) = GoogleLinking.path(of: uri),
      case .bundle(let bundle) = path, GoogleLinking.internalBundles.contains(bundle)
    else { return nil }
    return URIProblem(
      range, "\(bundle.quoted) is a Google internal build",
      help: "drop it from prod unless Google told you to keep it")
  }
}
