/// The verdict on an authorization request: what decided, without messages.
package struct AuthorizationVerdict: Sendable {
  /// The reason for deciding. It doesn't distinguish between redirect URIs that don't match.
  package private(set) var plainReason: DecisionReason
  /// The client, if identified.
  package var client: CompiledClient?
  private var redirectURI = RedirectURI.unknown

  private enum RedirectURI {
    case unknown
    case match(RedirectURIMatch)
    case mismatch(RedirectURIMismatch)
  }

  /// The redirect URI, if identified: later errors are sent to it.
  package var match: RedirectURIMatch? {
    if case .match(let match) = redirectURI { match } else { nil }
  }

  /// The redirect URI that doesn't match.
  package var mismatch: RedirectURIMismatch? {
    if case .mismatch(let mismatch) = redirectURI { mismatch } else { nil }
  }

  /// A verdict before the redirect URI is checked.
  init(_ reason: DecisionReason, client: CompiledClient? = nil) {
    plainReason = reason
    self.client = client
  }

  package init(_ problem: UnreadableRequest) { self.init(problem.reason) }

  /// The verdict on a matching redirect URI; allowed unless a later step fails.
  init(_ client: CompiledClient, _ match: RedirectURIMatch) {
    plainReason = match.isLoopback ? .loopbackPort : .allowed
    self.client = client
    redirectURI = .match(match)
  }

  /// The verdict on a redirect URI that doesn't match.
  init(_ client: CompiledClient, _ mismatch: RedirectURIMismatch) {
    plainReason = .redirectURINotRegistered
    self.client = client
    redirectURI = .mismatch(mismatch)
  }

  /// The final reason. Each call searches for the reason why a redirect URI doesn't match.
  package var reason: DecisionReason { mismatch?.reason ?? plainReason }

  /// True if a code is issued.
  package var isAllowed: Bool { plainReason == .allowed || plainReason == .loopbackPort }

  mutating func end(with reason: DecisionReason) { plainReason = reason }
}
