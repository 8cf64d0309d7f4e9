import PolicyModel
import PolicyText

/// `google-services.json`, as downloaded from the Firebase console for Android apps.
package enum GoogleServicesFormat: ImportFormat {
  package static let name = "google-services"
  package static let summary = "google-services.json of a Firebase project"
  package static let usualNames = ["google-services*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard let root = source.jsonRoot(mentioning: "project_info"), root.has("project_info") else {
      return .no
    }
    return root.has("client") ? .yes : .nearly(missing: "client")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    let project = root["project_info"]?.string("project_id")
    guard project?.value != "", project?.isPlaceholder != true else {
      return imported.skip(
        project?.value ?? "", because: "files without a project", at: root.location)
    }
    GoogleServicesReading(root: root, project: project).read(into: &imported)
  }
}

private struct GoogleServicesReading {
  let root: SourceObject
  let project: SourceString?

  private var context: EnvironmentContext { EnvironmentContext(project: project?.value) }

  func read(into imported: inout ImportedValues) {
    if let info = root["project_info"] {
      if let project {
        let subject = ImportSubject.firebase(project: project.value)
        imported.add(subject, FirebaseKey.projectID, from: project, in: context)
        imported.add(
          subject, FirebaseKey.projectNumber, from: info.string("project_number"), in: context)
      }
      for key in ["firebase_url", "storage_bucket"] {
        guard let url = info.string(key)?.nonEmpty else { continue }
        imported.skip(url, because: "URLs of other Firebase services")
      }
    }
    var seen: Set<ExactString> = []
    for client in root.items("client") { readApp(client, &seen, into: &imported) }
  }

  private func readApp(
    _ client: SourceObject, _ seen: inout Set<ExactString>, into imported: inout ImportedValues
  ) {
    let info = client["client_info"]
    let package = info?["android_client_info"]?.string("package_name")
    if let package {
      let app = ImportSubject.app(.android(package: package.value))
      imported.mention(app, at: package.location)
      imported.add(
        app, AppKey.firebaseAppID, from: info?.string("mobilesdk_app_id"), in: context)
    }
    for key in client.items("api_key").compactMap({ $0["current_key"] }) {
      imported.hide(key.location)
    }
    for oauth in client.items("oauth_client") {
      readClient(oauth, package?.value, &seen, into: &imported)
    }
    let invites = client["services"]?["appinvite_service"]
    for oauth in invites?.items("other_platform_oauth_client") ?? [] {
      readClient(oauth, nil, &seen, into: &imported)
    }
  }

  private func readClient(
    _ oauth: SourceObject, _ package: ExactString?, _ seen: inout Set<ExactString>,
    into imported: inout ImportedValues
  ) {
    guard let id = oauth.string("client_id") else { return }
    switch oauth["client_type"]?.text.value {
    case "1": readAndroid(oauth, id, package, into: &imported)
    case "2": readIOS(oauth, id, into: &imported)
    case "3":
      // Listed once for each app of the project.
      guard seen.insert(id.value).inserted else { return }
      guard !id.value.utf8.allSatisfy(\.isDigit) else {
        return imported.skip(id, because: "service accounts")
      }
      imported.add(
        .googleOnWeb(id.value), GoogleSignInKey.Web.clientID, from: id, in: context)
    default:
      imported.leaveOut(
        .dropped, "client \(id.quoted) has an unknown `client_type`", at: id.location,
        help: "download the file again from the Firebase console")
    }
  }

  private func readAndroid(
    _ oauth: SourceObject, _ id: SourceString, _ package: ExactString?,
    into imported: inout ImportedValues
  ) {
    let info = oauth["android_info"]
    guard let package = info?.string("package_name")?.value ?? package else {
      return imported.leaveOut(
        .dropped, "client \(id.quoted) has no `package_name`", at: id.location,
        help: "download the file again from the Firebase console")
    }
    let app = AppReference.android(package: package)
    var context = context
    if let last = package.parts(separator: ".").last {
      context.hints.append(EnvironmentHint(.variant, last))
    }
    imported.add(.googleOnAndroid(app), GoogleSignInKey.Android.clientID, from: id, in: context)
    let hash = info?.string("certificate_hash")
    imported.add(
      .app(app), AppKey.sha1CertFingerprints,
      from: hash.map { $0.replaced(by: Self.withColons($0.value) ?? $0.value) }, in: context)
  }

  private func readIOS(
    _ oauth: SourceObject, _ id: SourceString, into imported: inout ImportedValues
  ) {
    guard let info = oauth["ios_info"], let bundle = info.string("bundle_id") else {
      return imported.leaveOut(
        .dropped, "client \(id.quoted) has no `bundle_id`", at: id.location,
        help: "download the file again from the Firebase console")
    }
    let app = AppReference.apple(bundleID: bundle.value)
    imported.mention(.app(app), at: bundle.location)
    imported.add(.googleOnIOS(app), GoogleSignInKey.IOS.clientID, from: id, in: context)
    imported.add(.app(app), AppKey.appStoreID, from: info.string("app_store_id"), in: context)
  }

  /// 40 hex digits in pairs with colons, as policies write SHA-1 fingerprints.
  private static func withColons(_ text: ExactString) -> ExactString? {
    guard text.utf8.count == 40, text.utf8.allSatisfy({ PercentEncoding.hexValue($0) != nil })
    else { return nil }
    return FingerprintText.written(Array(text.utf8))
  }
}
