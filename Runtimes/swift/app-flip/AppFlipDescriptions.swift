extension LinkPolicyAllowlist.Reason {
  /// Why an App Flip request was refused, in words for its user (`error_description`). Never a value of the
  /// request.
  var appFlipDescription: String {
    switch self {
    case .clientIDMissing: "The request does not name a client"
    case .clientUnknown: "The app does not know the client of the request"
    case .grantTypeNotAllowed: "The client may not use authorization codes"
    case .pkceChallenge: "The code challenge of the request is not valid"
    case .pkceMethod: "The code challenge method of the request is not supported"
    case .pkceMissing: "The request has no code challenge"
    case .scopeNotAllowed: "The request asks for access that the app does not offer"
    case .stateMissing: "The request has no state"
    default: "The request is not valid"
    }
  }
}
