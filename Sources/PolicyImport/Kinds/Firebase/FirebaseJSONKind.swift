import PolicyText
import PolicyModel

/// `firebase.json`: what is deployed to a project.
package enum FirebaseJSONKind: ImportKind {
  package static let name = "firebase-json"
  package static let summary = "firebase.json, what is deployed to a Firebase project"
  package static let usualNames = ["firebase.json", "firebase.*.json"]

  private static let sections = [
    "hosting", "auth", "emulators", "firestore", "functions", "database", "storage",
    "remoteconfig", "apphosting", "dataconnect", "extensions",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{") || source.firstByte == UInt8(ascii: "/"),
      sections.contains(where: source.mentions), let root = source.commentedJSON.tree.root
    else { return .no }
    let tree = source.commentedJSON.tree
    guard tree.kind(root) == .mapping, !tree.isEmpty(root) else { return .no }
    let known = sections + ["$schema"]
    return tree.entries(root).allSatisfy { known.contains(tree.text($0.key).string) } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.commentedJSON), let root = tree.root else { return }
    if let hosting = tree.value(of: "hosting", in: root) {
      let sites = tree.kind(hosting) == .sequence ? Array(tree.items(hosting)) : [hosting]
      for site in sites { read(hosting: site, tree, source, &facts) }
    }
    if let auth = tree.value(of: "auth", in: root),
      let providers = tree.value(of: "providers", in: auth),
      let google = tree.value(of: "googleSignIn", in: providers),
      let uris = tree.value(of: "authorizedRedirectUris", in: google)
    {
      for uri in tree.items(uris) {
        facts.leaveOut(
          .dropped,
          "\(quoted(uri, tree)) belongs to the web client of Google Sign-In, whose ID the file does not say",
          at: tree.location(uri), help: "import the client's JSON from the Google Cloud console")
      }
    }
  }

  private static func read(
    hosting: NodeID, _ tree: SourceTree, _ source: ImportSource, _ facts: inout ImportFacts
  ) {
    if let site = tree.value(of: "site", in: hosting), !tree.text(site).isEmpty {
      let project = source.neighbour(".firebaserc").flatMap {
        FirebaseRCKind.project(ofSite: tree.text(site), in: $0)
      }
      facts.addHostingSite(site, in: tree, project: project)
    }
    if let setting = tree.value(of: "appAssociation", in: hosting), tree.text(setting) == "NONE" {
      facts.leaveOut(
        .dropped,
        "Firebase makes no association files for this site: it serves those of its folder",
        at: tree.location(setting), help: "import the files themselves")
    }
    for key in ["rewrites", "headers", "redirects"] {
      guard let list = tree.value(of: key, in: hosting) else { continue }
      for item in tree.items(list) {
        read(item, of: key, tree, &facts)
      }
    }
  }

  private static func read(
    _ item: NodeID, of list: String, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    let pattern = ["source", "glob", "regex"].lazy.compactMap { tree.value(of: $0, in: item) }.first
    if let pattern,
      tree.text(pattern).string.utf8.starts(with: "/.well-known/".utf8)
        || tree.text(pattern).hasSuffix("apple-app-site-association")
    {
      facts.leaveOut(
        .dropped,
        "`\(list)` answers \(quoted(pattern, tree)), where devices look for association files",
        at: tree.location(pattern), help: "import what is served there")
    }
    if list == "redirects", let target = tree.value(of: "destination", in: item),
      tree.text(target).hasPrefix("http")
    {
      facts.skip(
        tree.text(target), because: "redirects of pages", at: tree.location(target))
    }
  }

  private static func quoted(_ node: NodeID, _ tree: SourceTree) -> String {
    UTF8Text.quoted(tree.text(node).string)
  }
}
