package import PolicyText
package import PolicyModel

/// A request for a decision.
package enum Request: Sendable {
  case authorize(AuthorizeRequest)
  case appFlipIOS(AppFlipIOSRequest)
  case appFlipAndroid(AppFlipAndroidRequest)
  case webOrigin(WebOriginRequest)
  case authDomain(AuthDomainRequest)
  case continueURL(ContinueURLRequest)
  case emailLink(EmailLinkRequest)
  case emailAction(EmailActionRequest)
  case googleClient(GoogleClientRequest)
  case scopes(ScopesRequest)
  case tokenRefresh(TokenRefreshRequest)
  case appleIDToken(AppleIDTokenRequest)
  case accountLink(AccountLinkRequest)
  case token(TokenRequest)
  case postLogout(PostLogoutRequest)
  case crossOrigin(CrossOriginRequest)
  case universalLink(UniversalLinkRequest)
  case appLink(AppLinkRequest)

  package var kind: RequestKind {
    switch self {
    case .authorize: .authorize
    case .appFlipIOS: .appFlipIOS
    case .appFlipAndroid: .appFlipAndroid
    case .webOrigin, .crossOrigin: .webOrigin
    case .authDomain: .authDomain
    case .continueURL: .continueURL
    case .emailLink: .emailLink
    case .emailAction: .emailAction
    case .googleClient: .googleClient
    case .scopes: .scopes
    case .tokenRefresh: .tokenRefresh
    case .appleIDToken: .appleIDToken
    case .accountLink: .accountLink
    case .token: .token
    case .postLogout: .postLogout
    case .universalLink: .universalLink
    case .appLink: .appLink
    }
  }
}

/// The properties that all requests have.
package struct RequestContext: Sendable {
  package var environment: Environment
  /// The only policy that decides; nil for all.
  package var policy: ExactString?
  /// The issuer of responses, instead of the policy's.
  package var issuer: ExactString?
  /// The authorization code to issue.
  package var code: ExactString
  /// Facts that replace those of the policy, key by key: an object or null.
  package var facts: JSONValue
  /// The current time in Unix seconds.
  package var now: Int
  /// Whether the trace lists every evaluated rule, or only those that the decision needs.
  package var isTraced: Bool

  package init(
    environment: Environment = RequestDefaults.environment, policy: ExactString? = nil,
    issuer: ExactString? = nil,
    code: ExactString = RequestDefaults.code, facts: JSONValue = .null, now: Int = 0,
    isTraced: Bool = true
  ) {
    self.environment = environment
    self.policy = policy
    self.issuer = issuer
    self.code = code
    self.facts = facts
    self.now = now
    self.isTraced = isTraced
  }
}

extension CompiledPolicy {
  /// Decides a request; never fails.
  package func decide(_ request: Request) -> Decision {
    switch request {
    case .authorize(let request): decide(request)
    case .appFlipIOS(let request): decide(request)
    case .appFlipAndroid(let request): decide(request)
    case .webOrigin(let request): decide(request)
    case .authDomain(let request): decide(request)
    case .continueURL(let request): decide(request)
    case .emailLink(let request): decide(request)
    case .emailAction(let request): decide(request)
    case .googleClient(let request): decide(request)
    case .scopes(let request): decide(request)
    case .tokenRefresh(let request): decide(request)
    case .appleIDToken(let request): decide(request)
    case .accountLink(let request): decide(request)
    case .token(let request): decide(request)
    case .postLogout(let request): decide(request)
    case .crossOrigin(let request): decide(request)
    case .universalLink(let request): decide(request)
    case .appLink(let request): decide(request)
    }
  }
}
