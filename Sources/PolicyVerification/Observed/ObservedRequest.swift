public import PolicyText

/// A question that is put to a server: always GET, without cookies or credentials, never redirected.
public struct ObservedRequest: Sendable, Hashable {
  /// Whom the request says that it comes from.
  public enum Agent: String, Sendable {
    /// linkpolicy, by name and version.
    case linkpolicy
    /// curl as it is: the second look at a server that has refused.
    case curl
  }

  /// Over what the server is reached.
  public enum Route: String, Sendable {
    /// Whatever comes first.
    case any
    /// By its IPv4 addresses only.
    case ipv4
    /// By its IPv6 addresses only.
    case ipv6
    /// Over HTTP/1.1.
    case http1
    /// Over HTTP/2.
    case http2
  }

  /// The whole address, `https` always.
  public var url: ExactString
  /// What stands in the place of `url` in the name of a record: the parts that are new in each run left out.
  public var recordedURL: ExactString
  /// Whom the request says that it comes from.
  public var agent: Agent
  /// Over what the server is reached.
  public var route: Route
  /// Where a directory that stands for the servers has the host.
  package var folder: String
  /// Bytes of a body that are looked at.
  public var limit: Int
  /// Nothing else is asked of the host meanwhile, nor right before: the authorization endpoint of somebody.
  public var isPaced: Bool

  /// A request.
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

  /// The same question, put in another way.
  package func asked(by agent: Agent = .linkpolicy, over route: Route = .any) -> ObservedRequest {
    var other = self
    other.agent = agent
    other.route = route
    return other
  }

  /// The host that is asked, in lower case.
  public var host: ExactString { URIParts(url).lowerHost }

  /// Equal but for what is new in each run.
  public static func == (left: ObservedRequest, right: ObservedRequest) -> Bool {
    left.recordedURL == right.recordedURL && left.agent == right.agent
      && left.route == right.route && ExactString(left.folder) == ExactString(right.folder)
  }

  /// By what tells requests apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(recordedURL)
    hasher.combine(agent)
    hasher.combine(route)
  }
}
