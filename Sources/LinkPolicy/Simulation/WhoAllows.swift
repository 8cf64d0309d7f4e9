package import PolicyDecision
public import PolicyDiagnostics
import PolicyModel
public import PolicyText

/// Who accepts a redirect URI: every client, environment and line.
public struct WhoAllows: Sendable {
  /// A client of a policy in an environment.
  public struct ClientName: Sendable, Equatable {
    /// The name of the policy.
    public let policy: ExactString
    /// The key of the client in it.
    public let key: ExactString
    /// Its client ID.
    public let clientID: ExactString
    /// The environment of that ID.
    public let environment: Environment

    init(_ client: CompiledClient) {
      policy = client.policy
      key = client.key
      clientID = client.clientID.value
      environment = client.environment
    }
  }

  /// An entry that accepts the URI.
  public struct Match: Sendable {
    package var client: CompiledClient
    /// The client that has the entry.
    public var owner: ClientName { ClientName(client) }
    /// Where the entry stands.
    public var source: SourceReference?
    /// By the loopback rule and not by equal bytes.
    public var isLoopback: Bool
  }

  /// An entry that is close to the URI.
  public struct Near: Sendable {
    package var client: CompiledClient
    /// The client that has the entry.
    public var owner: ClientName { ClientName(client) }
    /// The entry.
    public var value: ExactString
    /// Where the first difference is and what it is.
    public var difference: String
    /// Where the entry stands.
    public var source: SourceReference?
  }

  /// The redirect URI that was asked about.
  public let uri: ExactString
  /// Prod before sandbox, each in the order of the policies and their clients.
  public let matches: [Match]
  /// The closest first; empty where somebody accepts the URI.
  public let nearest: [Near]

  /// Entries that are close, at most.
  private static let maximumNearest = 5

  /// Asks all clients of a project.
  public init(_ uri: String, in project: Project) { self.init(ExactString(uri), in: project) }

  /// Asks all clients of a project.
  package init(_ uri: ExactString, in project: Project) {
    self.uri = uri
    let clients = project.compiled.clients
    let all = Environment.allCases.flatMap { clients[$0] ?? [] }
    matches = all.compactMap { client in
      client.redirectURI(matching: uri).map { match in
        Match(
          client: client, source: project.workspace.source(of: match.entry.anchor),
          isLoopback: match.isLoopback)
      }
    }
    nearest = matches.isEmpty ? Self.nearest(to: uri, among: all, project) : []
  }

  private static func nearest(
    to uri: ExactString, among clients: [CompiledClient], _ project: Project
  ) -> [Near] {
    // A hostile URI of megabytes has no near entry, and no cost.
    guard uri.utf8.count <= 4_096 else { return [] }
    var found: [(client: CompiledClient, entry: Entry, distance: Int)] = []
    for client in clients {
      for entry in client.redirectURIs {
        let shared = FirstDifference.shared(uri, entry.value)
        let longer = max(uri.utf8.count, entry.value.utf8.count)
        let distance = longer - shared.prefix - shared.suffix
        if distance * 2 <= longer { found.append((client, entry, distance)) }
      }
    }
    // The order of the policies decides between equals.
    let best = found.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.prefix(maximumNearest)
    return best.map { item in
      Near(
        client: item.element.client, value: item.element.entry.value,
        difference: FirstDifference.describe(uri, against: item.element.entry.value),
        source: project.workspace.source(of: item.element.entry.anchor))
    }
  }

  /// The answer of `who-allows --format json` (`Schemas/who-allows.schema.json`).
  public var json: JSONValue {
    [
      "schemaVersion": 1, "uri": .string(uri.string),
      "matches": .array(
        matches.map { match in
          .object(
            Self.names(match.client) + [
              ("match", .string(match.isLoopback ? "loopback" : "exact")),
              ("source", match.source?.json ?? .null),
            ])
        }),
      "nearest": .array(
        nearest.map { near in
          .object(
            Self.names(near.client) + [
              ("value", .string(near.value.string)), ("difference", .string(near.difference)),
              ("source", near.source?.json ?? .null),
            ])
        }),
    ]
  }

  private static func names(
    _ client: CompiledClient
  ) -> [(key: String, value: JSONValue)] {
    [
      ("policy", .string(client.policy.string)), ("client", .string(client.key.string)),
      ("client_id", .string(client.clientID.value.string)),
      ("environment", .string(client.environment.rawValue)),
    ]
  }
}
