import ArgumentParser

/// The fields of requests to our own server and apps, with dashes.
struct RequestFields: ParsableArguments {
  @Option(help: "prod or sandbox.") var environment: String?
  @Option(help: "Only the policy with this name answers.") var policyName: String?
  @Option(help: "A client of the policy; fills in its client ID.") var client: String?
  @Option(help: "The raw query, after `?`.") var query: String?
  @Option(help: "The whole URL.") var url: String?
  @Option(help: "Decoded parameter.") var clientId: String?
  @Option(help: "Decoded parameter.") var redirectUri: String?
  @Option(help: "Decoded parameter.") var responseType: String?
  @Option(help: "Decoded parameter.") var state: String?
  @Option(help: "Decoded parameter.") var scope: String?
  @Option(help: "Decoded parameter.") var codeChallenge: String?
  @Option(help: "Decoded parameter.") var codeChallengeMethod: String?
  @Option(help: "What the user and the server do.") var outcome: String?
  @Option(help: "The authorization code that is issued.") var code: String?
  @Option(help: "Answered along with an error.") var errorDescription: String?
  @Option(help: "The issuer instead of the policy's.") var iss: String?
  @Option(help: "The intent action, or the email action of the policy.") var action: String?
  @Option(help: "JSON or @FILE: {\"package\": …, \"certs\": [ … ]} or null.") var caller: String?
  @Option(help: "JSON or @FILE: {\"CLIENT_ID\": …, \"SCOPE\": …, \"REDIRECT_URI\": …}.")
  var extras: String?
  @Option(help: "Where the user wants to go after the sign-out.")
  var postLogoutRedirectUri: String?
  @Option(help: "The ID token that comes with a sign-out.") var idTokenHint: String?
  @Option(help: "The raw form of a token request.") var form: String?
  @Option(help: "The header Authorization of a token request.") var authorization: String?
  @Option(help: "Only this app is asked about: its key, app ID or package name.") var app: String?
  @Option(help: "The version of Android. Default: 15, the first that reads dynamic rules.")
  var androidVersion: Int?

  /// The fields that are given, by their names in requests.
  var all: [SimulateCommand.Field] {
    SimulateCommand.Field.texts([
      ("environment", environment), ("policy", policyName), ("client", client), ("query", query),
      ("url", url), ("client_id", clientId), ("redirect_uri", redirectUri),
      ("response_type", responseType), ("state", state), ("scope", scope),
      ("code_challenge", codeChallenge), ("code_challenge_method", codeChallengeMethod),
      ("outcome", outcome), ("code", code), ("error_description", errorDescription), ("iss", iss),
      ("action", action), ("form", form), ("authorization", authorization), ("app", app),
      ("post_logout_redirect_uri", postLogoutRedirectUri), ("id_token_hint", idTokenHint),
      ("android_version", androidVersion.map(String.init)),
    ]) + SimulateCommand.Field.values([("caller", caller), ("extras", extras)])
  }
}

/// The fields of requests about providers, with dashes.
struct ProviderFields: ParsableArguments {
  @Option(help: "JSON or @FILE: the input of the kind.") var input: String?
  @Option(help: "JSON or @FILE: facts that replace those of the policy.") var facts: String?
  @Option(help: "The operation of google-client, scopes, token-refresh, apple-id-token.")
  var operation: String?
  @Option(help: "Who sends the email: js, ios, admin-node, admin-go, rest, emulator, any.")
  var sdk: String?
  @Option(help: "A signed ID token.") var jwt: String?
  @Option(help: "JSON or @FILE: the claims of an ID token.") var claims: String?
  @Option(help: "The nonce before hashing.") var rawNonce: String?
  @Option(help: "JSON or @FILE: the keys of the issuer.") var jwks: String?
  @Option(help: "When it happens, in Unix seconds. Default: now.") var now: Int?

  /// The fields that are given, by their names in requests.
  var all: [SimulateCommand.Field] {
    SimulateCommand.Field.texts([
      ("operation", operation), ("sdk", sdk), ("jwt", jwt), ("raw_nonce", rawNonce),
      ("now", now.map(String.init)),
    ])
      + SimulateCommand.Field.values([
        ("input", input), ("facts", facts), ("claims", claims), ("jwks", jwks),
      ])
  }
}

extension SimulateCommand.Field {
  /// Those that are given, as strings.
  fileprivate static func texts(_ fields: [(String, String?)]) -> [Self] {
    fields.compactMap { name, value in value.map { Self(name, $0, isJSON: false) } }
  }

  /// Those that are given, as JSON.
  fileprivate static func values(_ fields: [(String, String?)]) -> [Self] {
    fields.compactMap { name, value in value.map { Self(name, $0, isJSON: true) } }
  }
}
