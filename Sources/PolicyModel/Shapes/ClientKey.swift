/// The keys of an OAuth client, besides those of the server.
package enum ClientKey: String, MappingKey {
  case provider
  case type
  case clientID = "client_id"
  case clientSecret = "client_secret"
  case redirectURIs = "redirect_uris"
  case postLogoutRedirectURIs = "post_logout_redirect_uris"
  case corsOrigins = "cors_origins"
  case scopes
  case responseTypes = "response_types"
  case grantTypes = "grant_types"
  case state
  case pkce
  case omitRedirectURI = "omit_redirect_uri"
  case tokenEndpointAuth = "token_endpoint_auth"
  case servesBothHosts = "serves_both_hosts"
  case streamlinedLinking = "streamlined_linking"
  case appFlip = "app_flip"

  package static let mapping = MappingShape(
    "client", "An OAuth client of our authorization server", ClientKey.self,
    inheriting: AuthorizationServerKey.mapping)

  package var shape: KeyShape {
    switch self {
    case .provider:
      KeyShape(.enumeration(of: ClientProvider.self), "Who the client is", presence: .required)
    case .type:
      KeyShape(.enumeration(of: ClientType.self), "What kind of client it is", presence: .required)
    case .clientID:
      KeyShape(
        .perEnvironment(.string(StringShape(example: "google-home-prod"))), "The ID that we issued",
        presence: .required, commonMistakes: ["id"])
    case .clientSecret:
      KeyShape(
        .perEnvironment(.secret(SecretKey.mapping)),
        "Where the secret is kept; never the secret itself")
    case .redirectURIs:
      KeyShape(
        .perEnvironment(.list(.string(StringShape(example: "https://app.acme.example/cb")))),
        "Redirect URIs, compared byte by byte", presence: .required, commonMistakes: ["callbacks"])
    case .postLogoutRedirectURIs:
      KeyShape(
        .perEnvironment(
          .list(.string(StringShape(example: "https://app.acme.example/signed-out")))),
        "Where a user may be sent after the sign-out, compared byte by byte (OpenID Connect "
          + "RP-Initiated Logout 1.0)",
        defaultValue: .described("none"), commonMistakes: ["logout_urls", "logout_uris"])
    case .corsOrigins:
      KeyShape(
        .perEnvironment(.list(.string(StringShape(example: "https://app.acme.example")))),
        "Origins of pages whose scripts may read answers of the token and revocation endpoints, "
          + "compared byte by byte with the header Origin",
        defaultValue: .described("none"), commonMistakes: ["web_origins", "allowed_origins"])
    case .scopes:
      KeyShape(
        .texts, "All that a request may ask for; a request without scope is fine",
        defaultValue: .described("none"))
    case .responseTypes:
      KeyShape(.texts, "OAuth response types", defaultValue: .texts(Client.Defaults.responseTypes))
    case .grantTypes:
      KeyShape(
        .list(.string(StringShape(example: "authorization_code"))),
        "Grant types that the client may use at the token endpoint (RFC 7591 section 2)",
        defaultValue: .described(
          "authorization_code and refresh_token; with streamlined_linking also "
            + GrantType.jwtBearer.rawValue), commonMistakes: ["grants"])
    case .state:
      KeyShape(
        .enumeration(of: Requirement.self), "Whether a request needs state",
        defaultValue: .enumeration(Client.Defaults.state))
    case .pkce:
      KeyShape(
        .enumeration(of: Requirement.self), "Whether a request needs a code challenge",
        defaultValue: .described(
          "required for native clients and for web clients without client_secret"))
    case .omitRedirectURI:
      KeyShape(
        .boolean, "Whether a request may leave out the only redirect URI",
        defaultValue: .boolean(Client.Defaults.omitRedirectURI))
    case .tokenEndpointAuth:
      KeyShape(
        .enumeration(of: TokenEndpointAuthentication.self),
        "How the client authenticates at the token endpoint",
        defaultValue: .described("post; none for public clients"))
    case .servesBothHosts:
      KeyShape(
        .boolean,
        "Whether one server answers Google's production and sandbox hosts alike: an environment may "
          + "then list the account-linking addresses of both",
        defaultValue: .boolean(Client.Defaults.servesBothHosts))
    case .streamlinedLinking:
      KeyShape(
        .mapping(StreamlinedLinkingKey.mapping),
        "Google streamlined linking (sign-in assertion at the token endpoint)")
    case .appFlip:
      KeyShape(.mapping(AppFlipKey.mapping), "App Flip: Google's app opens ours to link")
    }
  }
}
