import PolicyDecision
import PolicyText
import PolicyModel

/// The changes of all hosts in one environment.
struct HostPairing {
  let old: ComparedSide
  let new: ComparedSide
  let environment: Environment

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    let names = [old, new].flatMap { side in
      side.hosts.hosts.filter { $0.environment == environment }.map(\.host)
    }
    return names.uniqued.flatMap { name -> [PolicyChange] in
      let before = old.hosts.host(name, in: environment)
      let after = new.hosts.host(name, in: environment)
      return LinkPlatform.allCases.flatMap { platform in
        LinkComparison(
          host: name, environment: environment, platform: platform,
          old: .init(side: old, host: before), new: .init(side: new, host: after)
        ).changes
      }
        + HostListComparison(
          host: name, environment: environment, old: .init(side: old, host: before),
          new: .init(side: new, host: after)
        ).changes
    }
  }
}

/// A host of one side of a comparison.
struct ComparedHost {
  let side: ComparedSide
  /// nil where the side does not have the host.
  let host: CompiledHost?

  /// The anchor's policy, else the first one that has the host.
  func policy(_ anchor: SourceAnchor?) -> ExactString? {
    side.policyName(anchor) ?? side.policyName(host?.anchors.first)
  }
}
