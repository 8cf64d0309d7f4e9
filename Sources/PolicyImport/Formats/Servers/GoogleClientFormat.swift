import PolicyModel
import PolicyText

/// `client_secret*.json`: a Google Sign-In client, as downloaded from the Google Cloud console.
package enum GoogleClientFormat: ImportFormat {
  package static let name = "google-client"
  package static let summary = "client_secret.json of a Google OAuth client"
  package static let usualNames = ["client_secret*.json", "credentials.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard let root = source.jsonRoot(mentioning: "client_id"),
      let client = root["web"] ?? root["installed"], root.members.count == 1, client.isMapping
    else { return .no }
    return client.has("client_id") ? .yes : .nearly(missing: "client_id")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    if let installed = root["installed"] {
      imported.leaveOut(
        .dropped, "policies don't support Google desktop clients", at: installed.location,
        help: "import the JSON of the web client")
      return
    }
    guard let web = root["web"], let id = web.string("client_id") else { return }
    let subject = ImportSubject.googleOnWeb(id.value)
    imported.add(subject, GoogleSignInKey.Web.clientID, from: id)
    imported.add(subject, GoogleSignInKey.Web.clientSecret, secret: web["client_secret"])
    imported.add(
      subject, GoogleSignInKey.Web.redirectURIs, from: web.strings("redirect_uris"))
    imported.add(
      subject, GoogleSignInKey.Web.javascriptOrigins, from: web.strings("javascript_origins"))
  }
}

/// A Google service account key, which import rejects.
package enum ServiceAccountFormat: ImportFormat {
  package static let name = "service-account"
  package static let summary = "Google service account key: rejected, it contains a private key"
  package static let usualNames: [String] = []

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("service_account"),
      source.json.tree.rootObject?["type"]?.text.value == "service_account"
    else { return .no }
    return .refused(
      message: "this is a service account key: it contains a private key and no policy settings",
      help: "keep it out of the repository; import the project's settings instead")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {}
}
