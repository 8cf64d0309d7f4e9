import PolicyModel
import PolicyText

/// An app's own settings as a client of an authorization server: its client ID and at most one redirect URI.
///
/// Clients of sign-in providers, such as Google, are skipped: their redirect URIs are registered there.
struct RelyingParty {
  /// The name of the registration in the file.
  var name: SourceString
  var id: SourceString?
  /// The provider, such as `google`; nil for a server of the team.
  var provider: SourceString?
  var redirectURI: SourceString?
  var authenticationMethod: SourceString?
  var secret: SourceObject?
  var scopes: [SourceString] = []
  var context: EnvironmentContext?

  /// Providers that register their clients themselves.
  private static let providers: Set<ExactString> = [
    "amazon", "apple", "bitbucket", "discord", "dropbox", "facebook", "figma", "github", "google",
    "instagram", "kakao", "line", "linkedin", "linkedin_oidc", "microsoft", "naver", "notion",
    "reddit", "slack", "slack_oidc", "snapchat", "spotify", "strava", "twitch", "twitter", "x",
    "zoom",
  ]

  func add(_ definitions: ImportDefinitions, to imported: inout ImportedValues) {
    if let secret { imported.hide(secret.location) }
    let provider = ASCII.lowercased((provider ?? name).value)
    guard !Self.providers.contains(provider) else {
      return imported.skip(
        name, because: "clients of sign-in providers, which register the redirect URIs")
    }
    guard let uri = redirectURI, !uri.value.isEmpty else {
      return imported.skip(name, because: "registrations whose redirect URI depends on the request")
    }
    guard case .text(let text) = SourceVariable.expand(uri.value, { definitions[$0] }) else {
      let variable = SourceVariable.first(in: uri.value)?.string ?? ""
      return imported.leaveOut(
        .unresolved,
        "unknown variable \(DisplayText.quoted(variable)) in the redirect URI of \(name.quoted)",
        at: uri.location, help: "pass `--define NAME=VALUE`")
    }
    var client = SourceClient(at: name.location)
    client.id = id
    client.name = name
    client.type = .web
    client.redirectURIs = [uri.replaced(by: text)]
    client.isPublic = authenticationMethod?.value == "none" || secret == nil
    client.authenticationMethod = authenticationMethod
    client.secret = secret?.location
    client.scopes = scopes
    client.responseTypes = [name.replaced(by: "code")]
    client.context = context
    client.add(to: &imported)
  }
}
