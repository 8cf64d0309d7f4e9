import PolicyText

extension PolicyDifference {
  /// Compares two association files of one kind: which links open other apps than before.
  ///
  /// - Parameter domain: the host that serves both.
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
