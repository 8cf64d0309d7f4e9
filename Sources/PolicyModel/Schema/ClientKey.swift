/// The keys of an OAuth client. The keys of the server are inherited.
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
    "client", "OAuth client of your authorization server", ClientKey.self,
    inheriting: AuthorizationServerKey.mapping)

  package var shape: KeyShape {
    switch self {
    case .provider:
      KeyShape(
        .enumeration(of: ClientProvider.self), "Which service or app uses the client",
        presence: .required)
    case .type:
      KeyShape(
        .enumeration(of: ClientType.self), "Whether the client runs on a server or on devices",
        presence: .required)
    case .clientID:
      KeyShape(
        .perEnvironment(.string(StringShape(example: "google-home-prod", role: .clientID))),
        "Client ID that your server issued", presence: .required, commonMistakes: ["id"],
        whereToFind: "the client in the console of your authorization server")
    case .clientSecret:
      KeyShape(
        .perEnvironment(.secret(SecretKey.mapping)),
        "Where the client secret is stored; never the secret itself", commonMistakes: ["secret"],
        whereToFind: "your secret store; write a reference such as `{ env: NAME }`")
    case .redirectURIs:
      KeyShape(
        .perEnvironment(
          .list(.string(StringShape(example: "https://app.acme.example/cb", role: .redirectURI)))),
        "Redirect URIs, compared byte by byte", presence: .required,
        commonMistakes: [
          "callbacks", "callback_urls", "callback_uris", "redirect_urls", "redirects",
          "allowed_callback_urls", "valid_redirect_uris",
        ],
        whereToFind: "the client in the console of your authorization server")
    case .postLogoutRedirectURIs:
      KeyShape(
        .perEnvironment(
          .list(.string(StringShape(example: "https://app.acme.example/signed-out", role: .url)))),
        "Where the server may redirect a user after sign-out, compared byte by byte (OpenID Connect "
          + "RP-Initiated Logout 1.0)",
        defaultValue: .described("none"),
        commonMistakes: ["logout_urls", "logout_uris", "allowed_logout_urls", "sign_out_urls"],
        whereToFind: "the client in the console of your authorization server")
    case .corsOrigins:
      KeyShape(
        .perEnvironment(
          .list(.string(StringShape(example: "https://app.acme.example", role: .origin)))),
        "Origins whose scripts may read responses of the token and revocation endpoints, compared "
          + "byte by byte with the `Origin` header",
        defaultValue: .described("none"),
        commonMistakes: ["web_origins", "allowed_origins", "javascript_origins"],
        whereToFind: "the origin of the page that calls the token endpoint")
    case .scopes:
      KeyShape(
        .list(.string(.scope)),
        "Scopes that the client may request; the `scope` parameter is optional",
        defaultValue: .described("none"),
        whereToFind: "the client in the console of your authorization server")
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
        .enumeration(of: Requirement.self), "Whether a request needs `state`",
        defaultValue: .enumeration(Client.Defaults.state))
    case .pkce:
      KeyShape(
        .enumeration(of: Requirement.self), "Whether a request needs a code challenge",
        defaultValue: .described(
          "required for native clients and for web clients without client_secret"))
    case .omitRedirectURI:
      KeyShape(
        .boolean, "Whether a request may omit `redirect_uri` if the client has only one",
        defaultValue: .boolean(Client.Defaults.omitRedirectURI))
    case .tokenEndpointAuth:
      KeyShape(
        .enumeration(of: TokenEndpointAuthentication.self),
        "How the client authenticates at the token endpoint",
        defaultValue: .described("post; none for public clients"),
        commonMistakes: ["token_endpoint_auth_method", "auth_method"])
    case .servesBothHosts:
      KeyShape(
        .boolean,
        "Whether one server serves Google's production and sandbox hosts; each environment may then "
          + "list the account linking redirect URIs of both",
        defaultValue: .boolean(Client.Defaults.servesBothHosts))
    case .streamlinedLinking:
      KeyShape(
        .mapping(StreamlinedLinkingKey.mapping),
        "Google streamlined linking (Google sends an assertion to the token endpoint)")
    case .appFlip:
      KeyShape(
        .mapping(AppFlipKey.mapping), "App Flip: Google's app opens your app to link accounts")
    }
  }
}

