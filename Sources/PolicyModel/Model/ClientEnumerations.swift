package import PolicyText

/// Whether an OAuth client can keep a secret (RFC 6749 section 2.1).
package enum ClientType: String, DocumentedEnumeration {
  case web
  case native

  package var summary: String {
    switch self {
    case .web: "Server that can keep a secret"
    case .native: "App or command-line tool (RFC 8252)"
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .web: ["server", "confidential", "backend", "website", "spa", "browser"]
    case .native: ["mobile", "app", "ios", "android", "desktop", "cli", "installed"]
    }
  }
}

/// The service or app that uses an OAuth client.
package enum ClientProvider: String, DocumentedEnumeration {
  case googleAccountLinking = "google-account-linking"
  case generic

  package var summary: String {
    switch self {
    case .googleAccountLinking: "Google account linking (App Flip and browser)"
    case .generic: "Any other client"
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .googleAccountLinking:
      [
        "google", "google-home", "google_home", "google-linking", "account-linking",
        "google-smart-home",
      ]
    case .generic: ["oauth", "oauth2", "oidc", "custom", "other", "none", "own"]
    }
  }
}

/// How a client authenticates at the token endpoint (RFC 6749 section 2.3).
package enum TokenEndpointAuthentication: String, DocumentedEnumeration {
  case post
  case basic
  case noSecret = "none"

  package var summary: String {
    switch self {
    case .post: "Secret in the form body"
    case .basic: "Secret in the `Authorization` header"
    case .noSecret: "No secret (public client)"
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .post: ["client_secret_post", "body", "form"]
    case .basic: ["client_secret_basic", "header"]
    case .noSecret: ["off", "public", "null"]
    }
  }

  /// The name in the registry of OpenID Connect and RFC 7591 section 2.
  package var registeredName: String {
    switch self {
    case .post: "client_secret_post"
    case .basic: "client_secret_basic"
    case .noSecret: "none"
    }
  }
}

/// Whether a request must have a parameter.
package enum Requirement: String, DocumentedEnumeration {
  case required
  case optional

  package var summary: String {
    switch self {
    case .required: "Requests without it are denied"
    case .optional: "Requests may omit it"
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .required:
      ["on", "true", "yes", "always", "force", "forced", "mandatory", "enabled", "s256"]
    case .optional: ["off", "false", "no", "none", "never", "disabled", "allowed"]
    }
  }
}

/// How a code challenge is derived from its verifier (RFC 7636 section 4.2).
package enum CodeChallengeMethod: String, DocumentedEnumeration {
  case s256 = "S256"
  case plain

  package var summary: String {
    switch self {
    case .s256: "SHA-256 of the verifier (RFC 7636)"
    case .plain: "The verifier itself; reported by rule pkce-plain"
    }
  }
}

/// The grant types of specifications (RFC 6749, RFC 7522, RFC 7523, RFC 8628, RFC 8693, CIBA).
///
/// Policies may list others, because any absolute URI can be an extension grant (RFC 6749 section
/// 4.5).
package enum GrantType: String, CaseIterable, Sendable {
  case authorizationCode = "authorization_code"
  case refreshToken = "refresh_token"
  case clientCredentials = "client_credentials"
  /// The grant type of streamlined linking.
  case jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  case samlBearer = "urn:ietf:params:oauth:grant-type:saml2-bearer"
  case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
  case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  case backchannel = "urn:openid:params:grant-type:ciba"
  case implicit
  case password

  package var name: ExactString { ExactString(rawValue) }

  /// The grant type of a request; nil for extensions.
  package init?(_ text: ExactString) {
    guard let type = Self.allCases.first(where: { $0.name == text }) else { return nil }
    self = type
  }
}

/// The `intent` of a streamlined linking request.
package enum StreamlinedIntent: String, DocumentedEnumeration {
  case check
  case get
  case create

  package static let names = allCases.map { ExactString($0.rawValue) }

  package var summary: String {
    switch self {
    case .check: "Check whether an account exists"
    case .get: "Link an existing account"
    case .create: "Create an account"
    }
  }
}
