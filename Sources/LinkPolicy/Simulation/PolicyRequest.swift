public import PolicyDecision
public import PolicyModel
public import PolicyText

/// A request for policies to decide. Its fields have the names of `simulate`.
public struct PolicyRequest: Sendable, Equatable {
  /// The request as an object with `kind` and fields.
  public private(set) var json: JSONValue

  /// Creates a request of any type.
  ///
  /// - Parameter fields: the fields; those that are nil are left out.
  public init(
    _ kind: RequestKind, environment: Environment = .prod, fields: [(String, JSONValue?)]
  ) {
    let present = fields.compactMap { name, value in value.map { (key: name, value: $0) } }
    json = .object(
      [("kind", .string(kind.rawValue)), ("environment", .string(environment.rawValue))] + present)
  }

  private init(_ kind: RequestKind, _ environment: Environment, _ fields: [(String, String?)]) {
    self.init(
      kind, environment: environment,
      fields: fields.map { name, text in (name, text.map { .string($0) }) })
  }

  /// Returns the request with another field, such as `policy`, `facts` or `now`.
  public func setting(_ field: String, to value: JSONValue) -> PolicyRequest {
    guard case .object(let fields) = json else { return self }
    var request = self
    request.json = .object(fields.filter { $0.key != field } + [(key: field, value: value)])
    return request
  }
}

/// Requests to your own server and apps.
extension PolicyRequest {
  /// A request to the authorization endpoint with decoded parameters.
  public static func authorize(
    clientID: String, redirectURI: String?, responseType: String? = "code",
    scope: String? = nil, state: String? = nil, codeChallenge: String? = nil,
    codeChallengeMethod: String? = nil, outcome: AuthorizeRequest.Outcome = .approve,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .authorize, environment,
      [
        ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", responseType),
        ("scope", scope), ("state", state), ("code_challenge", codeChallenge),
        ("code_challenge_method", codeChallengeMethod), ("outcome", outcome.rawValue),
      ])
  }

  /// A request to the authorization endpoint with a raw query.
  public static func authorize(query: String, environment: Environment = .prod) -> PolicyRequest {
    PolicyRequest(.authorize, environment, [("query", query)])
  }

  /// An App Flip universal link that your app receives.
  public static func appFlipIOS(
    _ url: String, outcome: AppFlipIOSRequest.Outcome = .approve, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(.appFlipIOS, environment, [("url", url), ("outcome", outcome.rawValue)])
  }

  /// An App Flip intent that your app receives.
  ///
  /// - Parameters:
  ///   - package: the app that sends the intent.
  ///   - certificates: the SHA-256 fingerprints of its signing certificates.
  ///   - extras: `CLIENT_ID`, `SCOPE`, `REDIRECT_URI`.
  public static func appFlipAndroid(
    action: String, package: String, certificates: [String], extras: [String: String],
    outcome: AppFlipAndroidRequest.Outcome = .approve, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .appFlipAndroid, environment: environment,
      fields: [
        ("action", .string(action)),
        (
          "caller",
          ["package": .string(package), "certs": .array(certificates.map { .string($0) })]
        ),
        (
          "extras",
          .object(extras.sorted { $0.key < $1.key }.map { (key: $0, value: .string($1)) })
        ),
        ("outcome", .string(outcome.rawValue)),
      ])
  }

  /// A request to the token endpoint with a raw form and an `Authorization` header.
  ///
  /// `facts` describe the server's record of the code or refresh token.
  public static func token(
    form: String, authorization: String? = nil, facts: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .token, environment: environment,
      fields: [
        ("form", .string(form)), ("authorization", authorization.map { .string($0) }),
        ("facts", facts),
      ])
  }

  /// A redirect after sign-out.
  public static func postLogout(
    clientID: String?, redirectURI: String?, state: String? = nil, idTokenHint: String? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .postLogout, environment,
      [
        ("client_id", clientID), ("post_logout_redirect_uri", redirectURI), ("state", state),
        ("id_token_hint", idTokenHint),
      ])
  }

  /// A link that is opened on iOS.
  ///
  /// - Parameter app: the key, app ID or bundle ID of the only app to evaluate.
  public static func universalLink(
    _ url: String, app: String? = nil, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(.universalLink, environment, [("url", url), ("app", app)])
  }

  /// A link that is opened on Android.
  ///
  /// - Parameters:
  ///   - app: the key or package name of the only app to evaluate.
  ///   - androidVersion: dynamic rules apply from 15 on.
  public static func appLink(
    _ url: String, app: String? = nil, androidVersion: Int = 15, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .appLink, environment,
      [("url", url), ("app", app), ("android_version", String(androidVersion))])
  }

  /// A script that reads a response to a client (CORS).
  public static func webOrigin(
    _ origin: String, clientID: String, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .webOrigin, environment: environment,
      fields: [("client_id", .string(clientID)), ("input", ["origin": .string(origin)])])
  }
}

