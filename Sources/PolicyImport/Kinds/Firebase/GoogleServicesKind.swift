import PolicyText
import PolicyModel

/// `google-services.json`, as the Firebase console gives it for Android apps.
package enum GoogleServicesKind: ImportKind {
  package static let name = "google-services"
  package static let summary = "google-services.json of a Firebase project"
  package static let usualNames = ["google-services*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("project_info"), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    guard tree.value(of: "project_info", in: root) != nil else { return .no }
    return tree.value(of: "client", in: root) == nil ? .nearly(missing: "client") : .yes
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    GoogleServicesReading(tree, root).read(into: &facts)
  }
}

/// One file with the apps and clients of a project.
private struct GoogleServicesReading {
  private let tree: SourceTree
  private let root: NodeID
  private let project: NodeID?
  private let context: FactContext

  init(_ tree: SourceTree, _ root: NodeID) {
    self.tree = tree
    self.root = root
    let info = tree.value(of: "project_info", in: root)
    project = info.flatMap { tree.value(of: "project_id", in: $0) }
    context = FactContext(project: project.map { tree.text($0) })
  }

  func read(into facts: inout ImportFacts) {
    if let info = tree.value(of: "project_info", in: root) {
      if let project {
        let subject = FactSubject.firebase(project: tree.text(project))
        facts.add(
          subject, FirebaseKey.projectID, is: .text(tree.text(project)),
          at: tree.location(project), in: context)
        if let number = tree.value(of: "project_number", in: info) {
          facts.add(
            subject, FirebaseKey.projectNumber, is: .text(tree.text(number)),
            at: tree.location(number), in: context)
        }
      }
      for key in ["firebase_url", "storage_bucket"] {
        guard let node = tree.value(of: key, in: info), !tree.text(node).isEmpty else { continue }
        facts.skip(
          tree.text(node), because: "addresses of other Firebase services",
          at: tree.location(node))
      }
    }
    guard let clients = tree.value(of: "client", in: root) else { return }
    var seen: Set<ExactString> = []
    for client in tree.items(clients) { read(client, &seen, into: &facts) }
  }

  /// An app of the project.
  private func read(_ client: NodeID, _ seen: inout Set<ExactString>, into facts: inout ImportFacts)
  {
    var package: ExactString?
    if let info = tree.value(of: "client_info", in: client),
      let android = tree.value(of: "android_client_info", in: info),
      let node = tree.value(of: "package_name", in: android)
    {
      let app = AppReference.android(package: tree.text(node))
      package = tree.text(node)
      facts.mention(.app(app), at: tree.location(node))
      if let id = tree.value(of: "mobilesdk_app_id", in: info) {
        facts.add(
          .app(app), AppKey.firebaseAppID, is: .text(tree.text(id)), at: tree.location(id),
          in: context)
      }
    }
    if let keys = tree.value(of: "api_key", in: client) {
      for key in tree.items(keys) {
        guard let node = tree.value(of: "current_key", in: key) else { continue }
        facts.hide(tree.location(node))
      }
    }
    for oauth in items("oauth_client", of: client) {
      read(oauth: oauth, package, &seen, into: &facts)
    }
    if let services = tree.value(of: "services", in: client),
      let invites = tree.value(of: "appinvite_service", in: services)
    {
      for oauth in items("other_platform_oauth_client", of: invites) {
        read(oauth: oauth, nil, &seen, into: &facts)
      }
    }
  }

  private func items(_ key: String, of node: NodeID) -> [NodeID] {
    tree.value(of: key, in: node).map { Array(tree.items($0)) } ?? []
  }

  private func read(
    oauth: NodeID, _ package: ExactString?, _ seen: inout Set<ExactString>,
    into facts: inout ImportFacts
  ) {
    guard let id = tree.value(of: "client_id", in: oauth) else { return }
    let text = tree.text(id)
    let location = tree.location(id)
    switch tree.value(of: "client_type", in: oauth).map({ tree.text($0) }) {
    case "1": android(oauth, id, package, into: &facts)
    case "2": ios(oauth, id, into: &facts)
    case "3":
      // Stands once for each app of the project.
      guard seen.insert(text).inserted else { return }
      facts.add(
        .googleOnWeb(text), GoogleSignInKey.Web.clientID, is: .text(text), at: location,
        in: context)
    default:
      facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(text.string)) is a client of an unknown type", at: location)
    }
  }

  private func android(
    _ oauth: NodeID, _ id: NodeID, _ package: ExactString?, into facts: inout ImportFacts
  ) {
    let info = tree.value(of: "android_info", in: oauth)
    let named = info.flatMap { tree.value(of: "package_name", in: $0) }.map { tree.text($0) }
    guard let package = named ?? package else {
      return facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(tree.text(id).string)) names no package",
        at: tree.location(id))
    }
    let app = AppReference.android(package: package)
    var context = context
    if let last = package.string.utf8.split(separator: UInt8(ascii: ".")).last {
      context.hints.append(EnvironmentHint(.variant, ExactString(decoding: last)))
    }
    facts.add(
      .googleOnAndroid(app), GoogleSignInKey.Android.clientID, is: .text(tree.text(id)),
      at: tree.location(id), in: context)
    guard let info, let hash = tree.value(of: "certificate_hash", in: info) else { return }
    facts.add(
      .app(app), AppKey.sha1CertFingerprints,
      is: .text(Self.withColons(tree.text(hash)) ?? tree.text(hash)), at: tree.location(hash),
      in: context)
  }

  private func ios(_ oauth: NodeID, _ id: NodeID, into facts: inout ImportFacts) {
    guard let info = tree.value(of: "ios_info", in: oauth),
      let bundle = tree.value(of: "bundle_id", in: info)
    else {
      return facts.leaveOut(
        .dropped, "\(UTF8Text.quoted(tree.text(id).string)) names no bundle ID",
        at: tree.location(id))
    }
    let app = AppReference.apple(bundleID: tree.text(bundle))
    facts.mention(.app(app), at: tree.location(bundle))
    facts.add(
      .googleOnIOS(app), GoogleSignInKey.IOS.clientID, is: .text(tree.text(id)),
      at: tree.location(id), in: context)
    if let number = tree.value(of: "app_store_id", in: info) {
      facts.add(
        .app(app), AppKey.appStoreID, is: .text(tree.text(number)), at: tree.location(number),
        in: context)
    }
  }

  /// 40 hex digits in the form of a policy.
  static func withColons(_ text: ExactString) -> ExactString? {
    let digits = Array(text.utf8)
    guard digits.count == 40, digits.allSatisfy({ PercentEncoding.hexValue($0) != nil }) else {
      return nil
    }
    var output: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, index % 2 == 0 { output.append(UInt8(ascii: ":")) }
      output.append(digit >= 0x61 ? digit & 0xDF : digit)
    }
    return ExactString(decoding: output)
  }
}
