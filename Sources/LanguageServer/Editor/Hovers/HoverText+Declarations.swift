import AssociationFiles
import LinkPolicy
import PolicyText
import PolicyModel

extension HoverText {
  // MARK: names

  /// The declaration of a user-defined name.
  func declaration(_ place: CursorContext, _ id: ExactString) -> String? {
    guard let document else { return nil }
    switch place.path.first {
    case "apps": return document.policy.apps.first { $0.id.value == id }.map(describe)
    case "clients": return document.policy.clients.first { $0.id.value == id }.map(describe)
    case "domains":
      if place.path.contains("variables") { return variable(id, document, place) }
      return document.policy.allDomains.first { $0.host.value == id }.map(describe)
    default: return nil
    }
  }

  func app(_ reference: ExactString) -> String? {
    guard let project, let document else { return nil }
    return project.workspace.app(reference, from: document).map { describe($0.app) }
  }

  func clientReference(_ id: ExactString) -> String? {
    let clients = project?.workspace.policies.flatMap(\.policy.clients)
    return clients?.first { $0.id.value == id }.map(describe)
  }

  func policy(_ name: ExactString) -> String? {
    guard let document = project?.workspace.policies.first(where: { $0.name == name }) else {
      return nil
    }
    let policy = document.policy
    return "**\(DisplayText.visible(name.string))** · \(policy.apps.count) apps · "
      + "\(policy.domains.count) hosts · \(policy.clients.count) clients\n\n"
      + DisplayText.visible(document.tree.source.name)
  }

  private func describe(_ client: Client) -> String {
    var lines = [
      "**\(DisplayText.visible(client.id.value.string))** · OAuth client · "
        + (client.isPublic ? "public" : "confidential")
    ]
    for environment in Environment.allCases {
      guard let clientID = client.clientID?[environment] else { continue }
      let count = client.redirectURIs?[environment]?.count ?? 0
      lines.append(
        "\(environment): \(DisplayText.quoted(clientID.value.string)), "
          + "\(count) redirect URI\(count == 1 ? "" : "s")")
    }
    lines.append("PKCE \(client.effectivePKCE.rawValue)")
    return lines.joined(separator: "\n\n")
  }

  func describe(_ app: App) -> String {
    var facts = [app.platform?.value.rawValue ?? "app"]
    if let id = app.appleAppID ?? app.packageName?.value { facts.append(code(id)) }
    if let environments = app.environments {
      facts.append(environments.map(\.value.rawValue).joined(separator: ", "))
    } else {
      facts.append("prod, sandbox")
    }
    return "**\(DisplayText.visible(app.id.value.string))** · " + facts.joined(separator: " · ")
  }

  private func describe(_ domain: Domain) -> String {
    let rules = domain.links.reduce(0) { $0 + $1.rules.count }
    let apps = Set(domain.links.flatMap { $0.apps.map(\.value) }).sorted()
    var text = "**\(DisplayText.visible(domain.host.value.string))** · "
    text += "\(domain.environment.value.rawValue) · \(rules) rule\(rules == 1 ? "" : "s")"
    if !apps.isEmpty { text += "\n\nlinks open " + apps.map(code).joined(separator: ", ") }
    return text
  }

  private func variable(
    _ name: ExactString, _ document: PolicyDocument, _ place: CursorContext
  ) -> String? {
    let domain = document.policy.domains.first { $0.host.value == place.path[safe: 1] ?? nil }
    guard let variable = domain?.variables.first(where: { $0.name.value == name }) else {
      return nil
    }
    let values = variable.values.prefix(20).map { code($0.value) }.joined(separator: ", ")
    return "`$(\(DisplayText.visible(name.string)))` · variable of links, Apple only\n\n\(values)"
  }

  // MARK: values

  /// A declared host, with the apps that its links open.
  func host(_ host: ExactString) -> String? {
    let domains = project?.workspace.policies.flatMap(\.policy.domains)
    return domains?.first { $0.host.value == host }.map(describe)
  }

