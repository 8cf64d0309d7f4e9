public import PolicyText

/// A request that policies decide: its kind, and fields by the names of `simulate`.
public struct PolicyRequest: Sendable, Equatable {
  /// The request as an object with `kind` and fields.
  public var json: JSONValue

  /// A request of any kind.
  ///
  /// - Parameters:
  ///   - kind: one of `RequestEvaluator.kinds`.
  ///   - fields: by name; those that are nil are absent.
  public init(kind: String, environment: Environment = .prod, fields: [(String, JSONValue?)]) {
    let present = fields.compactMap { name, value in value.map { (key: name, value: $0) } }
    json = .object(
      [("kind", .string(kind)), ("environment", .string(environment.rawValue))] + present)
  }

  /// A request to the authorization endpoint, by its decoded parameters.
  public static func authorize(
    clientID: String, redirectURI: String?, responseType: String? = "code",
    scope: String? = nil, state: String? = nil, codeChallenge: String? = nil,
    codeChallengeMethod: String? = nil, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      kind: "authorize", environment: environment,
      fields: [
        ("client_id", .string(clientID)), ("redirect_uri", redirectURI.map { .string($0) }),
        ("response_type", responseType.map { .string($0) }), ("scope", scope.map { .string($0) }),
        ("state", state.map { .string($0) }),
        ("code_challenge", codeChallenge.map { .string($0) }),
        ("code_challenge_method", codeChallengeMethod.map { .string($0) }),
      ])
  }

  /// A request to the authorization endpoint, by its raw query.
  public static func authorize(
    query: String, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      kind: "authorize", environment: environment, fields: [("query", .string(query))])
  }

  /// A link that is opened on iOS.
  public static func universalLink(
    _ url: String, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      kind: "universal_link", environment: environment, fields: [("url", .string(url))])
  }

  /// A link that is opened on Android.
  ///
  /// - Parameter androidVersion: dynamic rules apply from 15 on.
  public static func appLink(
    _ url: String, androidVersion: Int = 15, environment: Environment = .prod
  ) -> PolicyRequest {
    PolicyRequest(
      kind: "app_link", environment: environment,
      fields: [("url", .string(url)), ("android_version", .string(String(androidVersion)))])
  }
}
