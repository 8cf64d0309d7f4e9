import AssociationFiles
import PolicyText
import ProjectTestSupport
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
      let answer = matcher.answer(url, version: version)
      let opening = answer.decisions.filter { $0.outcome == .match }
      Finding.unless(answer.opens == opening.map(\.app), "other apps open")
    }
  }
}
