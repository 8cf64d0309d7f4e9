import LinkPolicy
import PolicyModel
import PolicyText

extension HoverText {
  /// The hover in an association file: keys and apps.
  func association(_ place: CursorContext) -> String? {
    let text = tree.text(place.entry.node)
    if place.entry.isKey {
      let isApple = InputKind(path: tree.source.name) == .appleAppSiteAssociation
      let above = place.path.dropLast().compactMap(\.self).last ?? ""
      return AssociationKey.keys(below: above.string, isApple: isApple)
        .first { ExactString($0.name) == text }.map { "**\($0.name)**\n\n\($0.summary)" }
    }
    switch place.name {
    case "appIDs", "appID", "apps", "package_name": return deployedApp(text)
    case "sha256_cert_fingerprints": return fingerprint(text)
    default: return nil
    }
  }

  private func deployedApp(_ identifier: ExactString) -> String {
    for document in project?.workspace.policies ?? [] {
      for app in document.policy.apps
      where app.appleAppID == identifier || app.packageName?.value == identifier {
        let source = project?.workspace.source(of: document.anchor(app.id))
        return "\(describe(app)) · \(place(source))"
      }
    }
    return "\(code(identifier)): no policy declares this app"
  }
}
