/// How a client shows its secret at the token endpoint (RFC 6749 section 2.3.1).
package enum TokenEndpointAuthentication: String, DocumentedEnumeration {
  case post
  case basic

  /// What the value means.
  package var summary: String {
    switch self {
    case .post: "Secret in the form"
    case .basic: "Secret in the Authorization header"
    }
  }
}
