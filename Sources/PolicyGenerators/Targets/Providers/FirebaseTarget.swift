import PolicyDecision
import PolicyModel
import PolicyText

/// The Identity Platform of every project for Google's REST API: a `Config` (admin v2) with its update mask, and its
/// `defaultSupportedIdpConfigs`.
///
/// The file contains several requests. `name`, `updateMask` and the members other than `comment` and
/// `defaultSupportedIdpConfigs` make `PATCH admin/v2/<name>?updateMask=…`, and so does each element of the list. A secret
/// is written as the policy's reference, an object. The API requires a string, so it rejects the request until you
/// replace the object.
package struct FirebaseTarget: GeneratorTarget {
  package static let name = "firebase"
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try input.projectFiles(Self.name, "identity-platform.json") { project in
      IdentityPlatformDocument(project).json(input.header).text(.pretty) + "\n"
    }
  }
}

/// The contents of `identity-platform.json`.
struct IdentityPlatformDocument {
  let project: IdentityProject

  init(_ project: IdentityProject) { self.project = project }

  /// Settings that the policy doesn't contain are left out, so a request doesn't change them.
  func json(_ header: GeneratedHeader) -> JSONValue {
    var config = Fields()
    if !project.authorizedDomains.isEmpty {
      config.set(
        "authorizedDomains", .array(project.authorizedDomains.map { .string($0.value.string) }))
    }
    if let emailLink = project.emailLink?.value {
      if emailLink { config.set("signIn.email.enabled", true) }
      // `passwordRequired: false` allows sign-in with email links.
      config.set("signIn.email.passwordRequired", .bool(!emailLink))
    }
    if let allows = project.allowDuplicateEmails?.value {
      config.set("signIn.allowDuplicateEmails", .bool(allows))
    }
    if let uri = project.callbackURI?.value {
      config.set("notification.sendEmail.callbackUri", .string(uri.string))
    }
    if let locale = project.locale?.value {
      config.set("notification.defaultLocale", .string(locale.string))
    }
    if let links = project.mobileLinks?.value {
      config.set(
        "mobileLinksConfig.domain",
        links == "dynamic_links" ? "FIREBASE_DYNAMIC_LINK_DOMAIN" : "HOSTING_DOMAIN")
    }
    if let isPrivate = project.improvedEmailPrivacy?.value {
      config.set("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(isPrivate))
    }
    return .object(
      [
        (key: "comment", value: .string(header.text)),
        (key: "name", value: .string("projects/\(project.id.value.string)/config")),
        (key: "updateMask", value: .string(config.mask)),
      ] + config.members + [(key: "defaultSupportedIdpConfigs", value: .array(providers))])
  }

  private var providers: [JSONValue] {
    [project.google.map { google($0.value) }, project.apple.map { apple($0.value) }].compactMap {
      $0
    }
  }

  private func google(_ google: IdentityProject.Google) -> JSONValue {
    var config = Fields()
    config.set("enabled", true)
    config.set("clientId", .string(google.clientID.value.string))
    if let secret = google.secret { config.set("clientSecret", secret.reference.json) }
    return provider("google.com", config)
  }

  private func apple(_ apple: IdentityProject.Apple) -> JSONValue {
    var config = Fields()
    config.set("enabled", true)
    if let id = apple.servicesID { config.set("clientId", .string(id.value.string)) }
    if !apple.bundleIDs.isEmpty {
      config.set("appleSignInConfig.bundleIds", .array(apple.bundleIDs.map { .string($0.string) }))
    }
    // The code flow of the web and Android needs all three.
    if let team = apple.teamID, let key = apple.keyID, let secret = apple.privateKey {
      config.set("appleSignInConfig.codeFlowConfig.teamId", .string(team.string))
      config.set("appleSignInConfig.codeFlowConfig.keyId", .string(key.string))
      config.set("appleSignInConfig.codeFlowConfig.privateKey", secret.reference.json)
    }
    return provider("apple.com", config)
  }

  private func provider(_ id: String, _ config: Fields) -> JSONValue {
    let name = "projects/\(project.id.value.string)/defaultSupportedIdpConfigs/\(id)"
    return .object(
      [
        (key: "name", value: .string(name)), (key: "updateMask", value: .string(config.mask)),
      ] + config.members)
  }
}

extension SecretReference {
  fileprivate var json: JSONValue { .object([(key: key, value: .string(name.string))]) }
}

/// Fields of a resource, with their update mask.
private struct Fields {
  private(set) var members: [(key: String, value: JSONValue)] = []
  private var paths: [String] = []

  /// A FieldMask in JSON: paths with commas between them.
  var mask: String { paths.joined(separator: ",") }

  /// - Parameter path: names joined by dots.
  mutating func set(_ path: String, _ value: JSONValue) {
    paths.append(path)
    Self.set(
      path.utf8.split(separator: UInt8(ascii: ".")).map { String($0) ?? "" }[...], value,
      in: &members)
  }

  private static func set(
    _ path: ArraySlice<String>, _ value: JSONValue,
    in members: inout [(key: String, value: JSONValue)]
  ) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    let index = members.firstIndex { ExactString($0.key) == ExactString(key) }
    guard !rest.isEmpty else {
      members.append((key: key, value: value))
      return
    }
    var inner: [(key: String, value: JSONValue)] = []
    if let index, case .object(let known) = members[index].value { inner = known }
    set(rest, value, in: &inner)
    if let index {
      members[index].value = .object(inner)
    } else {
      members.append((key: key, value: .object(inner)))
    }
  }
}
