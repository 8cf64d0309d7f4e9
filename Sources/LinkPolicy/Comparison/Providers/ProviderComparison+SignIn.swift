import PolicyDecision
import PolicyText
import PolicyModel

/// Sign in with Apple and Google Sign-In.
extension ProviderComparison {
  var apple: [PolicyChange] {
    text(
      .appleServicesID, "Services ID", { $0.compiled?.apple?.servicesID },
      lines: { $0.map(requests.appleToken) })
      + list(
        .appleBundleID, "bundle ID of Sign in with Apple", { $0.compiled?.apple?.bundleIDs ?? [] },
        lines: { [requests.appleToken($0)] })
      + appleConsent
      + list(.applePlatform, "platform of Sign in with Apple", { $0.entries($0.apple?.platforms) })
      + list(.appleReturnURL, "return URL", { $0.entries($0.apple?.returnURLs) }, isTrust: true)
      + list(.appleScope, "scope of Sign in with Apple", { $0.entries($0.apple?.scopes) })
      + list(.appleRelaySender, "private relay sender", { $0.entries($0.apple?.relaySenders) })
      + text(.appleKey, "team ID of Sign in with Apple", { $0.entry($0.apple?.teamID) })
      + text(.appleKey, "key ID of Sign in with Apple", { $0.entry($0.apple?.keyID) })
      + text(
        .appleKey, "location of Apple's private key", { $0.entry($0.apple?.privateKeyReference) })
      + appleParameters
  }

  /// Consent is required by default, even without the section.
  private var appleConsent: [PolicyChange] {
    func consent(_ side: ProviderSide) -> Entry? {
      side.entry(side.compiled?.apple?.requiresConsent)
    }
    guard [before, after].contains(where: { consent($0)?.value == "false" }) else { return [] }
    return text(
      .appleConsent, "consent before linking", consent, lines: { _ in [requests.appleLinking] })
  }

  private var appleParameters: [PolicyChange] {
    func parameters(_ side: ProviderSide) -> [(name: LocatedText, value: LocatedText)] {
      side.apple?.parameters ?? []
    }
    return (parameters(before) + parameters(after)).map(\.name.value).unique.flatMap { name in
      text(.appleParameter, "parameter \(name) of Sign in with Apple") { side in
        side.entry(parameters(side).first { $0.name.value == name }?.value)
      }
    }
  }

  var google: [PolicyChange] {
    googleSignIn
      + googleScopes
      + list(.googleClient, "Android client ID", { $0.entries($0.google?.android?.clientIDs) })
      + text(.googleClient, "app of the iOS client", { $0.entry($0.google?.ios?.app) })
      + text(.googleClient, "app of the Android clients", { $0.entry($0.google?.android?.app) })
      + text(.googleClient, "web client ID", { $0.entry($0.google?.web?.clientID) })
      + text(
        .googleClient, "location of the web client's secret",
        { $0.entry($0.google?.web?.clientSecretReference) })
      + list(
        .googleRedirectURI, "redirect URI of Google Sign-In",
        { $0.entries($0.google?.web?.redirectURIs) }, isTrust: true)
      + list(
        .googleOrigin, "JavaScript origin of Google Sign-In",
        { $0.entries($0.google?.web?.javascriptOrigins) }, isTrust: true)
  }

  /// The scopes requested at sign-in and by features. An added scope is a widening. Replacing a
  /// scope with its alias is neutral.
  private var googleScopes: [PolicyChange] {
    func lists(_ entries: (ProviderSide) -> [Entry]) -> [PolicyChange] {
      let (from, to) = (entries(before), entries(after))
      let renamed = to.flatMap { new -> [PolicyChange] in
        let name = GoogleScope.canonical(new.value)
        guard !from.contains(where: { $0.value == new.value }),
          let old = from.first(where: { GoogleScope.canonical($0.value) == name })
        else { return [] }
        return subject.change(
          .googleScope, "scope of Google Sign-In \(old.value) is now called \(new.value)",
          old: old.anchor, new: new.anchor)
      }
      return renamed
        + list(
          .googleScope, "scope of Google Sign-In", entries, form: GoogleScope.canonical,
          isTrust: true, lines: { [requests.addScope($0)] })
    }
    return lists { $0.compiled?.googleSignIn?.signInScopes ?? [] }
      + (features(before) + features(after)).unique.flatMap { feature in
        lists { $0.compiled?.googleSignIn?.scopes(of: feature) ?? [] }
      }
  }

  private func features(_ side: ProviderSide) -> [ExactString] {
    side.compiled?.googleSignIn?.features.map(\.name) ?? []
  }

  /// The iOS client and its URL schemes together decide whether sign-in starts, so only the first
  /// change has an example request.
  private var googleSignIn: [PolicyChange] {
    let lines = [requests.googleSignIn]
    let ios = text(
      .googleClient, "iOS client ID", { $0.compiled?.googleSignIn?.iosClientID },
      lines: { _ in lines })
    let server = text(
      .googleClient, "server client ID", { $0.compiled?.googleSignIn?.serverClientID },
      lines: { _ in ios.isEmpty ? lines : [] })
    let schemes = list(
      .googleURLScheme, "URL scheme", { $0.compiled?.googleSignIn?.urlSchemes ?? [] },
      lines: { _ in (ios + server).isEmpty ? lines : [] })
    return ios + server + schemes
  }
}
