public import PolicyText

/// A GET request without cookies and credentials. Redirects aren't followed.
public struct ObservedRequest: Sendable, Hashable {
  /// A user agent.
  public enum Agent: String, Sendable {
    /// linkpolicy's name and version.
    case linkpolicy
    /// curl's default, to retry a rejected request.
    case curl
  }

  /// The IP version or HTTP version to use.
  public enum Route: String, Sendable {
    /// Any version.
    case any
    /// IPv4 only.
    case ipv4
    /// IPv6 only.
    case ipv6
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2 only.
    case http2
  }

  /// The complete `https` URL.
  public var url: ExactString
  /// The URL in records, without values that differ in each run.
  public var recordedURL: ExactString
  /// The user agent.
  public var agent: Agent
  /// The IP version or HTTP version.
  public var route: Route
  /// The folder of the host in a directory.
  package var folder: String
  /// The maximum size of the body in bytes.
  public var limit: Int
  /// Whether to send no other request to the host at the same time or shortly before.
  package var isPaced: Bool

  package init(
    _ url: ExactString, limit: Int, agent: Agent = .linkpolicy, route: Route = .any,
    recordedURL: ExactString? = nil, isPaced: Bool = false, folder: String = ""
  ) {
    self.folder = folder
    self.url = url
    self.recordedURL = recordedURL ?? url
    self.agent = agent
    self.route = route
    self.limit = limit
    self.isPaced = isPaced
  }

  /// The same request with another user agent or version.
  package func sent(by agent: Agent = .linkpolicy, over route: Route = .any) -> ObservedRequest {
    var other = self
    other.agent = agent
    other.route = route
    return other
  }

  /// The host, in lower case.
  public var host: ExactString { URIParts(url).lowerHost }

  /// Ignores values that differ in each run.
  public static func == (left: ObservedRequest, right: ObservedRequest) -> Bool {
    left.recordedURL == right.recordedURL && left.agent == right.agent
      && left.route == right.route && ExactString(left.folder) == ExactString(right.folder)
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(recordedURL)
    hasher.combine(agent)
    hasher.combine(route)
  }
}