/// The keys of Google streamlined linking.
package enum StreamlinedLinkingKey: String, MappingKey {
  case googleClientID = "google_client_id"
  case intents

  package static let mapping = MappingShape(
    "streamlined linking", "Google streamlined linking", StreamlinedLinkingKey.self)

  package var shape: KeyShape {
    switch self {
    case .googleClientID:
      KeyShape(
        .string(.clientID),
        "Client ID of Sign in with Google, which is the audience of the assertion",
        whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
    case .intents:
      KeyShape(
        .list(.enumeration(of: StreamlinedIntent.self)),
        "Intents that the token endpoint supports")
    }
  }
}

/// The keys of App Flip.
package enum AppFlipKey: String, MappingKey {
  case ios
  case android

  package static let mapping = MappingShape(
    "app flip", "How Google's apps open your app", AppFlipKey.self)

  package var shape: KeyShape {
    switch self {
    case .ios: KeyShape(.mapping(AppFlipKey.IOS.mapping), "App Flip on iOS")
    case .android: KeyShape(.mapping(AppFlipKey.Android.mapping), "App Flip on Android")
    }
  }

  /// The keys of App Flip through a universal link.
  package enum IOS: String, MappingKey {
    case app
    case universalLink = "universal_link"

    package static let mapping = MappingShape(
      "app flip on iOS", "App Flip through a universal link", IOS.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Your app", presence: .required)
      case .universalLink:
        KeyShape(
          .perEnvironment(
            .string(StringShape(example: "https://www.acme.example/flip", role: .url))),
          "Universal link that Google's app opens", presence: .required,
          whereToFind: "the link that your iOS app opens for App Flip")
      }
    }
  }

  /// The keys of App Flip through an intent.
  package enum Android: String, MappingKey {
    case app
    case intentAction = "intent_action"
    case activity
    case callers

    package static let mapping = MappingShape(
      "app flip on Android", "App Flip through an intent", Android.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Your app", presence: .required)
      case .intentAction:
        KeyShape(
          .perEnvironment(.string(StringShape(example: "com.acme.home.APP_FLIP"))),
          "Intent action that Google's app sends", presence: .required,
          whereToFind: "the intent filter of the App Flip activity")
      case .activity:
        KeyShape(
          .text, "Activity that handles the intent",
          defaultValue: .text(AppFlipAndroid.Defaults.activity))
      case .callers:
        KeyShape(
          .list(.mapping(AppFlipKey.Caller.mapping)), "Apps that may send the intent",
          presence: .required)
      }
    }
  }

  /// The keys of an app that may send the intent.
  package enum Caller: String, MappingKey {
    case packageName = "package_name"
    case sha256CertFingerprints = "sha256_cert_fingerprints"

    package static let mapping = MappingShape(
      "caller", "App that may send the App Flip intent", Caller.self)

    package var shape: KeyShape {
      switch self {
      case .packageName:
        KeyShape(
          .string(StringShape(example: "com.google.android.googlequicksearchbox")),
          "Package of the calling app", presence: .required,
          whereToFind: "the package name of the calling app in Google Play")
      case .sha256CertFingerprints:
        KeyShape(
          .list(.string(.fingerprint)),
          "SHA-256 fingerprints of its signing certificates", presence: .required,
          whereToFind: "the documentation of the calling app")
      }
    }
  }
}

/// A key of a client that lists URIs or origins per environment, which are compared byte by byte.
///
/// This table determines how decoding, compiled clients, `diff`, `import`, the SQL and JSON targets
/// and the list of registered URIs handle these keys.
package struct ClientList: Sendable {
  package let key: ClientKey
  /// The name of an entry in messages.
  package let entryName: String
  /// The kind of a change in the JSON of `diff`.
  package let changeKind: String
  /// The column of an entry in SQL tables.
  package let column: StaticString
  /// The description in the JSON Schema of `allowlist.json`.
  package let allowlistSummary: String
  /// True if the entries are origins, false if they are URIs.
  package var isOrigin = false

  package var name: String { key.rawValue }

  package static let all = [redirectURIs, postLogoutRedirectURIs, corsOrigins]

  package static let redirectURIs = ClientList(
    key: .redirectURIs, entryName: "redirect URI", changeKind: "redirect_uri",
    column: "redirect_uri",
    allowlistSummary:
      "Equal bytes only; for native clients http://127.0.0.1 and http://[::1] may have any port (RFC 8252 section 7.3)."
  )

  package static let postLogoutRedirectURIs = ClientList(
    key: .postLogoutRedirectURIs, entryName: "post-logout redirect URI",
    changeKind: "post_logout_redirect_uri", column: "redirect_uri",
    allowlistSummary: "Where a user may be redirected after sign-out; equal bytes only.")

  package static let corsOrigins = ClientList(
    key: .corsOrigins, entryName: "CORS origin", changeKind: "cors_origin", column: "origin",
    allowlistSummary: "Allowed values of the `Origin` header; equal bytes only.", isOrigin: true)
}
