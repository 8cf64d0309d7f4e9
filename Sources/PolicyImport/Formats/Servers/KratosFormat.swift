import PolicyText

/// Ory Kratos settings: the URLs that its flows return to, and its registrations at other servers.
package enum KratosFormat: ImportFormat {
  package static let name = "kratos"
  package static let summary = "Ory Kratos configuration"
  package static let usualNames = ["*kratos*.y*ml", "kratos/*.y*ml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("selfservice") else { return .no }
    return source.settings.contains { isKratos($0) } ? .yes : .no
  }

  private static func isKratos(_ document: SettingsDocument) -> Bool {
    !document.section("selfservice").isEmpty
      && (!document.section("identity").isEmpty || !document.section("serve.public").isEmpty)
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings where isKratos(document) {
      guard imported.usable(document.form) != nil else { continue }
      let flows = document.section("selfservice")
      imported.skipReturnURLs(
        ["allowed_return_urls", "whitelisted_return_urls"].flatMap { flows.values($0) }
          .flatMap(\.items).compactMap(\.string)
          + ["default_browser_return_url", "ui_url"].flatMap { flows.values($0) }
          .compactMap(\.string))
      let oidc = flows.section("methods.oidc.config")
      let base =
        oidc.string("base_redirect_uri") ?? document.section("serve.public").string("base_url")
      for provider in oidc.values("providers").flatMap(\.objects) {
        guard let name = provider.string("id") else { continue }
        let isForced = provider.string("pkce")?.value == "force"
        let path = "/self-service/methods/oidc/callback" + (isForced ? "" : "/" + name.value.string)
        RelyingParty(
          name: name, id: provider.string("client_id"), provider: provider.string("provider"),
          redirectURI: base?.appending(path), secret: provider["client_secret"],
          scopes: provider.strings("scope")
        ).add(source.options.definitions, to: &imported)
      }
    }
  }
}

extension SourceString {
  /// A URL with a path added.
  func appending(_ path: String) -> SourceString {
    let base = value.hasSuffix("/") ? ExactString(decoding: value.utf8.dropLast()) : value
    return replaced(by: ExactString(base.string + path))
  }
}
