import PolicyText

/// `firebase-email-actions-data.ts`: the registered settings.
enum TypeScriptEmailActions {
  static func data(_ code: EmailActionCode) -> Code<TypeScriptLanguage> {
    let names = code.actions.map { action -> Code<TypeScriptLanguage> in
      "| \"\(action.name, .camel)\""
    }
    return #"""
      import type { RegisteredAction } from "./firebase-email-actions.js";

      /** What an email is for. */
      export type EmailAction =
        \#(lines: names);

      type Actions = { readonly [action in EmailAction]?: RegisteredAction };

      export const actions: { readonly prod: Actions; readonly sandbox: Actions } = {
        prod: \#(table(code, .prod)),
        sandbox: \#(table(code, .sandbox)),
      };
      """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> Code<TypeScriptLanguage> {
    let entries = code.settings(in: environment).map { name, settings -> Code<TypeScriptLanguage> in
      """
      \(name, .camel): {
        settings: {
          \(lines: fields(settings))
        },
        prefix: \(literal: settings.prefix),
        base: \(literal: settings.base),
      },
      """
    }
    return entries.isEmpty ? "{}" : "{\n  \(lines: entries)\n}"
  }

  private static func fields(_ settings: EmailActionCode.Settings) -> [Code<TypeScriptLanguage>] {
    var fields: [Code<TypeScriptLanguage>] = [
      "url: \(literal: settings.url),", "handleCodeInApp: \(settings.handleCodeInApp),",
    ]
    if let bundle = settings.iosBundleID {
      fields.append("iOS: { bundleId: \(literal: bundle) },")
    }
    if let android = settings.android {
      let version: Code<TypeScriptLanguage> =
        android.minimumVersion.map { "\nminimumVersion: \(literal: $0)," } ?? ""
      fields.append(
        """
        android: {
          packageName: \(literal: android.package),
          installApp: \(android.install),\(version)
        },
        """)
    }
    if let domain = settings.linkDomain { fields.append("linkDomain: \(literal: domain),") }
    return fields
  }
}

/// `apple-sign-in-data.ts`: the providers of the policies.
enum TypeScriptAppleSignIn {
  static func data(_ providers: [AppleSignInCode]) -> Code<TypeScriptLanguage> {
    """
    import type { OAuthProvider } from "firebase/auth";

    import { makeProvider } from "./apple-sign-in-provider.js";

    \(.joined(providers.map(provider), by: "\n\n"))
    """
  }

  private static func provider(_ code: AppleSignInCode) -> Code<TypeScriptLanguage> {
    let suffix: Code<TypeScriptLanguage> = code.name.map { "\($0, .pascal)" } ?? ""
    let scopes = code.scopes.map { "\(literal: $0)" as Code<TypeScriptLanguage> }
    let parameters = code.parameters.map { parameter -> Code<TypeScriptLanguage> in
      "[\(literal: parameter.name), \(literal: parameter.value)]"
    }
    return """
      /** Whether the user must consent before you link an Apple account to other data. */
      export const appleLinkingNeedsConsent\(suffix): boolean = \(code.needsConsent);

      /** The provider for `signInWithPopup` and `signInWithRedirect`. */
      export function appleProvider\(suffix)(): OAuthProvider {
        return makeProvider([\(.joined(scopes, by: ", "))], [\(.joined(parameters, by: ", "))]);
      }
      """
  }
}

/// `google-scopes-data.ts`: the scopes by feature.
enum TypeScriptGoogleScopes {
  static func data(_ code: GoogleScopeCode) -> Code<TypeScriptLanguage> {
    let lists = code.features.map { feature -> Code<TypeScriptLanguage> in
      let scopes = feature.scopes.map { scope -> Code<TypeScriptLanguage> in "\(literal: scope)," }
      return """
        \(feature.name, .camel): [
          \(lines: scopes)
        ],
        """
    }
    return """
      /** The scopes to request, in the order of the policy. */
      export const GoogleScopes = {
        \(lines: lists)
      } as const;
      """
  }
}

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
