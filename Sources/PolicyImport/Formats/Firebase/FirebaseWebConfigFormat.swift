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
    return source.json.tree.rootObject.flatMap(config) == nil ? .no : .yes
  }

  /// The object with the keys: the root, or a value directly below it.
  private static func config(_ root: SourceObject) -> SourceObject? {
    ([root] + root.members).first { keys.allSatisfy($0.has) }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let config = imported.root(of: source.json).flatMap(config),
      let project = config["projectId"]?.text.value
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
      imported.skip(value, because: reason)
    }
  }
}
