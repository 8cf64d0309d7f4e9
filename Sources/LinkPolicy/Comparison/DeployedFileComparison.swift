import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

extension PolicyDifference {
  /// Compares two association files of one kind: which links open other apps than before.
  ///
  /// - Parameter domain: the host that serves both.
  public init(
    old: InputFile, new: InputFile, domain: String
  ) throws(AssociationMatch.Malformed) {
    let host = ExactString(domain)
    let before = try Self.side(old, host)
    let after = try Self.side(new, host)
    let links = LinkPlatform.allCases.flatMap { platform in
      LinkComparison(
        host: host, environment: .prod, platform: platform, old: before, new: after
      ).changes
    }
    let lists = HostListComparison(host: host, environment: .prod, old: before, new: after).changes
    self.init(changes: links + lists)
  }

  private static func side(
    _ file: InputFile, _ host: ExactString
  ) throws(AssociationMatch.Malformed) -> ComparedHost {
    let tree = try AssociationMatch.read(file.source)
    let anchor = SourceAnchor(tree.file, tree.root ?? NodeID(0))
    let compiled =
      file.kind == .assetLinks
      ? CompiledHost(serving: AssetLinks(reading: tree), at: anchor, host: host)
      : CompiledHost(serving: AppleAppSiteAssociation(reading: tree), at: anchor, host: host)
    return ComparedHost(side: ComparedSide(Project([]), deployed: tree), host: compiled)
  }
}
