import PolicyModel
import PolicyText

/// A Firebase web app configuration as JSON (`/__/firebase/init.json`).
package enum FirebaseWebConfigFormat: ImportFormat {
  package static let name = "firebase-web-config"
  package static let summary = "Firebase web app configuration (init.json)"
  package static let usualNames = [
    "init.json", "firebase-config*.json", "firebase-applet-config.json",
  ]

  private static let keys = ["apiKey", "authDomain", "projectId"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), keys.allSatisfy(source.mentions) else {
      return .no
    }
    return config(source.json.tree) == nil ? .no : .yes
  }

  /// The object with the keys: the root, or a value directly below it.
  private static func config(_ tree: SourceTree) -> SourceObject? {
    guard let root = tree.rootObject else { return nil }
    let candidates = [root] + tree.entries(root.node).map { SourceObject($0.value, in: tree) }
    return candidates.first { object in keys.allSatisfy { object.has($0) } }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.json), let config = config(tree),
      let project = config["projectId"].map({ tree.text($0.node) })
    else { return }
    for (key, policyKey) in [
      ("projectId", FirebaseKey.projectID), ("authDomain", .authDomain),
      ("messagingSenderId", .projectNumber),
    ] {
      imported.add(
        .firebase(project: project), policyKey, from: config.string(key)?.nonEmpty,
        in: EnvironmentContext(project: project))
    }
    if let key = config["apiKey"] { imported.hide(key.location) }
    for (key, reason) in [
      ("databaseURL", "URLs of other Firebase services"),
      ("storageBucket", "URLs of other Firebase services"), ("appId", "Firebase web apps"),
    ] {
      guard let value = config.string(key)?.nonEmpty else { continue }
      imported.skip(value.value, because: reason, at: value.location)
    }
  }
}
