/// Correct responses that several examples of `verify` share.
enum ExampleResponses {
  static let appleFile = """
    GET https://www.acme.example/.well-known/apple-app-site-association
    200
    content-type: application/json

    { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/orders/*" }] }] } }

    """

  /// Authorization server metadata that matches the policy (RFC 8414).
  static let metadata = """
    GET https://auth.acme.example/.well-known/openid-configuration
    200
    content-type: application/json

    {
      "issuer": "https://auth.acme.example",
      "authorization_endpoint": "https://auth.acme.example/authorize",
      "token_endpoint": "https://auth.acme.example/token",
      "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["none"],
      "authorization_response_iss_parameter_supported": true,
      "jwks_uri": "https://auth.acme.example/keys"
    }

    """

  /// The file on Apple's CDN.
  static let appleCopy = """
    GET https://app-site-association.cdn-apple.com/a/v1/www.acme.example
    200
    content-type: application/json

    { "applinks": { "details": [{ "appIDs": ["A1B2C3D4E5.com.acme.app"], "components": [{ "/": "/orders/*" }] }] } }

    """

  static let assetLinks = """
    GET https://www.acme.example/.well-known/assetlinks.json
    200
    content-type: application/json

    """

  /// The response of Google's API for a linked app.
  static let googleLink = """
    GET https://digitalassetlinks.googleapis.com/v1/assetlinks:check
    200
    content-type: application/json

    { "linked": true }

    """
}
