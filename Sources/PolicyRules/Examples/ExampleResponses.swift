import PolicyText

/// Responses in the examples of `verify`.
enum ExampleResponses {
  static let apple = "https://www.acme.example/.well-known/apple-app-site-association"
  static let android = "https://www.acme.example/.well-known/assetlinks.json"
  static let cdn = "https://app-site-association.cdn-apple.com/a/v1/www.acme.example"

  /// The response to a GET request: the status and header lines, then an empty line and the body.
  ///
  /// - Parameter lines: the status and the headers, or the error.
  static func response(_ request: String, _ lines: String..., body: String? = nil) -> String {
    response(request, lines, body: body)
  }

  static func response(_ request: String, _ lines: [String], body: String?) -> String {
    "GET \(request)\n" + lines.joined(separator: "\n") + "\n" + (body.map { "\n\($0)\n" } ?? "")
  }

  static func json(_ request: String, _ body: String) -> String {
    response(request, "200", "content-type: application/json", body: body)
  }

  /// An `apple-app-site-association` that opens a path in the policy's app.
  static func appleBody(alsoFor app: String? = nil, path: String = "/orders/*") -> String {
    let apps = #""A1B2C3D4E5.com.acme.app""# + (app.map { #", "\#($0)""# } ?? "")
    return
      #"{ "applinks": { "details": [{ "appIDs": [\#(apps)], "components": [{ "/": "\#(path)" }] }] } }"#
  }

  static var appleFile: String { json(apple, appleBody()) }
  /// The file on Apple's CDN.
  static var appleCopy: String { json(cdn, appleBody()) }
  static let assetLinks = response(android, "200", "content-type: application/json")
  /// The response of Google's API for a linked app.
  static let googleLink = json(
    "https://digitalassetlinks.googleapis.com/v1/assetlinks:check", #"{ "linked": true }"#)

  /// Authorization server metadata that matches the policy (RFC 8414).
  static let metadata = json(
    "https://auth.acme.example/.well-known/openid-configuration",
    """
    {
      "issuer": "https://auth.acme.example",
      "authorization_endpoint": "https://auth.acme.example/authorize",
      "token_endpoint": "https://auth.acme.example/token",
      "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["none"],
      "authorization_response_iss_parameter_supported": true,
      "jwks_uri": "https://auth.acme.example/keys"
    }
    """)

  static func metadata(without key: String) -> String {
    metadata.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains(key) }.joined(separator: "\n")
  }
}

/// Examples of responses to the requests of `verify`.
extension RuleInfo.Examples {
  static func answers(
    bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String
  ) -> Self {
    .init(.answers, makeBad: bad, makeGood: good)
  }

  /// A response instead of Apple's file.
  static func appleFile(_ lines: String..., body: String? = nil) -> Self {
    .answers(
      bad: ExampleResponses.response(ExampleResponses.apple, lines, body: body),
      good: ExampleResponses.appleFile)
  }

  /// A response instead of `assetlinks.json`.
  static func assetLinks(_ lines: String...) -> Self {
    .answers(
      bad: ExampleResponses.response(ExampleResponses.android, lines, body: nil),
      good: ExampleResponses.assetLinks)
  }

  /// A response of Apple's CDN instead of its copy.
  static func appleCopy(_ lines: String..., body: String? = nil) -> Self {
    .answers(
      bad: ExampleResponses.response(ExampleResponses.cdn, lines, body: body),
      good: ExampleResponses.appleCopy)
  }

  static func metadata(bad: @autoclosure @escaping @Sendable () -> String) -> Self {
    .init(.answers, makeBad: bad, makeGood: { ExampleResponses.metadata })
  }
}