/// Requests of the Firebase, Google and Apple SDKs. The keys of an `input` are those of the SDK.
extension PolicyRequest {
  /// A page that starts a sign-in with Firebase.
  public static func webOrigin(page: String, environment: Environment = .prod) -> PolicyRequest {
    PolicyRequest(
      .webOrigin, environment: environment, fields: [("input", ["page_url": .string(page)])])
  }

  /// The auth domain that the iOS SDK uses.
  public static func authDomain(
    custom: String? = nil, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .authDomain, environment: environment,
      fields: [("input", custom.map { ["custom_auth_domain": .string($0)] })])
  }

  /// A continue URL as the SDKs parse it.
  public static func continueURL(_ url: String, environment: Environment = .prod) -> PolicyRequest {
    PolicyRequest(
      .continueURL, environment: environment, fields: [("input", ["url": .string(url)])])
  }

  /// An email link as the SDKs parse it.
  public static func emailLink(
    _ link: String, tenantID: String? = nil, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .emailLink, environment: environment,
      fields: [("input", ["link": .string(link), "auth_tenant_id": .string(tenantID ?? "")])])
  }

  /// An email action that an SDK requests.
  public static func emailAction(
    _ action: String, sdk: EmailActionRequest.SDK = .any, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(.emailAction, environment, [("action", action), ("sdk", sdk.rawValue)])
  }

  /// A use of a Google client ID.
  public static func googleClient(
    _ operation: GoogleClientRequest.Operation, input: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .googleClient, environment: environment,
      fields: [("operation", .string(operation.rawValue)), ("input", input)])
  }

  /// Google scopes: an array, a string with one scope, or an object with a `feature` of the policy.
  public static func scopes(
    _ operation: ScopesRequest.Operation, input: JSONValue? = nil, facts: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .scopes, environment: environment,
      fields: [
        ("operation", .string(operation.rawValue)), ("input", input), ("facts", facts),
      ])
  }

  /// Whether a Google token must be refreshed; `facts` contain the tokens' expiry.
  public static func tokenRefresh(
    _ operation: TokenRefreshRequest.Operation, facts: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .tokenRefresh, environment: environment,
      fields: [("operation", .string(operation.rawValue)), ("facts", facts)])
  }

  /// A signed Apple ID token.
  ///
  /// - Parameters:
  ///   - rawNonce: the nonce before hashing.
  ///   - jwks: Apple's public keys (JWK set).
  public static func appleIDToken(
    _ jwt: String, rawNonce: String? = nil, jwks: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .appleIDToken, environment: environment,
      fields: [
        ("jwt", .string(jwt)), ("raw_nonce", rawNonce.map { .string($0) }), ("jwks", jwks),
      ])
  }

  /// A request about Apple nonces, claims or settings.
  public static func appleIDToken(
    _ operation: AppleIDTokenRequest.Operation, input: JSONValue, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .appleIDToken, environment: environment,
      fields: [("operation", .string(operation.rawValue)), ("input", input)])
  }

  /// The result of signing in, linking or deleting an account; `facts` contain the existing users.
  public static func accountLink(
    _ operation: AccountLinkRequest.Operation, input: JSONValue = [:], facts: JSONValue? = nil,
    environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      .accountLink, environment: environment,
      fields: [
        ("operation", .string(operation.rawValue)), ("input", input), ("facts", facts),
      ])
  }
}