  func scope(_ text: ExactString) -> String? {
    guard let project else { return nil }
    let users = project.workspace.policies.flatMap { document in
      document.policy.clients.filter { client in client.scopes.contains { $0.value == text } }
        .map { "\(document.name.string)/\($0.id.value.string)" }
    }
    var lines: [String] = []
    if !users.isEmpty {
      lines.append(
        "\(code(text)) may be granted to "
          + users.prefix(12).map { code(ExactString($0)) }.joined(separator: ", "))
    }
    if let fault = GoogleScope.fault(of: text), text.hasPrefix("https://") {
      lines.append(fault.message)
    } else if let entry = GoogleScope.entry(of: text) {
      lines.append("a scope of Google, \(entry.kind.rawValue)")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
  }

  /// A fingerprint in canonical notation, and the apps signed with its key.
  func fingerprint(_ text: ExactString) -> String? {
    var lines: [String] = []
    switch Fingerprint.read(text) {
    case .fingerprint(let value):
      lines.append("SHA-256 of a signing certificate")
      lines.append(
        Fingerprint.isCanonical(text) ? "canonical form" : "`\(value.text)`")
    case .wrongLength(20):
      lines.append("SHA-1 of a signing certificate: for Firebase and Google only")
    case .wrongLength(let count): lines.append("\(count) bytes: neither SHA-256 nor SHA-1")
    case .notHex: lines.append("not hexadecimal bytes")
    }
    let bytes = Self.digits(text)
    var users: [String] = []
    for document in project?.workspace.policies ?? [] {
      for app in document.policy.apps {
        let all = [app.sha256Fingerprints, app.sha1Fingerprints].flatMap { list in
          (list?.values ?? []).flatMap(\.value)
        }
        if let found = all.first(where: { Self.digits($0.value) == bytes }) {
          users.append(
            "* app \(code(app.id.value)) of \(code(document.name)) "
              + place(project?.workspace.source(of: document.anchor(found))))
        }
      }
      for client in document.policy.clients {
        for caller in client.appFlipAndroid?.callers ?? [] {
          guard
            let found = caller.sha256Fingerprints.first(where: { Self.digits($0.value) == bytes })
          else { continue }
          users.append(
            "* caller \(code(caller.packageName?.value ?? "?")) of \(code(client.id.value)) "
              + place(project?.workspace.source(of: document.anchor(found))))
        }
      }
    }
    if !users.isEmpty { lines.append(users.prefix(20).joined(separator: "\n")) }
    return lines.joined(separator: "\n\n")
  }

  private static func digits(_ text: ExactString) -> [UInt8] {
    text.utf8.compactMap { byte in byte == UInt8(ascii: ":") ? nil : PercentEncoding.hexValue(byte)
    }
  }

  /// The project of a Google client ID, its reversed form and its other occurrences.
  func clientID(_ text: ExactString) -> String? {
    var lines: [String] = []
    let suffix = ".apps.googleusercontent.com"
    let prefix = "com.googleusercontent.apps."
    if let number = GoogleClientID.project(of: text) {
      lines.append("client ID of Google, project number \(code(number))\(projectName(number))")
      let name = String(decoding: text.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
      lines.append("as URL scheme: `\(prefix)\(name)`")
    } else if text.hasPrefix(prefix) {
      let name = String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      lines.append("URL scheme of the client ID \(code(ExactString(name + suffix)))")
      if let number = GoogleClientID.project(of: ExactString(name + suffix)) {
        lines.append("project number \(code(number))\(projectName(number))")
      }
    }
    let owners = (project?.workspace.policies ?? []).flatMap { document in
      document.policy.clients.flatMap { client in
        (client.clientID?.values ?? []).filter { $0.value.value == text }.map { found in
          "* \(found.environment) of \(code(client.id.value)) "
            + place(project?.workspace.source(of: document.anchor(found.value)))
        }
      }
    }
    if !owners.isEmpty { lines.append(owners.prefix(8).joined(separator: "\n")) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
  }

  /// The Firebase project with a number.
  private func projectName(_ number: ExactString) -> String {
    for document in project?.workspace.policies ?? [] {
      guard let firebase = document.policy.firebase else { continue }
      for environment in Environment.allCases
      where firebase.projectNumber?[environment]?.value == number {
        guard let name = firebase.projectID?[environment] else { continue }
        return ", the Firebase project \(code(name.value)) of \(environment)"
      }
    }
    return ""
  }
}

extension Array {
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
