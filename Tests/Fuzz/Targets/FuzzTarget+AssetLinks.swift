import AssociationFiles
import PolicyText
import PolicyRules

extension FuzzTarget {
  /// `assetlinks.json`: read, judged, matched as Android does. A line with a URL stands before the file.
  static let assetLinks = FuzzTarget("assetlinks", maximumLength: 4_096) {
    try Seeds.associationFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let url = input.line()
    let read = JSONReader.read(
      SourceFile(name: "assetlinks.json", bytes: input.remaining), file: FileID(0))
    let findings = AssociationFileRules.checkAssetLinks(read)
    let faults = TreeFaults.faults(read.tree, findings)
    Finding.unless(faults.isEmpty, "\(faults)")
    let links = AssetLinks(reading: read.tree)
    let matcher = AndroidLinkMatcher(links, host: "example.com")
    for version in [14, 15] {
      Finding.unless(
        matcher.answer(url, version: version).decisions
          == matcher.trace(url, version: version).answer.decisions, "the trace differs")
    }
  }
}
