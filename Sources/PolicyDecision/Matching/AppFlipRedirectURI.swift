import PolicyModel
package import PolicyText

extension CompiledClient {
  /// Why App Flip gets no code. The authorization endpoint rejects the same parameters, because its codes give the
  /// same access.
  ///
  /// - Parameter scope: one that the client may not request, if there is one.
  func flipProblem(
    _ parameters: AuthorizationParameters, refusing scope: ExactString?
  ) -> (reason: DecisionReason, message: String)? {
    let name = "client `\(key.string)`"
    guard takesCodes else {
      return (
        .grantTypeNotAllowed,
        "\(name) cannot use a code: its `grant_types` lack `authorization_code`"
      )
    }
    if let scope {
      return (.scopeNotAllowed, "\(name) may not request the scope \(scope.quoted)")
    }
    guard let problem = codeChallengeProblem(parameters) else { return nil }
    return (
      problem,
      problem == .pkceMissing
        ? "\(name) requires PKCE, and App Flip has no `code_challenge`" : problem.summary
    )
  }
}

/// Redirect URIs in App Flip, which knows the addresses of apps only.
extension CompiledClient {
  /// True for an address of Google account linking that no app opens, only the browser: of its hosts all
  /// but `/a/APP`.
  package func isBrowserOnly(_ registered: ExactString) -> Bool {
    guard provider == .googleAccountLinking else { return false }
    let uri = URIParts(registered)
    let host = uri.text(uri.host)
    return host.hasPrefix("oauth-redirect") && host.hasSuffix(".googleusercontent.com")
      && !uri.text(uri.path).hasPrefix("/a/")
  }

  /// The redirect URIs that App Flip may answer at.
  package var flipRedirectURIs: [Entry] { redirectURIs.filter { !isBrowserOnly($0.value) } }

  /// The match of a redirect URI that comes with App Flip; nil also where only the browser may ask for it.
  package func flipRedirectURI(matching requested: ExactString) -> RedirectURIMatch? {
    redirectURI(matching: requested).flatMap { isBrowserOnly($0.entry.value) ? nil : $0 }
  }
}

/// A redirect URI that is registered, and not for App Flip.
struct BrowserOnlyRedirectURI {
  let requested: ExactString
  /// The registered entry.
  let entry: Entry
  /// What App Flip may answer at instead.
  let flipEntries: [Entry]

  /// nil where the redirect URI is registered for none of the clients.
  init?(_ requested: ExactString, of clients: [CompiledClient]) {
    guard
      let entry = clients.lazy.compactMap({ $0.redirectURI(matching: requested)?.entry }).first
    else { return nil }
    self.requested = requested
    self.entry = entry
    flipEntries = clients.flatMap(\.flipRedirectURIs)
  }

  var message: String {
    "\(requested.quoted) is registered for the browser flow; App Flip accepts only `/a/` redirect URIs"
  }

  /// The address of an app that is closest, of the same host where there is one.
  var nearest: Decision.Nearest? {
    Decision.Nearest(to: requested, sharingStartAmong: flipEntries)
  }
}
