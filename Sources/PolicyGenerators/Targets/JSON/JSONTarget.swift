import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `allowlist.json`: all clients of both environments in a neutral form, for languages that have no
/// target of their own.
package struct JSONTarget: GeneratorTarget {
  package static let name = "json"
  package static let summary = "allowlist.json: every client of both environments, with a schema"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      GeneratedFile(
        path: "allowlist.json", target: Self.name,
        text: AllowlistDocument.json(for: input).text(.pretty) + "\n")
    ]
  }
}

/// The content of `allowlist.json`; `AllowlistSchema` describes it.
enum AllowlistDocument {
  static func json(for input: GeneratorInput) -> JSONValue {
    [
      "schemaVersion": 1,
      "comment": .string(input.header.text),
      "policies": .array(input.policy.policyNames.map { .string($0.string) }),
      "environments": .object(
        Environment.allCases.map { environment in
          let clients = input.policy.clients[environment] ?? []
          return (environment.rawValue, ["clients": .array(clients.map(json))])
        }),
    ]
  }

  private static func json(_ client: CompiledClient) -> JSONValue {
    [
      "policy": .string(client.policy.string),
      "client": .string(client.key.string),
      "client_id": .string(client.clientID.value.string),
      "provider": .string(client.provider.rawValue),
      "type": .string(client.type.rawValue),
      "redirect_uris": strings(client.redirectURIs),
      "scopes": strings(client.scopes),
      "response_types": .array(client.responseTypes.map { .string($0.string) }),
      "state": requirement(client.requiresState),
      "pkce": requirement(client.requiresPKCE),
      "code_challenge_methods": .array(client.codeChallengeMethods.map { .string($0.string) }),
      "omit_redirect_uri": .bool(client.omittedRedirectURI != nil),
      "issuer": .optional(client.issuer?.value.string),
      "authorization_endpoint": .optional(client.authorizationEndpoint?.value.string),
      "code_lifetime": client.codeLifetime.map(JSONValue.int) ?? .null,
      "app_flip": [
        "ios": client.flipUniversalLink.map {
          ["universal_link": .string($0.value.string)]
        } ?? .null,
        "android": client.flipIntentAction.map { action in
          [
            "intent_action": .string(action.value.string),
            "callers": .array(client.flipCallers.map(json)),
          ]
        } ?? .null,
      ],
    ]
  }

  private static func json(_ caller: CompiledCaller) -> JSONValue {
    [
      "package_name": .string(caller.package.value.string),
      "sha256_cert_fingerprints": .array(
        caller.fingerprints.map { .string($0.text) }),
    ]
  }

  private static func strings(_ entries: [Entry]) -> JSONValue {
    .array(entries.map { .string($0.value.string) })
  }

  private static func requirement(_ isRequired: Bool) -> JSONValue {
    isRequired ? "required" : "optional"
  }
}
