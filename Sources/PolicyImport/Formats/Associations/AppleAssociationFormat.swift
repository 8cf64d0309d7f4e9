import AssociationFiles
import PolicyModel
import PolicyText

/// `apple-app-site-association`.
///
/// The file contains neither its host nor the platforms of apps.
package enum AppleAssociationFormat: ImportFormat {
  package static let name = "aasa"
  package static let summary = "apple-app-site-association, in all its forms"
  package static let usualNames = [
    "apple-app-site-association", "apple-app-site-association.json",
    "apple-app-site-association-unsigned",
  ]

  private static let sections = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    // Signed files, required before iOS 9.
    if CertificateFormat.isSignedMessage(source.file.bytes) {
      return .refused(
        message: "this is a signed file (CMS) that can't be read",
        help: "extract the JSON: `openssl smime -verify -noverify -inform DER -in FILE`")
    }
    guard source.looksLikeJSON, sections.contains(where: source.mentions),
      let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    return sections.contains { tree.value(of: $0, in: root) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.json) else { return }
    let file = AppleAppSiteAssociation(reading: tree)
    let host = ImportSubject.host(.serving(source.id))
    if let links = file.applinks {
      AppleLinksReading(links, tree, source, host).read(into: &imported)
    }
    for (list, key) in [
      (file.webcredentials, DomainKey.credentials), (file.appclips, .appClips),
      (file.activitycontinuation, .handoff),
    ] {
      guard let node = list?.node, let apps = tree.value(of: "apps", in: node) else { continue }
      for item in tree.items(apps) {
        guard let app = imported.app(item, in: tree) else { continue }
        imported.add(host, key, is: .app(app), at: tree.location(item))
      }
    }
  }
}

extension ImportedValues {
  /// The app of an app ID, `<prefix>.<bundle ID>`; reports other values and returns nil.
  mutating func app(_ node: NodeID, in tree: SourceTree) -> AppReference? {
    let text = tree.text(node)
    let location = tree.location(node)
    guard tree.kind(node) == .scalar, let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")),
      dot != text.utf8.startIndex, text.utf8.index(after: dot) != text.utf8.endIndex
    else {
      leaveOut(
        .dropped, "\(DisplayText.quoted(text.string)) is not a valid app ID", at: location,
        help: "write `PREFIX.BUNDLE_ID`")
      return nil
    }
    let app = AppReference.appleID(
      prefix: ExactString(decoding: text.utf8[..<dot]),
      bundleID: ExactString(decoding: text.utf8[dot...].dropFirst()))
    mention(.app(app), at: location)
    return app
  }
}
