import AssociationFiles
import PolicyDecision
import PolicyText

/// Compares what association files grant besides links: certificates, passwords, App Clips, Handoff. No
/// request evaluates them, so a change is neutral.
struct HostListComparison {
  let host: ExactString
  let environment: Environment
  let old: ComparedHost
  let new: ComparedHost

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    changes(.appFingerprint, Self.certificates) { item in
      "certificate \(item.text) of \(item.owner)"
    }
      + changes(.webCredentials, Self.credentials) { "shared passwords of \($0.owner)" }
      + changes(.appClip, { Self.items($0.apple?.appclips) }) { "App Clip \($0.owner)" }
      + changes(.handoff, { Self.items($0.apple?.activitycontinuation) }) {
        "Handoff of \($0.owner)"
      }
  }

  private struct Item: Hashable {
    var owner: ExactString
    var text: ExactString = ""
  }

  private static func items(_ list: AppleAppList?) -> [Item] {
    (list?.apps ?? []).map { Item(owner: $0) }
  }

  private static func credentials(_ host: CompiledHost) -> [Item] {
    let android = (host.android?.statements ?? []).filter {
      $0.relations.contains(AssetLinks.getLoginCredentials)
    }
    return items(host.apple?.webcredentials)
      + android.compactMap { $0.package.map { Item(owner: $0) } }
  }

  private static func certificates(_ host: CompiledHost) -> [Item] {
    (host.android?.statements ?? []).flatMap { statement -> [Item] in
      guard case .androidApp(let package, let fingerprints) = statement.target else { return [] }
      return fingerprints.map { Item(owner: package, text: ExactString($0.text)) }
    }
  }

  private func changes(
    _ kind: PolicyChange.Kind, _ items: (CompiledHost) -> [Item], _ name: (Item) -> ChangeMessage
  ) -> [PolicyChange] {
    // What comes or goes with the whole host is no change of its own.
    guard let before = old.host, let after = new.host else { return [] }
    let (had, has) = (Set(items(before)), Set(items(after)))
    // Nor the certificates of an app that comes or goes.
    let (owners, newOwners) = (Set(had.map(\.owner)), Set(has.map(\.owner)))
    func matters(_ item: Item, _ known: Set<ExactString>) -> Bool {
      kind != .appFingerprint || known.contains(item.owner)
    }
    return has.subtracting(had).filter { matters($0, owners) }.map {
      change(kind, name($0), isAdded: true)
    }
      + had.subtracting(has).filter { matters($0, newOwners) }.map {
        change(kind, name($0), isAdded: false)
      }
  }

  private func change(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, isAdded: Bool
  ) -> PolicyChange {
    var message = name
    message.parts.append(.text(isAdded ? " added" : " removed"))
    let anchors = (old: old.host?.anchors.first, new: new.host?.anchors.first)
    return PolicyChange(
      effect: .neutral, policy: new.policy(anchors.new) ?? "", client: nil, host: host,
      environment: environment, kind: kind, message: message,
      old: isAdded ? nil : old.side.source(anchors.old),
      new: isAdded ? new.side.source(anchors.new) : nil, witness: nil)
  }
}
