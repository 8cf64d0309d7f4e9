import PolicyText
import PolicyModel

/// An address of a linking client on one of Google's hosts, whichever that is, and what its path says.
struct LinkingAddress: Sendable {
  /// Its number in `PolicyURIs.all`.
  var index: Int
  /// The number of the client.
  var client: Int
  /// nil for a value that was given for both environments.
  var environment: Environment?
  var path: GoogleLinking.Path

  /// nil for other addresses.
  init?(_ uri: URIOccurrence, index: Int) {
    guard uri.role == .linking, uri.isOnLinkingHost, let client = uri.client,
      let path = GoogleLinking.path(of: uri.parts)
    else { return nil }
    self.index = index
    self.path = path
    self.client = client
    environment = uri.environment
  }

  var bundle: ExactString? {
    if case .bundle(let bundle) = path { bundle } else { nil }
  }

  var project: ExactString? {
    if case .project(let project) = path { project } else { nil }
  }
}
