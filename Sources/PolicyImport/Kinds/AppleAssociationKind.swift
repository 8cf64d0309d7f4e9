import AssociationFiles
import PolicyText
import PolicyModel

/// `apple-app-site-association`.
///
/// The file does not say which host serves it, nor whether an app is one of iOS or macOS.
package enum AppleAssociationKind: ImportKind {
  package static let name = "aasa"
  package static let summary = "apple-app-site-association, in all its forms"
  package static let usualNames = [
    "apple-app-site-association", "apple-app-site-association.json",
    "apple-app-site-association-unsigned",
  ]

  private static let sections = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    // A signature of the time of iOS 8, in DER.
    if CertificateKind.isSignedMessage(source.file.bytes) {
      return .refused(
        message: "this is a signed file (CMS) whose content can't be read",
        help: "take the JSON out of it: `openssl smime -verify -noverify -inform DER -in FILE`")
    }
    guard source.looksLikeJSON, sections.contains(where: source.mentions),
      let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    return sections.contains { tree.value(of: $0, in: root) != nil } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json) else { return }
    let file = AppleAppSiteAssociation(reading: tree)
    let host = FactSubject.host(.serving(source.id))
    if let links = file.applinks {
      AppleLinksReading(links, tree, source, host).read(into: &facts)
    }
    for (list, key) in [
      (file.webcredentials, DomainKey.credentials), (file.appclips, .appClips),
      (file.activitycontinuation, .handoff),
    ] {
      guard let node = list?.node, let apps = tree.value(of: "apps", in: node) else { continue }
      for item in tree.items(apps) {
        guard let app = facts.app(item, in: tree) else { continue }
        facts.add(host, key, is: .app(app), at: tree.location(item))
      }
    }
  }
}

extension ImportFacts {
  /// The app of an app ID, `<prefix>.<bundle ID>`; nil, and named as left out, where it is none.
  mutating func app(_ node: NodeID, in tree: SourceTree) -> AppReference? {
    let text = tree.text(node)
    let location = tree.location(node)
    guard tree.kind(node) == .scalar, let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")),
      dot != text.utf8.startIndex, text.utf8.index(after: dot) != text.utf8.endIndex
    else {
      leaveOut(
        .dropped, "\(UTF8Text.quoted(text.string)) is no app ID: `<prefix>.<bundle ID>` expected",
        at: location)
      return nil
    }
    let app = AppReference.appleID(
      prefix: ExactString(decoding: text.utf8[..<dot]),
      bundleID: ExactString(decoding: text.utf8[dot...].dropFirst()))
    mention(.app(app), at: location)
    return app
  }
}
