/// The verdict on an authorization request: what decided, without a word for people.
package struct AuthorizationVerdict: Sendable {
  /// The reason as far as the decision goes: all redirect URIs that match nothing have the same.
  package private(set) var plainReason: DecisionReason
  /// The client, once it is known.
  package var client: CompiledClient?
  private var redirectURI = RedirectURI.unknown

  private enum RedirectURI {
    case unknown
    case match(RedirectURIMatch)
    case mismatch(RedirectURIMismatch)
  }

  /// The redirect URI, once it is known: errors from here on go back to it.
  package var match: RedirectURIMatch? {
    if case .match(let match) = redirectURI { match } else { nil }
  }

  /// The redirect URI that matches nothing.
  package var mismatch: RedirectURIMismatch? {
    if case .mismatch(let mismatch) = redirectURI { mismatch } else { nil }
  }

  /// A verdict before a redirect URI is known.
  init(_ reason: DecisionReason, client: CompiledClient? = nil) {
    plainReason = reason
    self.client = client
  }

  /// The request cannot be read.
  package init(_ problem: UnreadableRequest) { self.init(problem.reason) }

  /// The redirect URI is known; allowed as far as that goes.
  init(_ client: CompiledClient, _ match: RedirectURIMatch) {
    plainReason = match.isLoopback ? .loopbackPort : .allowed
    self.client = client
    redirectURI = .match(match)
  }

  /// The redirect URI matches nothing.
  init(_ client: CompiledClient, _ mismatch: RedirectURIMismatch) {
    plainReason = .redirectURINotRegistered
    self.client = client
    redirectURI = .mismatch(mismatch)
  }

  /// The final reason; why a redirect URI matches nothing is looked for with every call.
  package var reason: DecisionReason { mismatch?.reason ?? plainReason }

  /// True when a code is issued.
  package var isAllowed: Bool { plainReason == .allowed || plainReason == .loopbackPort }

  mutating func end(with reason: DecisionReason) { plainReason = reason }
}
