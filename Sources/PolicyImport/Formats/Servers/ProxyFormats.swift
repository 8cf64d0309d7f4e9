import PolicyText

/// oauth2-proxy settings, also in a ConfigMap.
package enum OAuth2ProxyFormat: ImportFormat {
  package static let name = "oauth2-proxy"
  package static let summary = "oauth2-proxy configuration"
  package static let usualNames = ["oauth2*proxy*.cfg", "oauth2*proxy*.toml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("cookie_") || source.mentions("oidc_issuer_url") else { return .no }
    return source.settings.contains { isProxy($0) } ? .yes : .no
  }

  private static func isProxy(_ document: SettingsDocument) -> Bool {
    let names = ["redirect_url", "oidc_issuer_url", "whitelist_domains"]
    return document.string("client_id") != nil
      && ["cookie_secret", "cookie_secure", "cookie_name", "email_domains", "upstreams"].contains {
        !document.values($0).isEmpty
      } && names.contains { !document.values($0).isEmpty }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings where isProxy(document) {
      guard imported.usable(document.form) != nil, let id = document.string("client_id") else {
        continue
      }
      imported.skipReturnURLs(document.strings("whitelist_domains"))
      // Google is the default.
      let isOfGoogle = document.string("oidc_issuer_url") == nil
      RelyingParty(
        name: id, id: id,
        provider: document.string("provider") ?? (isOfGoogle ? id.replaced(by: "google") : nil),
        redirectURI: document.string("redirect_url"),
        secret: document.values("client_secret").first
      ).add(source.options.definitions, to: &imported)
    }
  }
}

/// Grafana's generic OAuth settings: `grafana.ini`, or Helm values.
package enum GrafanaFormat: ImportFormat {
  package static let name = "grafana"
  package static let summary = "Grafana settings for generic OAuth"
  package static let usualNames = ["grafana*.ini", "*grafana*.y*ml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("auth.generic_oauth") else { return .no }
    return source.settings.contains { !$0.section("auth.generic_oauth").isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings {
      let settings = document.section("auth.generic_oauth")
      guard let id = settings.string("client_id"), settings.flag("enabled") != false,
        imported.usable(document.form) != nil
      else { continue }
      RelyingParty(
        name: settings.string("name") ?? id, id: id,
        redirectURI: document.string("server.root_url")?.appending("/login/generic_oauth"),
        secret: settings.values("client_secret").first, scopes: settings.strings("scopes")
      ).add(source.options.definitions, to: &imported)
    }
  }
}

/// Argo CD's sign-in settings: the ConfigMap `argocd-cm`, or Helm values.
package enum ArgoCDFormat: ImportFormat {
  package static let name = "argocd"
  package static let summary = "Argo CD settings for OpenID Connect (argocd-cm)"
  package static let usualNames = ["*argocd-cm*.y*ml", "*argo*.y*ml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("oidc.config") else { return .no }
    return source.settings.contains { settings(in: $0) != nil } ? .yes : .no
  }

  /// The string with Argo CD's OpenID Connect settings, and the object with its URLs.
  private static func settings(
    in document: SettingsDocument
  ) -> (settings: SourceObject, parent: SourceObject)? {
    guard let settings = document.values("oidc.config").first, settings.string != nil,
      let parent = settings.parent, parent.has("url")
    else { return nil }
    return (settings, parent)
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings {
      guard let (settings, parent) = settings(in: document),
        imported.usable(document.form) != nil
      else { continue }
      let span = settings.location.span
      let inner = source.settings.first { document in
        document.root.map {
          span.contains($0.location.span) && document.string("clientID") != nil
        } ?? false
      }
      guard let inner, let id = inner.string("clientID"), imported.usable(inner.form) != nil else {
        continue
      }
      for url in parent.strings("url") + parent.words("additionalUrls") {
        guard URIParts(url.value).scheme != nil else { continue }
        RelyingParty(
          name: inner.string("name") ?? id, id: id, redirectURI: url.appending("/auth/callback"),
          secret: inner.values("clientSecret").first
        ).add(source.options.definitions, to: &imported)
      }
    }
  }
}
