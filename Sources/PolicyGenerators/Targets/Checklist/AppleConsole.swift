import PolicyDecision
import PolicyText
import PolicyModel

/// The pages of an Apple developer account.
struct AppleConsole: Console {
  let report: ReportContext
  let document: PolicyDocument
  let environment: Environment

  var pages: [ConsolePage] {
    let section = document.policy.apple.map { [servicesID($0), key($0), relay($0)] } ?? []
    return appIDs + section
  }

  /// Apps that need a capability.
  private var appIDs: [ConsolePage] {
    document.policy.apps.compactMap { declared in
      guard declared.exists(in: environment), declared.platform?.value.isApple == true,
        let project = report.input.apps.first(where: {
          $0.environment == environment && $0.key.anchor == document.anchor(declared.id)
        })
      else { return nil }
      var capabilities: [[PageText]] = []
      if !project.associatedDomains.isEmpty { capabilities.append([.text("Associated Domains")]) }
      if let anchor = project.signInWithApple {
        capabilities.append([.text("Sign in with Apple")] + report.line(anchor))
      }
      guard !capabilities.isEmpty else { return nil }
      let app = ConsoleApp(app: declared, document: document)
      var page = ConsolePage("Identifiers: App ID of \(declared.id.value)")
      page.add("Bundle ID", value(app, \.bundleID))
      let prefix = value(app, \.appIDPrefix)
      page.add("App ID prefix", prefix.isEmpty ? value(app, \.teamID) : prefix)
      page.add("Capabilities", capabilities)
      return page
    }
  }

  private func servicesID(_ apple: AppleSignIn) -> ConsolePage {
    var page = ConsolePage("Identifiers: Services ID, Sign in with Apple")
    guard apple.servicesID?[environment] != nil else { return page }
    page.add("Identifier", value(apple.servicesID))
    page.add("Domains and subdomains", domains(apple))
    page.add("Return URLs", values(apple.returnURLs))
    return page
  }

  /// The hosts of the return URLs, each once: Apple asks for both.
  private func domains(_ apple: AppleSignIn) -> [[PageText]] {
    var seen: Set<ExactString> = []
    return (apple.returnURLs?[environment] ?? []).compactMap { url in
      let parts = URIParts(url.value)
      guard let range = parts.host else { return nil }
      let host = ExactString(decoding: parts.bytes(range))
      guard !host.isEmpty, seen.insert(host).inserted else { return nil }
      return [.code(host)] + report.line(document.anchor(url))
    }
  }

  private func key(_ apple: AppleSignIn) -> ConsolePage {
    var page = ConsolePage("Keys: Sign in with Apple")
    guard apple.keyID?[environment] != nil else { return page }
    page.add("Team ID", value(apple.teamID))
    page.add("Key ID, given by Apple", value(apple.keyID))
    page.add("Downloaded key, kept", secret(apple.privateKeyReference))
    return page
  }

  private func relay(_ apple: AppleSignIn) -> ConsolePage {
    var page = ConsolePage("Services: Sign in with Apple for Email Communication")
    page.add("Email sources", values(apple.relaySenders))
    return page
  }
}
