import PolicyText
import PolicyModel

/// The configuration of a web app of Firebase, as JSON (`/__/firebase/init.json`).
package enum FirebaseWebConfigKind: ImportKind {
  package static let name = "firebase-web-config"
  package static let summary = "configuration of a Firebase web app (init.json)"
  package static let usualNames = [
    "init.json", "firebase-config*.json", "firebase-applet-config.json",
  ]

  private static let keys = ["apiKey", "authDomain", "projectId"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), keys.allSatisfy(source.mentions),
      source.json.tree.root != nil
    else { return .no }
    return config(source.json.tree) == nil ? .no : .yes
  }

  /// The object with the keys: the root, or directly below it.
  private static func config(_ tree: SourceTree) -> NodeID? {
    guard let root = tree.root else { return nil }
    let candidates = [root] + tree.entries(root).map(\.value)
    return candidates.first { node in keys.allSatisfy { tree.value(of: $0, in: node) != nil } }
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let config = config(tree),
      let project = tree.value(of: "projectId", in: config)
    else { return }
    let context = FactContext(project: tree.text(project))
    for (key, meaning) in [
      ("projectId", FirebaseKey.projectID), ("authDomain", .authDomain),
      ("messagingSenderId", .projectNumber),
    ] {
      guard let node = tree.value(of: key, in: config), !tree.text(node).isEmpty else { continue }
      facts.add(
        .firebase(project: tree.text(project)), meaning, is: .text(tree.text(node)),
        at: tree.location(node), in: context)
    }
    if let key = tree.value(of: "apiKey", in: config) { facts.hide(tree.location(key)) }
    for key in ["databaseURL", "storageBucket", "appId"] {
      guard let node = tree.value(of: key, in: config), !tree.text(node).isEmpty else { continue }
      let reason = key == "appId" ? "web apps of Firebase" : "addresses of other Firebase services"
      facts.skip(tree.text(node), because: reason, at: tree.location(node))
    }
  }
}
