import PolicyModel
import PolicyText

extension ReportContext {
  /// The identity providers of your apps: Google Sign-In, Firebase Authentication, Sign in with Apple.
  var providers: PageSection? {
    var ids = PageIDs()
    let parts = input.report.workspace.policies.flatMap { document -> [PageSection] in
      let tables = ProviderTables(report: self, document: document)
      return [
        ("google-sign-in", "Google Sign-In", tables.googleSignIn),
        ("firebase", "Firebase Authentication", tables.firebase),
        ("apple", "Sign in with Apple", tables.apple),
      ].compactMap { (kind: StaticString, name: PageText, blocks: [PageBlock]) -> PageSection? in
        guard !blocks.isEmpty else { return nil }
        return PageSection(
          ids.id(kind, [document.name]), [name] + owner(document), blocks: blocks)
      }
    }
    return parts.isEmpty ? nil : PageSection(PageID("providers"), ["Providers"], parts: parts)
  }
}

/// The provider settings of a policy.
private struct ProviderTables {
  let report: ReportContext
  let document: PolicyDocument

  private func value(_ text: LocatedText?) -> [PageText] {
    text.map { report.value($0, document) } ?? []
  }

  private func values(_ list: [LocatedText]?) -> [[PageText]] {
    (list ?? []).map { report.value($0, document) }
  }

  private func app(_ reference: LocatedText?) -> [PageText] {
    reference.map { [report.app($0.value, from: document)] + report.line(document.anchor($0)) }
      ?? []
  }

  private func flag(_ flag: Located<Bool>?) -> [PageText] {
    flag.map { [$0.value ? "yes" : "no"] + report.line(document.anchor($0)) } ?? []
  }

  private func secret<Value>(
    _ secret: PerEnvironment<Value>?, _ environment: Environment
  ) -> [PageText] {
    secret?[environment] == nil ? [] : ["not in the policy"]
  }

  // MARK: Google

  var googleSignIn: [PageBlock] {
    guard let google = document.policy.googleSignIn else { return [] }
    var table = EnvironmentTable("Google Sign-In")
    if let ios = google.ios {
      table.add("iOS app") { app(ios.app?[$0]) }
      table.add("iOS client ID") { value(ios.clientID?[$0]) }
      table.add("Server client ID") { value(ios.serverClientID?[$0]) }
      table.add("URL schemes") { values(ios.urlSchemes?[$0]) }
    }
    if let android = google.android {
      table.add("Android app") { app(android.app?[$0]) }
      table.add("Android client IDs") { values(android.clientIDs?[$0]) }
    }
    if let web = google.web {
      table.add("Web client ID") { value(web.clientID?[$0]) }
      table.add("Web client secret") { secret(web.clientSecret, $0) }
      table.add("Redirect URIs") { values(web.redirectURIs?[$0]) }
      table.add("JavaScript origins") { values(web.javascriptOrigins?[$0]) }
    }
    var scopes = ValueTable("When Google scopes are requested", columns: ["What", "With"])
    scopes.add("At sign-in", report.values(google.signInScopes, document))
    for (feature, list) in google.featureScopes {
      scopes.add(ExactString("For \(feature.value)"), report.values(list, document))
    }
    return [table.block, scopes.block()].compactMap { $0 }
  }

  // MARK: Firebase

  var firebase: [PageBlock] {
    guard let firebase = document.policy.firebase else { return [] }
    var table = EnvironmentTable("Firebase Authentication")
    table.add("Project") { value(firebase.projectID?[$0]) }
    table.add("Project number") { value(firebase.projectNumber?[$0]) }
    table.add("Auth domain") { value(firebase.authDomain?[$0]) }
    table.add("Hosting domains") { values(firebase.hostingDomains?[$0]) }
    table.add("Links in apps by", both: value(firebase.mobileLinks))
    table.add("Sign-in by email link", both: flag(firebase.emailLink))
    table.add("Several accounts per email", both: flag(firebase.allowDuplicateEmails))
    table.add("Email enumeration protection", both: flag(firebase.improvedEmailPrivacy))
    table.add("Action handler of emails") { value(firebase.callbackURI?[$0]) }
    table.add("Mailer rewrites links", both: flag(firebase.clickTracking))
    table.add("Language of emails", both: value(firebase.locale))
    return [table.block].compactMap { $0 } + firebase.emailActions.compactMap(emailAction)
  }

  private func emailAction(_ action: EmailAction) -> PageBlock? {
    var table = EnvironmentTable("Email action \(action.name.value)")
    table.add("Continue URL") { value(action.url?[$0]) }
    table.add("Opens in the app", both: flag(action.handleCodeInApp))
    table.add("iOS app") { app(action.ios?[$0]) }
    table.add("Android app") { app(action.androidApp?[$0]) }
    table.add("Installs the Android app", both: flag(action.installIfNotAvailable))
    table.add("Minimum version", both: value(action.minimumVersion))
    table.add("Link domain") { value(action.linkDomain?[$0]) }
    table.add("Dynamic link domain") { value(action.dynamicLinkDomain?[$0]) }
    return table.block
  }

  // MARK: Apple

  var apple: [PageBlock] {
    guard let apple = document.policy.apple else { return [] }
    var table = EnvironmentTable("Sign in with Apple")
    table.add("Platforms", both: report.values(apple.platforms, document))
    table.add("Services ID") { value(apple.servicesID?[$0]) }
    table.add("Team ID", both: value(apple.teamID))
    table.add("Key ID") { value(apple.keyID?[$0]) }
    table.add("Private key") { secret(apple.privateKey, $0) }
    table.add("Apps") { environment in
      (apple.bundleApps?[environment] ?? []).map { app($0) }
    }
    table.add("Return URLs") { values(apple.returnURLs?[$0]) }
    table.add("Scopes", both: report.values(apple.scopes, document))
    for (name, text) in apple.parameters {
      table.add("Parameter \(name.value)", both: value(text))
    }
    table.add("Private relay senders") { values(apple.relaySenders?[$0]) }
    table.add(
      "Linking needs consent",
      both: apple.requireConsent == nil ? ["yes (default)"] : flag(apple.requireConsent))
    return [table.block].compactMap { $0 }
  }
}
