import PolicyModel
import PolicyText

/// Supabase's `config.toml`: the URLs that its login returns to, and the app's registrations at sign-in providers.
///
/// The base tables are local development; `[remotes.NAME]` overrides them for a hosted project.
package enum SupabaseFormat: ImportFormat {
  package static let name = "supabase"
  package static let summary = "Supabase config.toml"
  package static let usualNames = ["supabase/config.toml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("[auth]") || source.mentions("[auth."), let root = document(source) else {
      return .no
    }
    let isSupabase = ["project_id", "api", "db", "studio"].contains { name in
      root.string(name) != nil || !root.section(name).isEmpty
    }
    let auth = root.section("auth")
    let hasURLs = auth.string("site_url") != nil || !auth.values("additional_redirect_urls").isEmpty
    return isSupabase && hasURLs ? .yes : .no
  }

  private static func document(_ source: ImportSource) -> SettingsDocument? {
    source.looksLikeJSON && source.firstByte == UInt8(ascii: "{") ? nil : source.settings.first
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = document(source), imported.usable(root.form) != nil else { return }
    let remotes = root.sections("remotes")
    let base = root.without("remotes")
    read(base.section("auth"), isLocal: true, nil, source, into: &imported)
    for (name, remote) in remotes {
      let context = EnvironmentContext([EnvironmentHint(.alias, name.value)])
      read(remote.section("auth"), isLocal: false, context, source, into: &imported)
    }
  }

  private static func read(
    _ auth: SettingsDocument, isLocal: Bool, _ context: EnvironmentContext?,
    _ source: ImportSource, into imported: inout ImportedValues
  ) {
    imported.skipReturnURLs(
      auth.values("site_url").compactMap(\.string)
        + auth.values("additional_redirect_urls").flatMap(\.items).compactMap(\.string))
    if let project = auth.section("third_party.firebase").string("project_id")?.nonEmpty {
      imported.add(
        .firebase(project: project.value), FirebaseKey.projectID, from: project,
        in: EnvironmentContext(context?.hints ?? [], project: project.value))
    }
    for (provider, settings) in auth.sections("external") where settings.flag("enabled") == true {
      guard let id = settings.string("client_id")?.nonEmpty else { continue }
      let local: ExactString? = isLocal ? "http://127.0.0.1:54321/auth/v1/callback" : nil
      RelyingParty(
        name: provider, id: id, provider: provider,
        redirectURI: settings.string("redirect_uri")?.nonEmpty
          ?? local.map { SourceString($0, at: provider.location) },
        secret: settings.values("secret").first, context: context
      ).add(source.options.definitions, to: &imported)
    }
  }
}
