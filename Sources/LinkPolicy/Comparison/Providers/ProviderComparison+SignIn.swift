import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Sign in with Apple and Google Sign-In.
extension ProviderComparison {
  var apple: [PolicyChange] {
    text(
      .appleServicesID, "Services ID", { $0.compiled?.apple?.servicesID },
      lines: { $0.map(requests.appleToken) })
      + list(
        .appleBundleID, "bundle ID of Sign in with Apple", { $0.compiled?.apple?.bundleIDs ?? [] },
        lines: { [requests.appleToken($0)] })
      + text(
        .appleConsent, "consent before linking",
        { $0.entry($0.compiled?.apple?.requiresConsent) }, lines: { _ in [requests.relayLinking] })
      + list(.applePlatform, "platform of Sign in with Apple", { $0.entries($0.apple?.platforms) })
      + list(.appleReturnURL, "return URL", { $0.entries($0.apple?.returnURLs) })
      + list(.appleScope, "scope of Sign in with Apple", { $0.entries($0.apple?.scopes) })
      + list(.appleRelaySender, "private relay sender", { $0.entries($0.apple?.relaySenders) })
      + text(.appleKey, "team ID of Sign in with Apple", { $0.entry($0.apple?.teamID) })
      + text(.appleKey, "key ID of Sign in with Apple", { $0.entry($0.apple?.keyID) })
  }

  var google: [PolicyChange] {
    googleSignIn
      + list(
        .googleScope, "scope of Google Sign-In", { $0.compiled?.googleSignIn?.scopes ?? [] },
        isDemand: true, lines: { [requests.grantedAllBut($0, before, after)] })
      + list(.googleClient, "Android client ID", { $0.entries($0.google?.android?.clientIDs) })
      + text(.googleClient, "web client ID", { $0.entry($0.google?.web?.clientID) })
      + list(
        .googleRedirectURI, "redirect URI of Google Sign-In",
        { $0.entries($0.google?.web?.redirectURIs) })
      + list(
        .googleOrigin, "JavaScript origin of Google Sign-In",
        { $0.entries($0.google?.web?.javascriptOrigins) })
  }

  /// The iOS client and its URL schemes decide together whether sign-in starts: the witness stands
  /// with the first of their changes.
  private var googleSignIn: [PolicyChange] {
    var lines = [requests.googleSignIn]
    var changes: [PolicyChange] = []
    func add(_ found: ([JSONValue]) -> [PolicyChange]) {
      let more = found(lines)
      if !more.isEmpty { lines = [] }
      changes += more
    }
    add { lines in
      text(
        .googleClient, "iOS client ID", { $0.compiled?.googleSignIn?.iosClientID },
        lines: { _ in lines })
    }
    add { lines in
      text(
        .googleClient, "server client ID", { $0.compiled?.googleSignIn?.serverClientID },
        lines: { _ in lines })
    }
    add { lines in
      list(
        .googleURLScheme, "URL scheme", { $0.compiled?.googleSignIn?.urlSchemes ?? [] },
        lines: { _ in lines })
    }
    return changes
  }
}
