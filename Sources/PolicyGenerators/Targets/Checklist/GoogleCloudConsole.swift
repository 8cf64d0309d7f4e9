import PolicyText
import PolicyModel

/// The pages of the project that Google Sign-In belongs to.
struct GoogleCloudConsole: Console {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  var pages: [ConsolePage] {
    guard let google = document.policy.googleSignIn else { return [] }
    return [
      google.ios.flatMap(ios), google.android.flatMap(android), google.web.flatMap(web),
      // What is asked for belongs to a project that has a client.
      hasClient(google) ? scopes(google) : nil,
    ].compactMap { $0 }
  }

  private func hasClient(_ google: GoogleSignIn) -> Bool {
    google.ios?.clientID?[environment] != nil || google.android?.clientIDs?[environment] != nil
      || google.web?.clientID?[environment] != nil
  }

  /// Each scope once; the consent screen does not know of features.
  private func scopes(_ google: GoogleSignIn) -> ConsolePage {
    var page = ConsolePage("Data access (scopes of the consent screen)")
    var seen: Set<ExactString> = []
    let all = google.signInScopes + google.featureScopes.flatMap(\.scopes)
    page.add("Scopes", values(all.filter { seen.insert($0.value).inserted }))
    return page
  }

  private func ios(_ ios: GoogleSignIn.IOS) -> ConsolePage? {
    guard ios.clientID?[environment] != nil else { return nil }
    let app = app(ios.app?[environment])
    var page = ConsolePage("Clients: iOS")
    page.add("Client ID, given by Google", value(ios.clientID))
    page.add("Bundle ID", value(app, \.bundleID))
    page.add("App Store ID", value(app, \.appStoreID))
    page.add("Team ID", value(app, \.teamID))
    return page
  }

  private func android(_ android: GoogleSignIn.Android) -> ConsolePage? {
    guard android.clientIDs?[environment] != nil else { return nil }
    let app = app(android.app?[environment])
    var page = ConsolePage("Clients: Android, one for each certificate")
    page.add("Client ID, given by Google", values(android.clientIDs))
    page.add("Package name", value(app, \.packageName))
    page.add("SHA-1 certificate fingerprint", fingerprints(app, \.sha1Fingerprints))
    return page
  }

  private func web(_ web: GoogleSignIn.Web) -> ConsolePage? {
    guard web.clientID?[environment] != nil else { return nil }
    var page = ConsolePage("Clients: Web application")
    page.add("Client ID, given by Google", value(web.clientID))
    page.add("Client secret, given by Google, goes", secret(web.clientSecretReference))
    page.add("Authorized JavaScript origins", values(web.javascriptOrigins))
    page.add("Authorized redirect URIs", redirectURIs(web))
    return page
  }

  /// Those of the policy, and where Firebase receives Google's answer.
  private func redirectURIs(_ web: GoogleSignIn.Web) -> [[PageText]] {
    var lines = values(web.redirectURIs)
    let known = Set((web.redirectURIs?[environment] ?? []).map(\.value))
    if let domain = document.policy.firebase?.authDomain?[environment] {
      let handler = "https://\(domain.value)/__/auth/handler"
      if !known.contains(ExactString(handler)) {
        lines.append(
          derived(handler, "for sign-in through Firebase") + report.line(document.anchor(domain)))
      }
    }
    return lines
  }
}
