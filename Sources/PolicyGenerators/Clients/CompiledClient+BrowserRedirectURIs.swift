import PolicyDecision
import PolicyText

extension CompiledClient {
  /// The redirect URIs that App Flip must not answer at; none where the client has no App Flip, so that
  /// tables say only what decides.
  var browserRedirectURIs: [ExactString] {
    guard flipUniversalLink != nil || flipIntentAction != nil else { return [] }
    return redirectURIs.map(\.value).filter(isBrowserOnly)
  }
}
