import PolicyModel

/// `GoogleService-Info.plist`, as downloaded from the Firebase console for an Apple app.
package enum GoogleServiceInfoFormat: ImportFormat {
  package static let name = "google-service-info"
  package static let summary = "GoogleService-Info.plist of a Firebase project"
  package static let usualNames = ["GoogleService-Info*.plist"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("GOOGLE_APP_ID"),
      let root = source.propertyList.tree.rootObject, root.has("GOOGLE_APP_ID")
    else { return .no }
    return root.has("BUNDLE_ID") ? .yes : .nearly(missing: "BUNDLE_ID")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.propertyList) else { return }
    func value(_ key: String) -> SourceString? {
      guard let value = root.string(key)?.nonEmpty else { return nil }
      guard value.isPlaceholder else { return value }
      imported.skip(value, because: "placeholders")
      return nil
    }
    let project = value("PROJECT_ID")
    let context = EnvironmentContext(project: project?.value)
    if let project {
      let subject = ImportSubject.firebase(project: project.value)
      imported.add(subject, FirebaseKey.projectID, from: project, in: context)
      imported.add(subject, FirebaseKey.projectNumber, from: value("GCM_SENDER_ID"), in: context)
    }
    let id = value("BUNDLE_ID")
    let app = id.map { AppReference.apple(bundleID: $0.value) } ?? .builtWith(source.id)
    if let id { imported.mention(.app(app), at: id.location) }
    imported.add(.app(app), AppKey.firebaseAppID, from: value("GOOGLE_APP_ID"), in: context)
    imported.add(
      .googleOnIOS(app), GoogleSignInKey.IOS.clientID, from: value("CLIENT_ID"), in: context)
    imported.add(
      .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, from: value("REVERSED_CLIENT_ID"),
      in: context)
    if let android = value("ANDROID_CLIENT_ID") {
      imported.leaveOut(
        .dropped, "left out \(android.quoted): this file doesn't name the client's Android app",
        at: android.location, help: "import google-services.json")
    }
    for key in ["STORAGE_BUCKET", "DATABASE_URL"] {
      guard let url = value(key) else { continue }
      imported.skip(url, because: "URLs of other Firebase services")
    }
  }
}
