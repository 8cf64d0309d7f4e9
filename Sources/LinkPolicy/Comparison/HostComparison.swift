import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// A host of one side of a comparison.
struct ComparedHost {
  let side: ComparedSide
  /// nil if the side doesn't have the host.
  let host: CompiledHost?

  /// The first policy that has the host.
  var anchor: SourceAnchor? { host?.anchors.first }
}

extension ComparedHost {
  /// A host that serves an association file.
  init(serving tree: SourceTree, isAndroid: Bool, host: ExactString) {
    let anchor = SourceAnchor(tree.file, tree.root ?? NodeID(0))
    self.init(
      side: ComparedSide(Project([]), deployed: tree),
      host: isAndroid
        ? CompiledHost(serving: AssetLinks(reading: tree), at: anchor, host: host)
        : CompiledHost(serving: AppleAppSiteAssociation(reading: tree), at: anchor, host: host))
  }
}

/// Compares the permissions that the association files of a host grant.
struct HostComparison {
  let host: ExactString
  let environment: Environment
  let old: ComparedHost
  let new: ComparedHost

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    LinkPlatform.allCases.flatMap { LinkComparison(hosts: self, platform: $0).changes } + lists
  }

  func change(
    _ effect: PolicyChange.Effect, _ kind: PolicyChange.Kind, _ message: ChangeMessage,
    old oldAnchor: SourceAnchor?, new newAnchor: SourceAnchor?,
    witness: PolicyChange.Witness? = nil
  ) -> PolicyChange {
    let policy =
      new.side.policyName(newAnchor) ?? new.side.policyName(new.anchor)
      ?? old.side.policyName(oldAnchor) ?? old.side.policyName(old.anchor)
    return ChangeSubject(
      old: old.side, new: new.side, environment: environment, policy: policy ?? "", host: host
    ).change(effect, kind, message, old: oldAnchor, new: newAnchor, witness: witness)
  }

  // MARK: other entries

  /// The entries of association files other than links. They have no example request, so each
  /// addition is a widening.
  private var lists: [PolicyChange] {
    let (had, has) = (Self.certificates(old.host), Self.certificates(new.host))
    return changes(
      .appFingerprint, Self.names(of: had, without: has), Self.names(of: has, without: had))
      + changes(.webCredentials) { host in
        let statements = host.statements.filter {
          $0.relations.contains(AssetLinks.getLoginCredentials)
        }
        return ((host.apple?.webcredentials?.apps ?? []) + statements.map(\.target.name))
          .map { "shared passwords of \($0)" }
      }
      + changes(.appClip) { ($0.apple?.appclips?.apps ?? []).map { "App Clip \($0)" } }
      + changes(.handoff) {
        ($0.apple?.activitycontinuation?.apps ?? []).map { "Handoff of \($0)" }
      }
      // Relations other than those of links and passwords.
      + changes(.assetRelation) { host in
        host.statements.flatMap { statement in
          statement.relations.filter { relation in
            relation != AssetLinks.getLoginCredentials
              && (relation != AssetLinks.handleAllURLs || statement.target.package == nil)
          }.map { "relation \($0) to \(statement.target.name)" }
        }
      }
      + changes(.assetInclude) { ($0.android?.includes ?? []).map { "include of \($0.url)" } }
  }

  private struct Certificate: Hashable {
    var package: ExactString
    var text: ExactString
    var relation: ExactString
  }

  private static func certificates(_ host: CompiledHost?) -> Set<Certificate> {
    Set(
      (host?.statements ?? []).flatMap { statement -> [Certificate] in
        guard case .androidApp(let package, let fingerprints) = statement.target else { return [] }
        return statement.relations.flatMap { relation in
          fingerprints.map {
            Certificate(package: package, text: ExactString($0.text), relation: relation)
          }
        }
      })
  }

  /// The certificates that an app has on both sides for some relation.
  private static func names(
    of own: Set<Certificate>, without others: Set<Certificate>
  ) -> [ChangeMessage] {
    let related = Set(others.map { [$0.package, $0.relation] })
    let known = Set(others.map { [$0.package, $0.text] })
    return own.subtracting(others).filter { related.contains([$0.package, $0.relation]) }.map {
      // Name the relation if the app has the certificate for another one, too.
      known.contains([$0.package, $0.text])
        ? "certificate \($0.text) of \($0.package) for \($0.relation)"
        : "certificate \($0.text) of \($0.package)"
    }
  }

  private func changes(
    _ kind: PolicyChange.Kind, _ names: (CompiledHost) -> [ChangeMessage]
  ) -> [PolicyChange] {
    changes(kind, old.host.map(names) ?? [], new.host.map(names) ?? [])
  }

  private func changes(
    _ kind: PolicyChange.Kind, _ from: [ChangeMessage], _ to: [ChangeMessage]
  ) -> [PolicyChange] {
    Set(to).subtracting(from).map {
      change(.widening, kind, "\($0) added", old: nil, new: new.anchor)
    }
      + Set(from).subtracting(to).map {
        change(.narrowing, kind, "\($0) removed", old: old.anchor, new: nil)
      }
  }
}

extension CompiledHost {
  fileprivate var statements: [AssetStatement] { android?.statements ?? [] }
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
