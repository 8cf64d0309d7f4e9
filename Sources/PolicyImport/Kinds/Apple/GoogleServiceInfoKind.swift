import PolicyText
import PolicyModel

/// `GoogleService-Info.plist`, as the Firebase console gives it for an app of Apple.
package enum GoogleServiceInfoKind: ImportKind {
  package static let name = "google-service-info"
  package static let summary = "GoogleService-Info.plist of a Firebase project"
  package static let usualNames = ["GoogleService-Info*.plist"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("GOOGLE_APP_ID"),
      let root = source.propertyList.tree.root
    else { return .no }
    let tree = source.propertyList.tree
    guard tree.value(of: "GOOGLE_APP_ID", in: root) != nil else { return .no }
    return tree.value(of: "BUNDLE_ID", in: root) == nil ? .nearly(missing: "BUNDLE_ID") : .yes
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.propertyList), let root = tree.root else { return }
    func value(_ key: String) -> (text: ExactString, location: SourceLocation)? {
      guard let node = tree.value(of: key, in: root), tree.kind(node) == .scalar,
        !tree.text(node).isEmpty
      else { return nil }
      return (tree.text(node), tree.location(node))
    }
    let project = value("PROJECT_ID")
    let context = FactContext(project: project?.text)
    if let project {
      let subject = FactSubject.firebase(project: project.text)
      facts.add(
        subject, FirebaseKey.projectID, is: .text(project.text), at: project.location, in: context)
      if let number = value("GCM_SENDER_ID") {
        facts.add(
          subject, FirebaseKey.projectNumber, is: .text(number.text), at: number.location,
          in: context)
      }
    }
    let id = value("BUNDLE_ID")
    let app = id.map { AppReference.apple(bundleID: $0.text) } ?? .builtWith(source.id)
    if let id { facts.mention(.app(app), at: id.location) }
    if let firebase = value("GOOGLE_APP_ID") {
      facts.add(
        .app(app), AppKey.firebaseAppID, is: .text(firebase.text), at: firebase.location,
        in: context)
    }
    if let client = value("CLIENT_ID") {
      facts.add(
        .googleOnIOS(app), GoogleSignInKey.IOS.clientID, is: .text(client.text),
        at: client.location, in: context)
    }
    if let scheme = value("REVERSED_CLIENT_ID") {
      facts.add(
        .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, is: .text(scheme.text),
        at: scheme.location, in: context)
    }
    if let android = value("ANDROID_CLIENT_ID") {
      facts.leaveOut(
        .dropped,
        "\(UTF8Text.quoted(android.text.string)) is the client of an Android app that this file does not name",
        at: android.location, help: "import google-services.json, which names it")
    }
    for key in ["STORAGE_BUCKET", "DATABASE_URL"] {
      guard let host = value(key) else { continue }
      facts.skip(host.text, because: "addresses of other Firebase services", at: host.location)
    }
  }
}
