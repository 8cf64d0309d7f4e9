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
      let root = source.json.tree.rootObject
    else { return .no }
    return sections.contains(where: root.has) ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.json) else { return }
    let file = AppleAppSiteAssociation(reading: tree)
    let host = ImportSubject.host(.serving(source.id))
    if let links = file.applinks {
      AppleLinksReading(links: links, tree: tree, source: source, host: host).read(into: &imported)
    }
    for (list, key) in [
      (file.webcredentials, DomainKey.credentials), (file.appclips, .appClips),
      (file.activitycontinuation, .handoff),
    ] {
      guard let node = list?.node else { continue }
      for item in SourceObject(node, in: tree).items("apps") {
        guard let app = imported.app(item) else { continue }
        imported.add(host, key, is: .app(app), at: item.location)
      }
    }
  }
}

extension ImportedValues {
  /// The app of an app ID, `<prefix>.<bundle ID>`; reports other values and returns nil.
  mutating func app(_ node: SourceObject) -> AppReference? {
    let text = node.text.value
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")),
      dot != text.utf8.startIndex, text.utf8.index(after: dot) != text.utf8.endIndex
    else {
      leaveOut(
        .dropped, "\(node.quoted) is not a valid app ID", at: node.location,
        help: "write `PREFIX.BUNDLE_ID`")
      return nil
    }
    let app = AppReference.appleID(
      prefix: ExactString(decoding: text.utf8[..<dot]),
      bundleID: ExactString(decoding: text.utf8[dot...].dropFirst()))
    mention(.app(app), at: node.location)
    return app
  }
}
