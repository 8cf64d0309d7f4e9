package import PolicyDecision
public import PolicyText

/// One difference between two sets of policies.
public struct PolicyChange: Sendable {
  /// The effect of a change on who may sign in.
  public enum Effect: String, Sendable, CaseIterable {
    /// A request is allowed that was not.
    case widening
    /// A request is no longer allowed.
    case narrowing
    /// No known request is allowed by one side only; for links this is proved.
    case neutral
    /// The links can't be compared within the limit of work.
    case undecided
  }

  /// The changed setting, in the order of reports.
  public enum Kind: String, Sendable, CaseIterable {
    case client
    case clientKey = "client_key"
    case clientID = "client_id"
    case provider, type
    case redirectURI = "redirect_uri"
    case postLogoutRedirectURI = "post_logout_redirect_uri"
    case corsOrigin = "cors_origin"
    case omitRedirectURI = "omit_redirect_uri"
    case responseType = "response_type"
    case grantType = "grant_type"
    case state
    case scope
    case pkce
    case codeChallengeMethod = "code_challenge_method"
    case clientSecret = "client_secret"
    case issuer
    case authorizationEndpoint = "authorization_endpoint"
    case revocationEndpoint = "revocation_endpoint"
    case endSessionEndpoint = "end_session_endpoint"
    case tokenEndpoint = "token_endpoint"
    case tokenEndpointAuth = "token_endpoint_auth"
    case appFlipIOS = "app_flip_ios"
    case appFlipAndroid = "app_flip_android"
    case appFlipCaller = "app_flip_caller"
    case appFlipFingerprint = "app_flip_fingerprint"
    case streamlinedIntent = "streamlined_intent"
    case streamlinedClient = "streamlined_client"
    case codeLifetime = "code_lifetime"
    case universalLink = "universal_link"
    case appLink = "app_link"
    case appFingerprint = "app_fingerprint"
    case appSHA1Fingerprint = "app_sha1_fingerprint"
    case appSetting = "app_setting"
    case webCredentials = "web_credentials"
    case appClip = "app_clip"
    case handoff
    case assetRelation = "asset_relation"
    case assetInclude = "asset_include"
    case authorizedDomain = "authorized_domain"
    case hostingDomain = "hosting_domain"
    case mobileLinks = "mobile_links"
    case emailLink = "email_link"
    case duplicateEmails = "duplicate_emails"
    case emailPrivacy = "email_privacy"
    case emailAction = "email_action"
    case emailCallback = "email_callback"
    case emailSetting = "email_setting"
    case projectID = "project_id"
    case projectNumber = "project_number"
    case authDomain = "auth_domain"
    case appleServicesID = "apple_services_id"
    case appleBundleID = "apple_bundle_id"
    case appleConsent = "apple_consent"
    case applePlatform = "apple_platform"
    case appleReturnURL = "apple_return_url"
    case appleScope = "apple_scope"
    case appleRelaySender = "apple_relay_sender"
    case appleKey = "apple_key"
    case appleParameter = "apple_parameter"
    case googleClient = "google_client"
    case googleURLScheme = "google_url_scheme"
    case googleScope = "google_scope"
    case googleRedirectURI = "google_redirect_uri"
    case googleOrigin = "google_origin"
  }

  /// One side's decision on a request.
  public struct Verdict: Sendable, Hashable {
    /// The outcome.
    public var outcome: RequestDecision.Outcome
    /// The reason.
    public var reason: DecisionReason
    /// True if the outcome is `allow`.
    public var isAllowed: Bool { outcome == .allow }
    package init(_ outcome: Decision.Outcome, _ reason: DecisionReason) {
      self.outcome = outcome
      self.reason = reason
    }
  }

  /// An example request that exactly one side allows, with both decisions.
  public struct Witness: Sendable {
    /// A line for `simulate`.
    public var request: JSONValue
    /// The decision of the old side.
    public var old: Verdict
    /// The decision of the new side.
    public var new: Verdict
  }

  /// The effect on who may sign in.
  public var effect: Effect
  /// The name of the policy, on the new side if both sides have it.
  public var policy: ExactString
  /// The key of the client; nil for hosts.
  public var client: ExactString?
  /// The host, for changes of association files.
  public var host: ExactString?
  /// The environment in which the change applies.
  public var environment: Environment
  /// What changed.
  public var kind: Kind
  /// A message on one line.
  public var message: ChangeMessage
  /// The line in the old policies; nil if they don't have the setting.
  public var old: SourceReference?
  /// The line in the new policies; nil if they don't have the setting.
  public var new: SourceReference?
  /// The example request; nil for neutral changes and for changes of trust that no request can
  /// show, such as a certificate that Firebase accepts.
  public var witness: Witness?
}

extension PolicyChange: Comparable {
  /// Sorts by policy, client, host, environment, kind, effect and message.
  public static func < (left: PolicyChange, right: PolicyChange) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  /// Compares the reported properties.
  public static func == (left: PolicyChange, right: PolicyChange) -> Bool {
    left.order == right.order
  }

  /// Clients before hosts, prod before sandbox.
  private var order: [ExactString] {
    func rank<Value: Equatable>(_ value: Value, _ all: [Value]) -> ExactString {
      let index = all.firstIndex(of: value) ?? 0
      return ExactString(index < 10 ? "0\(index)" : "\(index)")
    }
    return [
      policy, client == nil ? "1" : "0", client ?? host ?? "",
      rank(environment, Environment.allCases), rank(kind, Kind.allCases),
      rank(effect, Effect.allCases), ExactString(message.plain),
      ExactString(witness?.request.text() ?? ""),
    ]
  }
}
