import PolicyDecision
public import PolicyText

/// The requests that become allowed, and those that are no longer allowed, from one set of policies
/// to another.
///
/// A widening or narrowing has an example request that the decision engine allows on exactly one
/// side. A change without one is neutral, unless it grants trust that no request can show: more
/// Google scopes, certificates or apps in association files are a widening, fewer a narrowing.
public struct PolicyDifference: Sendable {
  /// The changes without duplicates, sorted by policy, client, host, environment and kind.
  public let changes: [PolicyChange]

  /// Compares two projects.
  public init(old: Project, new: Project) {
    let old = ComparedSide(old)
    let new = ComparedSide(new)
    var changes: [PolicyChange] = []
    for environment in Environment.allCases {
      let clients = ClientPairing(
        old: old.policy.clients[environment] ?? [], new: new.policy.clients[environment] ?? [])
      for pair in clients.pairs {
        if let before = pair.old, let after = pair.new {
          changes += ClientPair(before: before, after: after, old: old, new: new).changes
        } else if let client = pair.new ?? pair.old {
          changes.append(
            ChangeSubject.existence(client, isAdded: pair.old == nil, old: old, new: new))
        }
      }
      let hosts = (old.hosts.hosts + new.hosts.hosts).filter { $0.environment == environment }
      for host in hosts.map(\.host).unique {
        changes +=
          HostComparison(
            host: host, environment: environment,
            old: ComparedHost(side: old, host: old.hosts.host(host, in: environment)),
            new: ComparedHost(side: new, host: new.hosts.host(host, in: environment))
          ).changes
      }
      for (before, after) in ProviderPairing(old: old, new: new).pairs {
        changes +=
          ProviderComparison(
            before: ProviderSide(side: old, document: before, environment: environment),
            after: ProviderSide(side: new, document: after, environment: environment)
          ).changes
      }
    }
    self.init(changes: changes)
  }

  /// These changes, in order.
  init(changes: [PolicyChange]) { self.changes = changes.sorted() }

  /// The number of changes with an effect.
  public func count(_ effect: PolicyChange.Effect) -> Int {
    changes.count { $0.effect == effect }
  }

  /// The effects in summaries, which mention undecided changes only if there are any.
  public var effects: [PolicyChange.Effect] {
    PolicyChange.Effect.allCases.filter { $0 != .undecided || count($0) > 0 }
  }
}

extension PolicyDifference {
  /// The output of `diff --format json` (`Schemas/diff.schema.json`).
  public var json: JSONValue {
    [
      "schemaVersion": 1,
      "summary": .object(
        PolicyChange.Effect.allCases.map { ($0.rawValue, .int(count($0))) }),
      "changes": .array(changes.map(\.json)),
    ]
  }
}

extension PolicyChange {
  fileprivate var json: JSONValue {
    func verdict(_ verdict: Verdict) -> JSONValue {
      ["decision": .string(verdict.outcome.rawValue), "reason": .string(verdict.reason.rawValue)]
    }
    return [
      "class": .string(effect.rawValue), "policy": .string(policy.string),
      "client": .optional(client?.string), "host": .optional(host?.string),
      "environment": .string(environment.rawValue),
      "kind": .string(kind.rawValue), "message": .string(message.plain), "old": old?.json ?? .null,
      "new": new?.json ?? .null,
      "witness": witness.map {
        ["request": $0.request, "old": verdict($0.old), "new": verdict($0.new)]
      } ?? .null,
    ]
  }
}

extension PolicyDifference {
  /// Compares two association files of the same format by the links that open apps.
  ///
  /// - Parameter domain: the host that serves both files.
  public init(
    old: InputFile, new: InputFile, domain: String
  ) throws(AssociationMatch.Malformed) {
    let host = ExactString(domain)
    func side(_ file: InputFile) throws(AssociationMatch.Malformed) -> ComparedHost {
      ComparedHost(
        serving: try AssociationMatch.read(file.source), isAndroid: file.kind == .assetLinks,
        host: host)
    }
    let comparison = HostComparison(
      host: host, environment: .prod, old: try side(old), new: try side(new))
    self.init(changes: comparison.changes)
  }
}
