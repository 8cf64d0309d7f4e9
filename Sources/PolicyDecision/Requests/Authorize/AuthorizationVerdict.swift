/// The verdict on an authorization request: what decided, without messages.
package struct AuthorizationVerdict: Sendable {
  /// The reason for deciding. It doesn't distinguish between redirect URIs that don't match.
  package private(set) var plainReason: DecisionReason
  /// The client, if identified.
  package let client: CompiledClient?
  private var redirectURI: (index: Int, isLoopback: Bool)?

  /// The redirect URI, if identified: later errors are sent to it.
  package var match: RedirectURIMatch? {
    guard let client, let redirectURI else { return nil }
    return RedirectURIMatch(
      client: client, index: redirectURI.index, isLoopback: redirectURI.isLoopback)
  }

  /// A verdict before the redirect URI is checked.
  init(_ reason: DecisionReason, client: CompiledClient? = nil) {
    plainReason = reason
    self.client = client
  }

  package init(_ problem: UnreadableRequest) { self.init(problem.reason) }

  /// The verdict on a matching redirect URI; allowed unless a later step fails.
  init(_ match: RedirectURIMatch) {
    self.init(match.isLoopback ? .loopbackPort : .allowed, client: match.client)
    redirectURI = (match.index, match.isLoopback)
  }

  /// True if a code is issued.
  package var isAllowed: Bool { plainReason == .allowed || plainReason == .loopbackPort }

  mutating func end(with reason: DecisionReason) { plainReason = reason }
}
