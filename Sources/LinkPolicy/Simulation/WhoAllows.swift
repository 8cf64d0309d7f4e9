public import PolicyDecision
public import PolicyText
import PolicyModel

/// The clients and providers that accept a URI, by environment, with their lines.
///
/// Distinguishes clients that send codes or tokens to the URI from those that accept its origin.
public struct WhoAllows: Sendable {
  /// What an entry accepts a URI for.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Codes or tokens are sent there.
    case codes
    /// Pages of its origin or host can start a sign-in or read responses.
    case origin
    /// Anything else: a post-logout redirect, an email action, a link that opens an app.
    case other
  }

  /// An entry or link rule that accepts the URI.
  public struct Match: Sendable {
    /// The owner of the entry.
    public var owner: Owner
    /// The location of the entry.
    public var source: SourceReference?
    /// The part of the URI that the entry was compared with.
    public var form: Form
  }

  /// The part of a URI that an entry is compared with.
  public typealias Form = AddressEntry.Form

  /// An entry that is similar to the URI.
  public struct Near: Sendable {
    /// The owner of the entry.
    public var owner: Owner
    /// The entry.
    public var value: ExactString
    /// The first difference with its location.
    public var difference: String
    /// The location of the entry.
    public var source: SourceReference?
  }

  /// The location of an entry.
  public struct Owner: Sendable {
    /// The name of the policy.
    public var policy: ExactString
    /// The key in `clients`; nil for other sections.
    public var client: ExactString?
    /// The client ID; nil if there is none.
    public var clientID: ExactString?
    /// The environment in which the entry applies.
    public var environment: Environment
    /// The path of the key: `redirect_uris`, `apple.return_urls`.
    public var place: String
    /// The purpose of the key.
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
  /// Prod before sandbox, each in the order of the policies; link rules come last.
  public let matches: [Match]
  /// Similar entries, the most similar first, or those on a host. Only entries that receive codes, if one is
  /// similar; empty if a client receives codes at the URI.
  public let nearest: [Near]

  /// True if codes or tokens are sent to the URI.
  public var receivesCodes: Bool { matches.contains { $0.owner.purpose == .codes } }

  /// The maximum number of similar entries.
  private static let maximumNearest = 5

  /// Finds the entries of a project that accept a URI.
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

  /// The link rules that open an app, on either platform.
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
        // Both platforms, or both environments of a host, can share a rule.
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
    // No entry is similar to a URI of several megabytes, and comparing it would be slow.
    guard uri.utf8.count <= 4_096 else { return [] }
    // No code is sent to a host without a path, but its entries were probably meant.
    let host = ASCII.lowercased(uri)
    let onHost = entries.filter { entry in
      entry.receivesCodes && !host.isEmpty && URIParts(entry.entry.value).lowerHost == host
    }
    guard onHost.isEmpty else {
      return onHost.map { entry in
        Near(
          owner: Owner(entry), value: entry.entry.value, difference: "a URI on this host",
          source: project.workspace.source(of: entry.entry.anchor))
      }
    }
    var found: [(entry: AddressEntry, asked: ExactString, distance: Int)] = []
    for entry in entries where entry.match(uri) == nil {
      let value = entry.entry.value
      let asked = part(of: uri, comparedBy: entry.form)
      // There is no difference to show if the compared parts are equal, or the URI has no such
      // part.
      guard !asked.isEmpty, asked != value else { continue }
      let shared = FirstDifference.shared(asked, value)
      let longer = max(asked.utf8.count, value.utf8.count)
      let distance = longer - shared.prefix - shared.suffix
      // Hosts and schemes are short, and unrelated ones can share half of their bytes.
      let isNear =
        switch entry.form {
        case .host, .scheme: Nearest.name(to: asked.string, among: [value.string]) != nil
        default: distance * 2 <= longer
        }
      if isNear { found.append((entry, asked, distance)) }
    }
    // If a redirect URI is similar, it was probably meant. Ties keep the order of the policies.
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

  /// The part of a URI that is compared with an entry of this form.
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

  /// The output of `who-allows --format json` (`Schemas/who-allows.schema.json`).
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
