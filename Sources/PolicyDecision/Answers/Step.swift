/// A check of a request, by the name of what is checked.
package struct Step: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name in JSON: a request field or a name for the check.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral value: String) { rawValue = value }

  package static let link: Step = "link"
  package static let request: Step = "request"
  package static let caller: Step = "caller"
  package static let clientID: Step = "client_id"
  package static let redirectURI: Step = "redirect_uri"
  package static let responseType: Step = "response_type"
  package static let state: Step = "state"
  package static let scope: Step = "scope"
  package static let codeChallenge: Step = "code_challenge"
  package static let host: Step = "host"
  package static let rules: Step = "rules"
  package static let outcome: Step = "outcome"
}

extension Reason {
  /// The check of authorize and App Flip that it ends at; other kinds name their own.
  package var step: Step {
    switch self {
    case .malformedRequest, .duplicateParameter: .request
    case .linkNotConfigured, .endpointUnknown, .notAuthorizationRequest: .link
    case .callerUnknown: .caller
    case .clientIDMissing, .clientUnknown, .clientOtherEnvironment: .clientID
    case .redirectURIMissing, .redirectURIOtherEnvironment, .redirectURICase,
      .redirectURITrailingSlash, .redirectURISameForBrowsers, .redirectURINotRegistered,
      .redirectURIBrowserOnly:
      .redirectURI
    case .responseTypeMissing, .responseTypeUnsupported, .grantTypeNotAllowed: .responseType
    case .stateMissing: .state
    case .scopeNotAllowed: .scope
    case .pkceMissing, .pkceMethod, .pkceChallenge: .codeChallenge
    case .hostUnknown: .host
    case .ruleMatched, .ruleExcluded, .noRule: .rules
    default: .outcome
    }
  }
}
