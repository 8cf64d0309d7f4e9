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
      + googleScopes
      + list(.googleClient, "Android client ID", { $0.entries($0.google?.android?.clientIDs) })
      + text(.googleClient, "web client ID", { $0.entry($0.google?.web?.clientID) })
      + list(
        .googleRedirectURI, "redirect URI of Google Sign-In",
        { $0.entries($0.google?.web?.redirectURIs) })
      + list(
        .googleOrigin, "JavaScript origin of Google Sign-In",
        { $0.entries($0.google?.web?.javascriptOrigins) })
  }

  /// What sign-in asks for, and what features ask for. A feature that only one side has can be asked of
  /// that side alone.
  private var googleScopes: [PolicyChange] {
    let (had, has) = (features(before), features(after))
    return list(
      .googleScope, "scope of Google Sign-In", { $0.compiled?.googleSignIn?.signInScopes ?? [] },
      isDemand: true, lines: { [requests.grantedAllBut($0, for: nil, before, after)] })
      + (had + has.filter { !had.contains($0) }).flatMap { feature in
        list(
          .googleScope, "scope of Google Sign-In",
          { $0.compiled?.googleSignIn?.scopes(of: feature) ?? [] }, isDemand: true,
          lines: { scope in
            had.contains(feature) && has.contains(feature)
              ? [requests.grantedAllBut(scope, for: feature, before, after)] : []
          })
      }
  }

  private func features(_ side: ProviderSide) -> [ExactString] {
    side.compiled?.googleSignIn?.features.map(\.name) ?? []
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
