import PolicyText
import PolicyModel

/// `client_secret*.json`: a client of Google Sign-In, as Google Cloud gives it out.
///
/// A client of Google, not of our server.
package enum GoogleClientKind: ImportKind {
  package static let name = "google-client"
  package static let summary = "client_secret.json of a Google OAuth client"
  package static let usualNames = ["client_secret*.json", "credentials.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("client_id"), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    let kinds = ["web", "installed"].compactMap { tree.value(of: $0, in: root) }
    guard kinds.count == 1, tree.count(root) == 1, tree.kind(kinds[0]) == .mapping else {
      return .no
    }
    return tree.value(of: "client_id", in: kinds[0]) != nil
      ? .yes : .nearly(missing: "client_id")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    if let installed = tree.value(of: "installed", in: root) {
      facts.leaveOut(
        .dropped, "a desktop client of Google has no place in a policy",
        at: tree.location(installed))
      return
    }
    guard let web = tree.value(of: "web", in: root),
      let id = tree.sourceText("client_id", in: web)
    else { return }
    let subject = FactSubject.googleOnWeb(id.value)
    facts.add(subject, GoogleSignInKey.Web.clientID, is: .text(id.value), at: id.location)
    if let secret = tree.value(of: "client_secret", in: web) {
      facts.add(
        subject, GoogleSignInKey.Web.clientSecret, is: .secret(nil), at: tree.location(secret))
    }
    for uri in tree.sourceTexts("redirect_uris", in: web) {
      facts.add(subject, GoogleSignInKey.Web.redirectURIs, is: .text(uri.value), at: uri.location)
    }
    for origin in tree.sourceTexts("javascript_origins", in: web) {
      facts.add(
        subject, GoogleSignInKey.Web.javascriptOrigins, is: .text(origin.value),
        at: origin.location)
    }
  }
}
