public import PolicyDecision
public import PolicyText
import PolicyModel

/// Which clients and providers accept a URI, per environment, with the line.
///
/// Distinguishes two questions: who sends codes or tokens to the URI, and where its origin is accepted.
public struct WhoAllows: Sendable {
  /// What an entry accepts a URI for.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Codes or tokens are sent there.
    case codes
    /// Pages of its origin or host may start a sign-in, or read responses.
    case origin
    /// Anything else: a post-logout redirect, an email action, a link that opens an app.
    case other
  }

  /// An entry, or a rule of links, that lets the address in.
  public struct Match: Sendable {
    /// Whose entry it is.
    public var owner: Owner
    /// The location of the entry.
    public var source: SourceReference?
    /// What of the address it was compared with.
    public var form: Form
  }

  /// What of an address an entry is compared with.
  public typealias Form = AddressEntry.Form

  /// An entry that is close to the address.
  public struct Near: Sendable {
    /// Whose entry it is.
    public var owner: Owner
    /// The entry.
    public var value: ExactString
    /// Where the first difference is and what it is.
    public var difference: String
    /// The location of the entry.
    public var source: SourceReference?
  }

  /// The location of an entry.
  public struct Owner: Sendable {
    /// Name of the policy.
    public var policy: ExactString
    /// Key under `clients`; nil outside of it.
    public var client: ExactString?
    /// The client ID that belongs to it; nil where it has none.
    public var clientID: ExactString?
    /// The environment in which it lets the address in.
    public var environment: Environment
    /// The keys of the language: `redirect_uris`, `apple.return_urls`.
    public var place: String
    /// What the place accepts a URI for.
    public var purpose: Purpose

    package init(_ entry: AddressEntry) {
      policy = entry.policy
      client = entry.client
      clientID = entry.clientID
      environment = entry.environment
      place = entry.place
      purpose =
        if entry.receivesCodes {
          .codes
        } else if entry.form == .origin || entry.form == .host {
          .origin
        } else {
          .other
        }
    }

    init(policy: ExactString, environment: Environment, place: String) {
      self.policy = policy
      self.environment = environment
      self.place = place
      purpose = .other
    }
  }

  /// The URI that was searched for.
  public let uri: ExactString
  /// Prod before sandbox, each in the order of the policies; rules of links come last.
  public let matches: [Match]
  /// The closest first, of those that receive codes if any is close; empty if a client receives codes there.
  public let nearest: [Near]

  /// True if codes or tokens are sent to the URI.
  public var receivesCodes: Bool { matches.contains { $0.owner.purpose == .codes } }

  /// Entries that are close, at most.
  private static let maximumNearest = 5

  /// The entries of a project that accept a URI.
  package init(_ uri: ExactString, in project: Project) {
    self.uri = uri
    let all = project.addresses
    var matches = all.compactMap { entry in
      entry.match(uri).map { form in
        Match(
          owner: Owner(entry), source: project.workspace.source(of: entry.entry.anchor),
          form: form)
      }
    }
    nearest =
      matches.contains { $0.owner.purpose == .codes }
      ? [] : Self.nearest(to: uri, among: all, project)
    matches += Self.rules(uri, project)
    self.matches = matches
  }

  /// The rules of links that open an app, on either platform.
  private static func rules(_ uri: ExactString, _ project: Project) -> [Match] {
    let policy = project.compiled
    var found: [SourceAnchor] = []
    return Environment.allCases.flatMap { environment -> [Match] in
      let context = RequestContext(environment: environment)
      let decisions = [
        policy.decide(UniversalLinkRequest(context: context, url: uri)),
        policy.decide(AppLinkRequest(context: context, url: uri)),
      ]
      return decisions.compactMap { decision in
        guard decision.outcome == .allow, let anchor = decision.source,
          let document = project.workspace.policies.first(where: { $0.tree.file == anchor.file })
        else { return nil }
        // Both platforms, and a host of both environments, share a rule.
        guard !found.contains(anchor) else { return nil }
        found.append(anchor)
        return Match(
          owner: Owner(policy: document.name, environment: environment, place: "domains.links"),
          source: project.workspace.source(of: anchor), form: .rule)
      }
    }
  }

  private static func nearest(
    to uri: ExactString, among entries: [AddressEntry], _ project: Project
  ) -> [Near] {
    // A hostile URI of megabytes has no near entry, and no cost.
    guard uri.utf8.count <= 4_096 else { return [] }
    var found: [(entry: AddressEntry, asked: ExactString, distance: Int)] = []
    for entry in entries where entry.match(uri) == nil {
      let value = entry.entry.value
      let asked = part(of: uri, comparedBy: entry.form)
      // The same host or scheme of something else than a page differs in nothing that could be named.
      guard !asked.isEmpty, asked != value else { continue }
      let shared = FirstDifference.shared(asked, value)
      let longer = max(asked.utf8.count, value.utf8.count)
      let distance = longer - shared.prefix - shared.suffix
      // Hosts and schemes are short: half of one is shared by names that have nothing in common.
      let isNear =
        switch entry.form {
        case .host, .scheme: Nearest.name(to: asked.string, among: [value.string]) != nil
        default: distance * 2 <= longer
        }
      if isNear { found.append((entry, asked, distance)) }
    }
    // The order of the policies decides between equals.
    // If a redirect URI is close, it is what was meant.
    if found.contains(where: { $0.entry.receivesCodes }) {
      found.removeAll { !$0.entry.receivesCodes }
    }
    let best = found.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.prefix(maximumNearest)
    return best.map { item in
      let entry = item.element.entry
      return Near(
        owner: Owner(entry), value: entry.entry.value,
        difference: FirstDifference.describe(item.element.asked, against: entry.entry.value),
        source: project.workspace.source(of: entry.entry.anchor))
    }
  }

  /// What a place compares of an address.
  private static func part(
    of uri: ExactString, comparedBy form: AddressEntry.Form
  ) -> ExactString {
    let parts = URIParts(uri)
    return switch form {
    case .origin: parts.origin.isEmpty ? uri : parts.origin
    case .host: parts.lowerHost.isEmpty ? uri : parts.lowerHost
    case .scheme: parts.lowerScheme
    case .exact, .loopback, .rule: uri
    }
  }

  /// The answer of `who-allows --format json` (`Schemas/who-allows.schema.json`).
  public var json: JSONValue {
    [
      "schemaVersion": 1, "uri": .string(uri.string), "receives_codes": .bool(receivesCodes),
      "matches": .array(
        matches.map { match in
          .object(
            Self.names(match.owner) + [
              ("match", .string(match.form.rawValue)), ("source", match.source?.json ?? .null),
            ])
        }),
      "nearest": .array(
        nearest.map { near in
          .object(
            Self.names(near.owner) + [
              ("value", .string(near.value.string)), ("difference", .string(near.difference)),
              ("source", near.source?.json ?? .null),
            ])
        }),
    ]
  }

  private static func names(_ owner: Owner) -> [(key: String, value: JSONValue)] {
    [
      ("policy", .string(owner.policy.string)), ("client", .optional(owner.client?.string)),
      ("client_id", .optional(owner.clientID?.string)),
      ("environment", .string(owner.environment.rawValue)), ("place", .string(owner.place)),
      ("purpose", .string(owner.purpose.rawValue)),
    ]
  }
}

extension Project {
  /// Finds the entries that accept a URI, in both environments.
  public func entries(allowing uri: String) -> WhoAllows { WhoAllows(ExactString(uri), in: self) }
}
