package import PolicyText
import PolicyModel

/// The origin and path of a URL, compared with the endpoints of the policies' servers.
struct ServerEndpoint {
  /// The type of endpoint.
  enum Kind: String {
    case authorization
    case endSession = "end-session"

    fileprivate func entry(_ client: CompiledClient) -> Entry? {
      switch self {
      case .authorization: client.authorizationEndpoint
      case .endSession: client.endSessionEndpoint
      }
    }
  }

  private let kind: Kind
  /// As requested.
  let asked: ExactString
  /// The endpoint of the request's client, or else of all clients; may be empty.
  let known: [Entry]

  init(
    _ asked: ExactString, _ kind: Kind, of client: CompiledClient?, in policy: CompiledPolicy,
    _ context: RequestContext
  ) {
    self.asked = asked
    self.kind = kind
    known =
      client.flatMap(kind.entry).map { [$0] }
      ?? (kind == .authorization
        ? policy.authorizationEndpoints(in: context)
        : policy.clients(in: context) { _ in true }.compactMap(kind.entry))
  }

  /// Whether a URL differs from every known endpoint; false if no endpoint is known.
  var isElsewhere: Bool { !known.isEmpty && !known.contains { isSame($0.value) } }

  /// The decision on a URL that isn't an endpoint; nil if it is one, or if none is known.
  func refusal(_ recorder: inout TraceRecorder) -> Decision? {
    guard !known.isEmpty else {
      recorder.note(
        .link,
        "\(asked.quoted): the policy has no \(kind.rawValue) endpoint, so only the query decides")
      return nil
    }
    if let entry = known.first(where: { isSame($0.value) }) {
      recorder.pass(.link, "\(asked.quoted) is the \(kind.rawValue) endpoint", at: entry.anchor)
      return nil
    }
    let near = Decision.Nearest(to: asked, sharingStartAmong: known)
    return recorder.end(
      .ignore, .link, .endpointUnknown, channel: .nothing,
      message: "\(asked.quoted) is not the \(kind.rawValue) endpoint of the policy",
      nearest: near, source: near?.entry.anchor)
  }

  /// Compares URLs as browsers do, which ignore the case of the host. A query of the endpoint is
  /// part of the request's query (RFC 6749 section 3.1).
  private func isSame(_ endpoint: ExactString) -> Bool {
    let parts = URIParts(endpoint)
    let place = ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
    if place == asked { return true }
    // Servers log only the path, so there is no origin to compare.
    if asked.hasPrefix("/"), !asked.hasPrefix("//") { return parts.text(parts.path) == asked }
    guard let left = BrowserURL.href(place), let right = BrowserURL.href(asked) else {
      return false
    }
    return left == right
  }
}

extension CompiledPolicy {
  /// Returns true if a URL isn't an authorization endpoint, in which case the request is ignored.
  ///
  /// - Parameters:
  ///   - place: the URL up to its query.
  ///   - clientID: the query's `client_id`.
  package func isElsewhere(
    _ place: ExactString, clientID: Parameter, _ context: RequestContext
  ) -> Bool {
    let client = clientID.text.flatMap {
      self.client($0, in: context.environment, policy: context.policy)
    }
    return ServerEndpoint(place, .authorization, of: client, in: self, context).isElsewhere
  }
}
