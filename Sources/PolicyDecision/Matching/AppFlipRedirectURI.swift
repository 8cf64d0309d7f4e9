import PolicyModel
package import PolicyText

extension CompiledClient {
  /// Why App Flip gets no code. The authorization endpoint rejects the same parameters, because its
  /// codes give the same access.
  ///
  /// - Parameter scope: a scope that the client may not request, if any.
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

/// Redirect URIs for App Flip, which sends responses to apps only.
extension CompiledClient {
  /// Returns true for a redirect URI of Google account linking that only browsers open. On Google's
  /// hosts, these are all but `/a/APP`.
  package func isBrowserOnly(_ registered: ExactString) -> Bool {
    guard provider == .googleAccountLinking else { return false }
    let uri = URIParts(registered)
    let host = uri.text(uri.host)
    return host.hasPrefix("oauth-redirect") && host.hasSuffix(".googleusercontent.com")
      && !uri.text(uri.path).hasPrefix("/a/")
  }

  /// The redirect URIs that App Flip may use.
  package var flipRedirectURIs: [Entry] { redirectURIs.filter { !isBrowserOnly($0.value) } }

  /// The match of an App Flip request's redirect URI; nil also for those that only browsers may
  /// use.
  package func flipRedirectURI(matching requested: ExactString) -> RedirectURIMatch? {
    redirectURI(matching: requested).flatMap { isBrowserOnly($0.entry.value) ? nil : $0 }
  }
}

/// A redirect URI that is registered, but not for App Flip.
struct BrowserOnlyRedirectURI {
  let requested: ExactString
  /// The registered entry.
  let entry: Entry
  /// The redirect URIs that App Flip may use instead.
  let flipEntries: [Entry]

  /// Returns nil if none of the clients has the redirect URI.
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

  /// The most similar redirect URI of an app, on the same host if possible.
  var nearest: Decision.Nearest? {
    Decision.Nearest(to: requested, sharingStartAmong: flipEntries)
  }
}
