package import Diagnostics
package import TextSupport

/// A request that can be decided.
package enum Request: Sendable {
  case authorize(AuthorizeRequest)
  case appFlipIOS(AppFlipIOSRequest)
  case appFlipAndroid(AppFlipAndroidRequest)

  /// The name of the kind in JSON.
  package var kind: String {
    switch self {
    case .authorize: "authorize"
    case .appFlipIOS: "app_flip_ios"
    case .appFlipAndroid: "app_flip_android"
    }
  }
}

/// What every kind of request says.
package struct RequestContext: Sendable {
  package var environment: Environment
  /// Only this policy answers.
  package var policy: ExactString?
  /// Instead of the policy's issuer.
  package var issuer: ExactString?
  /// The authorization code that is issued.
  package var code: ExactString

  package init(
    environment: Environment = .prod, policy: ExactString? = nil, issuer: ExactString? = nil,
    code: ExactString = "C1"
  ) {
    self.environment = environment
    self.policy = policy
    self.issuer = issuer
    self.code = code
  }
}

extension CompiledPolicy {
  /// Decides a request. Total: every request gets an answer.
  package func decide(_ request: Request) -> Decision {
    switch request {
    case .authorize(let request): decide(request)
    case .appFlipIOS(let request): decide(request)
    case .appFlipAndroid(let request): decide(request)
    }
  }
}
