import PolicyText
import PolicyModel

/// The pages of a Firebase project.
struct FirebaseConsole: Console {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  var pages: [ConsolePage] {
    guard let firebase = document.policy.firebase, firebase.projectID?[environment] != nil else {
      return []
    }
    return [
      project(firebase), settings(firebase), methods(firebase), google, apple, templates(firebase),
      hosting(firebase),
    ].compactMap { $0 } + apps
  }

  private func project(_ firebase: Firebase) -> ConsolePage {
    var page = ConsolePage("Project settings: General")
    page.add("Project ID", value(firebase.projectID))
    page.add("Project number", value(firebase.projectNumber))
    return page
  }

  private func settings(_ firebase: Firebase) -> ConsolePage {
    var page = ConsolePage("Authentication: Settings")
    page.add("Authorized domains", values(firebase.authorizedDomains))
    if let several = firebase.allowDuplicateEmails {
      page.add(
        "User account linking",
        [.text(several.value ? "Create multiple accounts" : "Link accounts with the same email")]
          + report.line(document.anchor(several)))
    }
    page.add("Email enumeration protection", flag(firebase.improvedEmailPrivacy))
    return page
  }

  private func methods(_ firebase: Firebase) -> ConsolePage {
    var page = ConsolePage("Authentication: Sign-in method: Email/Password")
    page.add("Email link (passwordless sign-in)", flag(firebase.emailLink))
    return page
  }

  private var google: ConsolePage? {
    guard let web = document.policy.googleSignIn?.web, web.clientID?[environment] != nil else {
      return nil
    }
    var page = ConsolePage("Authentication: Sign-in method: Google")
    page.add("Web client ID", value(web.clientID))
    page.add("Web client secret", secret(web.clientSecretReference))
    return page
  }

  private var apple: ConsolePage? {
    guard let apple = document.policy.apple else { return nil }
    var page = ConsolePage("Authentication: Sign-in method: Apple")
    page.add("Services ID", value(apple.servicesID))
    if apple.keyID?[environment] != nil || apple.privateKey?[environment] != nil {
      page.add("Apple team ID", value(apple.teamID))
      page.add("Key ID", value(apple.keyID))
      page.add("Private key", secret(apple.privateKeyReference))
    }
    return page
  }

  private func templates(_ firebase: Firebase) -> ConsolePage {
    var page = ConsolePage("Authentication: Templates")
    page.add("Action URL", value(firebase.callbackURI))
    page.add("Template language", value(firebase.locale))
    return page
  }

  private func hosting(_ firebase: Firebase) -> ConsolePage {
    var page = ConsolePage("Hosting: custom domains that carry links of emails")
    var seen: Set<ExactString> = []
    let domains =
      (firebase.hostingDomains?[environment] ?? [])
      + firebase.emailActions.compactMap { $0.linkDomain?[environment] }
    page.add("Domain", values(domains.filter { seen.insert($0.value).inserted }))
    return page
  }

  /// The apps of the policy: Firebase checks links, tokens and reCAPTCHA against them.
  private var apps: [ConsolePage] {
    document.policy.apps.filter { $0.exists(in: environment) }.map { declared in
      let app = ConsoleApp(app: declared, document: document)
      var page = ConsolePage("Project settings: Your apps: \(declared.id.value)")
      page.add("Bundle ID", value(app, \.bundleID))
      page.add("App Store ID", value(app, \.appStoreID))
      if declared.platform?.value.isApple == true { page.add("Team ID", value(app, \.teamID)) }
      page.add("Package name", value(app, \.packageName))
      page.add("SHA-1 fingerprints", fingerprints(app, \.sha1Fingerprints))
      page.add("SHA-256 fingerprints", fingerprints(app, \.sha256Fingerprints))
      page.add("App ID, given by Firebase", value(app, \.firebaseAppID))
      return page
    }
  }

  private func flag(_ flag: Located<Bool>?) -> [PageText] {
    flag.map { [.text($0.value ? "on" : "off")] + report.line(document.anchor($0)) } ?? []
  }
}
