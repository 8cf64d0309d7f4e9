import PolicyDiagnostics

/// `authorization-requests.ts`: what a page, a desktop app or a web server asks our own authorization
/// server.
enum TypeScriptAuthorizationRequests {
  static func source(
    _ code: OwnClientCode, _ header: GeneratedHeader
  ) -> Code<TypeScriptLanguage> {
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
    return #"""
      // \#(header)

      /** Where users run what, and where integrations are tried. */
      export type Environment = "prod" | "sandbox";

      /** The redirect URIs of both environments by client and name. */
      export const RedirectUris = {
        \#(lines: uris)
      } as const;

      /** A client of our own authorization server. */
      export type OwnClient = keyof typeof RedirectUris;

      /**
       * A request to our own authorization server: keep it until the answer is there.
       *
       * The answer is for this request where its `state` is `state` and its `iss` is `issuer`.
       */
      export interface AuthorizationRequest {
        /** Where to send the user. */
        readonly url: string;
        /** What the answer must repeat: without it anybody's answer could be taken for ours. */
        readonly state: string;
        /** Goes to the token endpoint with the code, and nowhere before. */
        readonly codeVerifier: string;
        /** Goes to the token endpoint with the code. */
        readonly redirectUri: string;
        /** What the answer says as `iss` (RFC 9207); undefined where our server says nothing. */
        readonly issuer: string | undefined;
      }

      /** What a request asks for. */
      export interface AuthorizationOptions {
        /** One of `RedirectUris`, or a text that is registered, character for character. */
        readonly redirectUri: string;
        /** All that are registered where it is left out. */
        readonly scopes?: readonly string[] | undefined;
        /** Where the app listens, for a loopback redirect URI (RFC 8252 section 7.3). */
        readonly port?: number | undefined;
      }

      /**
       * Makes a request with a new state and a new proof key (RFC 7636).
       *
       * @throws RangeError where the environment does not have the client, the redirect URI or a scope.
       */
      export async function authorizationRequest(
        client: OwnClient,
        environment: Environment,
        options: AuthorizationOptions,
      ): Promise<AuthorizationRequest> {
        const settings = find(client, environment);
        if (settings === undefined) throw new RangeError("the environment does not have this client");
        const redirectUri = target(settings, options.redirectUri, options.port);
        if (redirectUri === undefined) throw new RangeError("the redirect URI is not registered");
        const scopes = (options.scopes === undefined ? settings.scopes : options.scopes).slice();
        if (!scopes.every((scope) => settings.scopes.indexOf(scope) >= 0)) {
          throw new RangeError("a scope is not registered");
        }
        const state = random(32);
        const codeVerifier = random(43);
        const digest = await crypto.subtle.digest(
          "SHA-256",
          Uint8Array.from(codeVerifier.split("").map((character) => character.charCodeAt(0))),
        );
        const parameters = [
          ["response_type", "code"],
          ["client_id", settings.clientId],
          ["redirect_uri", redirectUri],
          ["state", state],
          ["code_challenge", base64Url(new Uint8Array(digest))],
          ["code_challenge_method", "S256"],
          ["scope", scopes.join(" ")],
        ];
        const query = parameters
          .filter((parameter) => parameter[1] !== "")
          .map(([name, value]) => name + "=" + encode(value || ""))
          .join("&");
        const separator = settings.endpoint.indexOf("?") < 0 ? "?" : "&";
        const url = settings.endpoint + separator + query;
        return { url, state, codeVerifier, redirectUri, issuer: settings.issuer };
      }

      // What is used of Web Crypto, so that no library needs to be named.
      declare const crypto: {
        getRandomValues(bytes: Uint8Array): Uint8Array;
        readonly subtle: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> };
      };

      interface Settings {
        readonly endpoint: string;
        readonly clientId: string;
        readonly redirectUris: readonly string[];
        /** Those that may get a port. */
        readonly loopback: readonly string[];
        readonly scopes: readonly string[];
        readonly issuer?: string;
      }

      function target(settings: Settings, uri: string, port?: number): string | undefined {
        if (typeof uri !== "string" || settings.redirectUris.indexOf(uri) < 0) return undefined;
        if (port === undefined) return uri;
        const origin = uri.slice(0, uri.charAt(7) === "[" ? 12 : 16);
        const isPort = typeof port === "number" && port % 1 === 0 && port >= 1 && port <= 65535;
        if (!isPort || settings.loopback.indexOf(uri) < 0) return undefined;
        return origin + ":" + port + uri.slice(origin.length);
      }

      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

      /** Characters of 64, six random bits of the system's generator each. */
      function random(count: number): string {
        const bytes = Array.from(crypto.getRandomValues(new Uint8Array(count)));
        return bytes.map((byte) => alphabet.charAt(byte & 63)).join("");
      }

      function base64Url(bytes: Uint8Array): string {
        let output = "";
        let buffer = 0;
        let bits = 0;
        for (const byte of Array.from(bytes)) {
          buffer = (buffer << 8) | byte;
          bits += 8;
          for (; bits >= 6; buffer &= (1 << bits) - 1) {
            bits -= 6;
            output += alphabet.charAt(buffer >> bits);
          }
        }
        return bits === 0 ? output : output + alphabet.charAt(buffer << (6 - bits));
      }

      /** Leaves `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3). */
      function encode(text: string): string {
        return encodeURIComponent(text).replace(
          /[!'()*]/g,
          (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
        );
      }

      function find(client: OwnClient, environment: Environment): Settings | undefined {
        if (environment === "prod") return prod(client);
        return environment === "sandbox" ? sandbox(client) : undefined;
      }

      \#(table("prod", code, .prod))

      \#(table("sandbox", code, .sandbox))
      """#
  }

  private static func table(
    _ name: Code<TypeScriptLanguage>, _ code: OwnClientCode, _ environment: Environment
  ) -> Code<TypeScriptLanguage> {
    let cases = code.clients.compactMap { client -> Code<TypeScriptLanguage>? in
      client.settings[environment].map { settings in
        """
        case "\(client.name, .camel)":
          return \(values(settings));
        """
      }
    }
    return """
      function \(name)(client: OwnClient): Settings | undefined {
        switch (client) {
          \(lines: cases + ["default:\n  return undefined;"])
        }
      }
      """
  }

  private static func values(_ settings: OwnClientCode.Settings) -> Code<TypeScriptLanguage> {
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
    return """
      {
        \(lines: fields)
      }
      """
  }
}
