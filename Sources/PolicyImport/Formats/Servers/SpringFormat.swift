import PolicyText

/// Spring Authorization Server clients in YAML or Java properties, or in the code that registers them.
///
/// With relaxed binding, `client-id`, `clientId` and `client_id` are the same key, keys with dots are nested keys, and a
/// string with commas is a list.
package enum SpringFormat: ImportFormat {
  package static let name = "spring"
  package static let summary = "Spring Authorization Server clients (application.yml)"
  package static let usualNames = [
    "application*.yml", "application*.yaml", "application*.properties",
  ]

  private static let path = "spring.security.oauth2.authorizationserver.client"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    if let code = SpringCode(source) { return code.clients.isEmpty ? .no : .yes }
    guard !source.looksLikeJSON,
      source.mentions("authorizationserver") || source.mentions("authorization-server")
    else { return .no }
    return source.settings.contains { !$0.sections(path).isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    if let code = SpringCode(source) {
      for client in code.clients { client.add(to: &imported) }
      return
    }
    for document in source.settings {
      let clients = document.sections(path)
      guard !clients.isEmpty, imported.usable(document.form) != nil else { continue }
      for (name, settings) in clients {
        var client = self.client(name, settings)
        client.context = document.profile
        client.add(to: &imported)
      }
    }
  }

  private static func client(_ name: SourceString, _ settings: SettingsDocument) -> SourceClient {
    func strings(_ name: String) -> [SourceString] { settings.strings("registration." + name) }
    var client = SourceClient(at: name.location)
    client.id = strings("client-id").first
    client.name = strings("client-name").first ?? name
    let methods = strings("client-authentication-methods")
    client.isPublic = !methods.isEmpty && methods.allSatisfy { $0.value == "none" }
    client.authenticationMethod =
      methods.contains { $0.value == "client_secret_post" }
      ? nil : methods.first ?? SourceString("client_secret_basic", at: client.location)
    client.secret = settings.values("registration.client-secret").first?.location
    client.redirectURIs = strings("redirect-uris")
    client.postLogoutRedirectURIs = strings("post-logout-redirect-uris")
    client.scopes = strings("scopes")
    client.grantTypes = strings("authorization-grant-types")
    if let required = settings.string("require-proof-key"), required.value == "true" {
      client.requiresPKCE = required.location
    }
    return client
  }
}

/// Applications that sign users in with Spring Security: `spring.security.oauth2.client`.
package enum SpringClientFormat: ImportFormat {
  package static let name = "spring-client"
  package static let summary = "Spring Security sign-in clients (application.yml or .properties)"
  package static let usualNames = SpringFormat.usualNames

  private static let path = "spring.security.oauth2.client"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("registration"), source.mentions("oauth2") else { return .no }
    return source.settings.contains { !$0.sections(path + ".registration").isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings {
      let registrations = document.sections(path + ".registration")
      guard !registrations.isEmpty, imported.usable(document.form) != nil else { continue }
      for (name, settings) in registrations {
        guard settings.string("authorization-grant-type")?.value != "client_credentials" else {
          imported.skip(name, because: "clients without a browser sign-in flow")
          continue
        }
        // The default of Spring Security.
        let uri =
          settings.string("redirect-uri")
          ?? name.replaced(by: "{baseUrl}/{action}/oauth2/code/{registrationId}")
        RelyingParty(
          name: name, id: settings.string("client-id"), provider: settings.string("provider"),
          redirectURI: uri.replaced(by: filled(uri.value, name.value)),
          authenticationMethod: settings.string("client-authentication-method"),
          secret: settings.values("client-secret").first, scopes: settings.strings("scope"),
          context: document.profile
        ).add(source.options.definitions, to: &imported)
      }
    }
  }

  /// Replaces the variables of a template; those of the request become variables of the import.
  private static func filled(_ template: ExactString, _ registration: ExactString) -> ExactString {
    var text = template.string
    for (name, value) in [
      ("{action}", "login"), ("{registrationId}", registration.string), ("{baseUrl}", "${baseUrl}"),
      ("{baseScheme}", "${baseScheme}"), ("{baseHost}", "${baseHost}"),
      ("{basePort}", "${basePort}"), ("{basePath}", "${basePath}"),
    ] {
      guard !text.contains("$" + name) else { continue }
      text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: value)
    }
    return ExactString(text)
  }
}

/// Quarkus applications that sign users in: `quarkus.oidc`.
package enum QuarkusFormat: ImportFormat {
  package static let name = "quarkus"
  package static let summary = "Quarkus sign-in clients (application.properties or .yml)"
  package static let usualNames = [
    "application*.properties", "application*.yml", "application*.yaml",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("quarkus"), source.mentions("oidc") else { return .no }
    return source.settings.contains { !clients(in: $0).isEmpty } ? .yes : .no
  }

  private static func clients(
    in document: SettingsDocument
  ) -> [(profile: SourceString?, settings: SettingsDocument)] {
    let profiles = document.sections("").filter { $0.name.value.hasPrefix("%") }
    let base = (SourceString?.none, document.without("%"))
    let all = [base] + profiles.map { (SourceString?.some($0.name), $0.settings) }
    return all.flatMap { profile, settings in
      let root = settings.section("quarkus.oidc")
      let tenants = settings.sections("quarkus.oidc").map(\.settings)
      return ([root] + tenants).filter { $0.hasOwn("client-id") }.map { (profile, $0) }
    }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings {
      let clients = clients(in: document)
      guard !clients.isEmpty, imported.usable(document.form) != nil else { continue }
      for (profile, settings) in clients {
        guard let id = settings.string("client-id") else { continue }
        let context = profile.map { name in
          let name = ExactString(decoding: name.value.utf8.dropFirst())
          return EnvironmentContext([EnvironmentHint(.profile, name)])
        }
        let type = settings.string("application-type")?.value
        guard type == "web-app" || type == "hybrid" else {
          imported.skip(id, because: "clients without a browser sign-in flow")
          continue
        }
        RelyingParty(
          name: id, id: id, provider: settings.string("provider"),
          redirectURI: settings.string("authentication.redirect-path").map {
            $0.value.hasPrefix("/") ? $0.replaced(by: "${baseUrl}").appending($0.value.string) : $0
          },
          secret: settings.values("credentials.secret").first
            ?? settings.values("client-secret").first,
          context: context ?? document.profile
        ).add(source.options.definitions, to: &imported)
      }
    }
  }
}

extension SettingsDocument {
  /// The Spring profile that the document is for.
  var profile: EnvironmentContext? {
    (string("spring.config.activate.on-profile") ?? string("spring.profiles")).map {
      EnvironmentContext([EnvironmentHint(.profile, $0.value)])
    }
  }
}
