import AssociationFiles
import PolicyDecision
import PolicyText

/// Compares what association files grant besides links. No request shows it; more of it is a widening.
struct HostListComparison {
  let host: ExactString
  let environment: Environment
  let old: ComparedHost
  let new: ComparedHost

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    certificateChanges
      + changes(.webCredentials, Self.credentials) { "shared passwords of \($0.owner)" }
      + changes(.appClip, { Self.items($0.apple?.appclips) }) { "App Clip \($0.owner)" }
      + changes(.handoff, { Self.items($0.apple?.activitycontinuation) }) {
        "Handoff of \($0.owner)"
      }
      + changes(.assetRelation, Self.relations) { "relation \($0.text) to \($0.owner)" }
      + changes(.assetInclude, { ($0.android?.includes ?? []).map { Item(owner: $0.url) } }) {
        "include of \($0.owner)"
      }
  }

  private struct Item: Hashable {
    var owner: ExactString
    var text: ExactString = ""
    /// The relation that a certificate has.
    var relation: ExactString = ""
  }

  private static func items(_ list: AppleAppList?) -> [Item] {
    (list?.apps ?? []).map { Item(owner: $0) }
  }

  private static func credentials(_ host: CompiledHost) -> [Item] {
    let android = (host.android?.statements ?? []).filter {
      $0.relations.contains(AssetLinks.getLoginCredentials)
    }
    return items(host.apple?.webcredentials)
      + android.map { Item(owner: $0.target.name) }
  }

  /// Relations other than those to apps that links and passwords show.
  private static func relations(_ host: CompiledHost) -> [Item] {
    (host.android?.statements ?? []).flatMap { statement in
      statement.relations.filter { relation in
        relation != AssetLinks.getLoginCredentials
          && (relation != AssetLinks.handleAllURLs || statement.target.package == nil)
      }.map { Item(owner: statement.target.name, text: $0) }
    }
  }

  private static func certificates(_ host: CompiledHost?) -> Set<Item> {
    Set(
      (host?.android?.statements ?? []).flatMap { statement -> [Item] in
        guard case .androidApp(let package, let fingerprints) = statement.target else { return [] }
        return statement.relations.flatMap { relation in
          fingerprints.map {
            Item(owner: package, text: ExactString($0.text), relation: relation)
          }
        }
      })
  }

  /// Certificates of relations that an app has on both sides.
  private var certificateChanges: [PolicyChange] {
    let (had, has) = (Self.certificates(old.host), Self.certificates(new.host))
    func changes(_ items: Set<Item>, _ others: Set<Item>, isAdded: Bool) -> [PolicyChange] {
      let related = Set(others.map { Item(owner: $0.owner, relation: $0.relation) })
      let known = Set(others.map { Item(owner: $0.owner, text: $0.text) })
      var seen: Set<Item> = []
      return items.subtracting(others).sorted { $0.relation < $1.relation }.compactMap { item in
        guard related.contains(Item(owner: item.owner, relation: item.relation)) else { return nil }
        let certificate = Item(owner: item.owner, text: item.text)
        // A certificate that the app has for another relation already.
        if known.contains(certificate) {
          return change(
            .appFingerprint, "certificate \(item.text) of \(item.owner) for \(item.relation)",
            isAdded: isAdded)
        }
        guard seen.insert(certificate).inserted else { return nil }
        return change(
          .appFingerprint, "certificate \(item.text) of \(item.owner)", isAdded: isAdded)
      }
    }
    return changes(has, had, isAdded: true) + changes(had, has, isAdded: false)
  }

  private func changes(
    _ kind: PolicyChange.Kind, _ items: (CompiledHost) -> [Item], _ name: (Item) -> ChangeMessage
  ) -> [PolicyChange] {
    let (had, has) = (Set(old.host.map(items) ?? []), Set(new.host.map(items) ?? []))
    return has.subtracting(had).map { change(kind, name($0), isAdded: true) }
      + had.subtracting(has).map { change(kind, name($0), isAdded: false) }
  }

  private func change(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, isAdded: Bool
  ) -> PolicyChange {
    var message = name
    message.parts.append(.text(isAdded ? " added" : " removed"))
    let anchors = (old: old.host?.anchors.first, new: new.host?.anchors.first)
    return PolicyChange(
      effect: isAdded ? .widening : .narrowing,
      policy: new.policy(anchors.new) ?? old.policy(anchors.old) ?? "", client: nil, host: host,
      environment: environment, kind: kind, message: message,
      old: isAdded ? nil : old.side.source(anchors.old),
      new: isAdded ? new.side.source(anchors.new) : nil, witness: nil)
  }
}

extension AssetTarget {
  /// The package or site.
  fileprivate var name: ExactString {
    switch self {
    case .androidApp(let package, _): package
    case .web(let site): site
    }
  }
}
