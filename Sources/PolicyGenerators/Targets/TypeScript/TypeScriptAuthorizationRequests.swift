import PolicyText

/// `authorization-requests-data.ts`: the clients of our own authorization server.
enum TypeScriptAuthorizationRequests {
  static func data(_ code: OwnClientCode) -> Code<TypeScriptLanguage> {
    let uris = code.clients.map { client -> Code<TypeScriptLanguage> in
      let names = client.redirectURIs.map { uri -> Code<TypeScriptLanguage> in
        "\(uri.name, .camel): \(literal: uri.text),"
      }
      return """
        /** Client `\(word: client.label)`. */
        \(client.name, .camel): {
          \(lines: names)
        },
        """
    }
    return """
      import type { OwnClient, Settings } from "./authorization-requests.js";

      /** The redirect URIs of both environments by client and name. */
      export const RedirectUris = {
        \(lines: uris)
      } as const;

      type Clients = { readonly [client in OwnClient]?: Settings };

      export const clients: { readonly prod: Clients; readonly sandbox: Clients } = {
        prod: \(table(code, .prod)),
        sandbox: \(table(code, .sandbox)),
      };
      """
  }

  private static func table(
    _ code: OwnClientCode, _ environment: Environment
  ) -> Code<TypeScriptLanguage> {
    let entries = code.clients.compactMap { client -> Code<TypeScriptLanguage>? in
      client.settings[environment].map { settings in
        """
        \(client.name, .camel): {
          \(lines: fields(settings))
        },
        """
      }
    }
    return entries.isEmpty ? "{}" : "{\n  \(lines: entries)\n}"
  }

  private static func fields(_ settings: OwnClientCode.Settings) -> [Code<TypeScriptLanguage>] {
    func list(_ texts: [String]) -> Code<TypeScriptLanguage> {
      "[\(.joined(texts.map { "\(literal: $0)" }, by: ", "))]"
    }
    var fields: [Code<TypeScriptLanguage>] = [
      "endpoint: \(literal: settings.endpoint),", "clientId: \(literal: settings.clientID),",
      "redirectUris: \(list(settings.redirectURIs.map(\.text))),",
      "loopback: \(list(settings.redirectURIs.filter(\.takesPort).map(\.text))),",
      "scopes: \(list(settings.scopes)),",
    ]
    if let issuer = settings.issuer { fields.append("issuer: \(literal: issuer),") }
    return fields
  }
}
