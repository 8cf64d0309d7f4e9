import PolicyText

/// `firebase.json`: the deployment settings of a Firebase project.
package enum FirebaseJSONFormat: ImportFormat {
  package static let name = "firebase-json"
  package static let summary = "firebase.json, deployment settings of a Firebase project"
  package static let usualNames = ["firebase.json", "firebase.*.json"]

  private static let sections = [
    "hosting", "auth", "emulators", "firestore", "functions", "database", "storage",
    "remoteconfig", "apphosting", "dataconnect", "extensions",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{") || source.firstByte == UInt8(ascii: "/"),
      sections.contains(where: source.mentions),
      let keys = source.commentedJSON.tree.rootObject?.entries.map(\.key.text.value.string),
      !keys.isEmpty
    else { return .no }
    return keys.allSatisfy((sections + ["$schema"]).contains) ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.commentedJSON) else { return }
    for site in root["hosting"]?.itemsOrSelf ?? [] { readHosting(site, source, into: &imported) }
    let google = root["auth"]?["providers"]?["googleSignIn"]
    for uri in google?.items("authorizedRedirectUris") ?? [] {
      imported.leaveOut(
        .dropped,
        "left out \(uri.quoted): the file doesn't name its Google Sign-In web client",
        at: uri.location, help: "import the client's JSON from the Google Cloud console")
    }
  }

  private static func readHosting(
    _ hosting: SourceObject, _ source: ImportSource, into imported: inout ImportedValues
  ) {
    if let site = hosting.string("site")?.nonEmpty {
      let project = source.neighbor(".firebaserc").flatMap {
        FirebaseRCFormat.project(ofSite: site.value, in: $0)
      }
      imported.addHostingSite(site, project: project)
    }
    if let setting = hosting.string("appAssociation"), setting.value == "NONE" {
      imported.leaveOut(
        .dropped,
        "`appAssociation` is `NONE`: Firebase serves the site's own association files",
        at: setting.location, help: "import the association files themselves")
    }
    for key in ["rewrites", "headers", "redirects"] {
      for item in hosting.items(key) { readRoute(item, of: key, into: &imported) }
    }
  }

  private static func readRoute(
    _ item: SourceObject, of list: String, into imported: inout ImportedValues
  ) {
    let pattern = ["source", "glob", "regex"].lazy.compactMap { item.string($0) }.first
    if let pattern,
      pattern.value.hasPrefix("/.well-known/")
        || pattern.value.hasSuffix("apple-app-site-association")
    {
      imported.leaveOut(
        .dropped,
        "`\(list)` handles \(pattern.quoted), where devices look for association files",
        at: pattern.location, help: "import the file that the site serves there")
    }
    if list == "redirects", let target = item.string("destination"),
      target.value.hasPrefix("http")
    {
      imported.skip(target, because: "page redirects")
    }
  }
}
