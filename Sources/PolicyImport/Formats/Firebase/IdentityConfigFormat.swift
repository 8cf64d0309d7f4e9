import PolicyModel
import PolicyText

/// Firebase Authentication settings from the Identity Platform API.
package enum IdentityConfigFormat: ImportFormat {
  package static let name = "identity-config"
  package static let summary = "Identity Platform project settings (admin/v2 config)"
  package static let usualNames = [
    "identity-config*.json", "auth-config*.json", "identity-platform*.json",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{") else { return .no }
    if isConfig(source) { return .yes }
    guard let root = source.jsonRoot(mentioning: "authorizedDomains"),
      root.has("authorizedDomains")
    else { return .no }
    return ["signIn", "mobileLinksConfig", "notification"].contains { root.has($0) }
      ? .yes : .nearly(missing: "signIn")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    IdentityConfigReading(root).read(into: &imported)
    // The generate target `firebase` writes providers into the same file.
    IdPConfigFormat.readAll(in: root, into: &imported)
  }

  /// Whether the file is an object whose `name` is `projects/…/config`.
  static func isConfig(_ source: ImportSource) -> Bool {
    guard source.mentions("/config"), let name = source.json.tree.rootObject?["name"]?.text.value
    else { return false }
    return project(inName: name) != nil && name.hasSuffix("/config")
  }

  /// The ID or number in `projects/…/config`; the API returns either.
  static func project(
    inName name: ExactString
  ) -> (id: ExactString?, number: ExactString?, range: Range<Int>)? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].elementsEqual("projects".utf8), !parts[1].isEmpty else {
      return nil
    }
    let text = ExactString(decoding: parts[1])
    let isNumber = parts[1].allSatisfy(\.isDigit)
    return (isNumber ? nil : text, isNumber ? text : nil, 9..<(9 + parts[1].count))
  }
}

private struct IdentityConfigReading {
  private let root: SourceObject
  private let project: ExactString?

  init(_ root: SourceObject) {
    self.root = root
    let named = root["name"].flatMap { IdentityConfigFormat.project(inName: $0.text.value) }
    // New projects get their ID as subdomain.
    project = named?.id ?? root["client"]?.string("firebaseSubdomain")?.value
  }

  private var subject: ImportSubject { .firebase(project: project) }
  private var context: EnvironmentContext { EnvironmentContext(project: project) }

  func read(into imported: inout ImportedValues) {
    func add(_ key: FirebaseKey, _ string: SourceString?) {
      imported.add(subject, key, from: string, in: context)
    }
    if let name = root["name"],
      let project = IdentityConfigFormat.project(inName: name.text.value)
    {
      let place = name.location(of: project.range)
      add(.projectID, project.id.map { SourceString($0, at: place) })
      add(.projectNumber, project.number.map { SourceString($0, at: place) })
    }
    if let subdomain = root["client"]?.string("firebaseSubdomain") {
      if project == subdomain.value { add(.projectID, subdomain) }
      let domain = ExactString(subdomain.value.string + ".firebaseapp.com")
      add(.authDomain, subdomain.replaced(by: domain))
    }
    if let key = root["client"]?["apiKey"] { imported.hide(key.location) }
    imported.add(
      subject, FirebaseKey.authorizedDomains,
      from: root.items("authorizedDomains").compactMap(\.string), in: context)
    readSignIn(into: &imported)
    readEmail(into: &imported)
    let linkDomain = root["mobileLinksConfig"]?.string("domain")
    switch linkDomain?.value {
    case "HOSTING_DOMAIN": add(.mobileLinks, linkDomain?.replaced(by: "hosting_domain"))
    case "FIREBASE_DYNAMIC_LINK_DOMAIN":
      add(.mobileLinks, linkDomain?.replaced(by: "dynamic_links"))
    default: break
    }
  }

  private func readSignIn(into imported: inout ImportedValues) {
    func boolean(_ value: SourceObject?) -> (isOn: Bool, location: SourceLocation)? {
      guard let value, value.tree.style(value.node) == .jsonLiteral else { return nil }
      return (value.tree.text(value.node, equals: "true"), value.location)
    }
    func add(_ key: FirebaseKey.SignIn, _ value: (isOn: Bool, location: SourceLocation)?) {
      guard let value else { return }
      imported.add(
        subject, FirebaseKey.signIn, key, is: .boolean(value.isOn), at: value.location,
        in: context)
    }
    let signIn = root["signIn"]
    let enabled = boolean(signIn?["email"]?["enabled"])
    let password = boolean(signIn?["email"]?["passwordRequired"])
    if let location = password?.location ?? enabled?.location {
      // The API omits `false`.
      add(.emailLink, (enabled?.isOn == true && password?.isOn != true, location))
    }
    add(.allowDuplicateEmails, boolean(signIn?["allowDuplicateEmails"]))
    let privacy = root["emailPrivacyConfig"]
    add(.improvedEmailPrivacy, boolean(privacy?["enableImprovedEmailPrivacy"]))
  }

  private func readEmail(into imported: inout ImportedValues) {
    let notification = root["notification"]
    imported.add(
      subject, FirebaseKey.email, FirebaseKey.Email.locale,
      from: notification?.string("defaultLocale")?.nonEmpty, in: context)
    let send = notification?["sendEmail"]
    imported.add(
      subject, FirebaseKey.email, FirebaseKey.Email.callbackURI,
      from: send?.string("callbackUri")?.nonEmpty, in: context)
    for (value, name) in [
      (send?["dnsInfo"]?.string("customDomain"), "the sender domain of emails"),
      (send?["smtp"]?.string("host"), "the mail server"),
    ] {
      guard let value = value?.nonEmpty else { continue }
      imported.leaveOut(
        .dropped, "policies don't describe \(name): left out \(value.quoted)",
        at: value.location, help: "no action needed: it doesn't affect sign-in links")
    }
  }
}
