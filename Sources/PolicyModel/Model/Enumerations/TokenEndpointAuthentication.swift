/// How a client authenticates at the token endpoint (RFC 6749 section 2.3).
package enum TokenEndpointAuthentication: String, DocumentedEnumeration {
  case post
  case basic
  /// A public client: its ID is all that it sends.
  case noSecret = "none"

  /// What the value means.
  package var summary: String {
    switch self {
    case .post: "Secret in the form"
    case .basic: "Secret in the Authorization header"
    case .noSecret: "No secret: a public client"
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .post: ["client_secret_post", "body", "form"]
    case .basic: ["client_secret_basic", "header"]
    case .noSecret: ["off", "public", "null"]
    }
  }
}
