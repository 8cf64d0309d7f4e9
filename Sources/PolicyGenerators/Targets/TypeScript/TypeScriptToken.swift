extension TypeScriptTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<TypeScriptLanguage> = #"""
    /** What to keep with an authorization code until it is given for tokens. */
    export interface IssuedCode {
      /** Who may give it. */
      readonly clientId: string;
      /** As the authorization request had it; absent where it had none. */
      readonly redirectUri?: string | null | undefined;
      /** What the verifier is compared with (RFC 7636). */
      readonly codeChallenge?: string | null | undefined;
      /** `S256` or `plain`; absent without a challenge. */
      readonly codeChallengeMethod?: string | null | undefined;
    }

    /**
     * A token request that agrees with the policy; what it does not have is undefined.
     *
     * Compare `clientSecret` in constant time, then look up the code (see `accepts`) or the refresh
     * token, or verify the assertion.
     */
    export interface TokenRequest {
      /** Who asks. */
      readonly clientId: string;
      /** `authorization_code`, `refresh_token` or that of an assertion (RFC 7523). */
      readonly grantType: string;
      /** Undefined for a public client, and only there. */
      readonly clientSecret: string | undefined;
      readonly code: string | undefined;
      readonly redirectUri: string | undefined;
      readonly codeVerifier: string | undefined;
      readonly refreshToken: string | undefined;
      readonly intent: string | undefined;
      readonly assertion: string | undefined;
      /** Of `client_credentials`, where it was checked. */
      readonly scope: string | undefined;
      /**
       * True if the request may exchange a code, given what was kept with it: the client and the
       * redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the challenge
       * (RFC 7636 section 4.6). Without a challenge, there must be no verifier, and `decideToken` has
       * refused a client that requires PKCE. If the result is false, or if the code is unknown, used
       * or expired, answer 400 with `invalid_grant`.
       */
      accepts(issued: IssuedCode | null | undefined): boolean;
    }

    /** The answer to a request at the token endpoint. */
    export type TokenDecision =
      /** Go on with `request`. */
      | { readonly kind: "allow"; readonly request: TokenRequest }
      /**
       * Answer `status` with `error` as JSON (RFC 6749 section 5.2), and with the header
       * `WWW-Authenticate: Basic realm="token"` where `asksForBasic`.
       */
      | {
          readonly kind: "error";
          readonly status: 400 | 401;
          readonly error: string;
          readonly asksForBasic: boolean;
        };
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<TypeScriptLanguage> = #"""
    /**
     * Decides a request at the token endpoint.
     *
     * @param rawForm the body as it arrived, not decoded and not parsed
     * @param authorization the header of that name; null or undefined where there is none
     */
    export function decideToken(
      rawForm: string,
      authorization: string | null | undefined,
      environment: Environment,
    ): TokenDecision {
      const clients = tableOf(environment);
      const refused = (status: 400 | 401, error: string): TokenDecision => ({
        kind: "error",
        status,
        error,
        asksForBasic: status === 401,
      });
      const form = readParameters(rawForm, true, tokenParameterNames);
      const grantType = form?.grant_type;
      if (form === undefined || grantType === undefined) return refused(400, "invalid_request");
      if (!offers(clients, grantType)) {
        return refused(400, "unsupported_grant_type");
      }
      let id = form.client_id;
      let secret = form.client_secret;
      const hasHeader = authorization !== null && authorization !== undefined;
      if (hasHeader) {
        if (secret !== undefined) return refused(400, "invalid_request");
        const credentials = basicCredentials(authorization);
        if (credentials === undefined) return refused(401, "invalid_client");
        if (id !== undefined && id !== credentials.id) return refused(400, "invalid_request");
        ({ id, secret } = credentials);
      }
      const client = id === undefined ? undefined : clients.client(id);
      if (client === undefined) return refused(400, "invalid_grant");
      if (!authenticates(client, hasHeader, secret !== undefined)) {
        return refused(hasHeader || client.authenticatesByHeader ? 401 : 400, "invalid_client");
      }
      const isCode = grantType === "authorization_code";
      const isAssertion = grantType === assertionGrant;
      // RFC 7521 section 4.1.
      const isBearer = isAssertion || grantType === samlGrant;
      const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form;
      const { refresh_token: refreshToken, intent, assertion } = form;
      const intents = \#(TypeScriptTables.valueOrDefault(.assertionIntents));
      const scope = grantType === "client_credentials" ? form.scope : undefined;
      if (!has(\#(TypeScriptTables.valueOrDefault(.grantTypes)), grantType)) {
        const isUnknown = grantType === assertionGrant && intents.length === 0;
        return refused(400, isUnknown ? "unsupported_grant_type" : "unauthorized_client");
      }
      if (isCode) {
        if (code === undefined) return refused(400, "invalid_request");
        const isProven =
          codeVerifier === undefined ? client.mayOmitPkce === true : isVerifier(codeVerifier);
        if (targetOf(client, redirectUri) === undefined || !isProven) {
          return refused(400, "invalid_grant");
        }
      } else if (grantType === "refresh_token") {
        if (refreshToken === undefined) return refused(400, "invalid_request");
      } else if (grantType === "client_credentials") {
        // A public client has no credentials.
        if (client.isPublic) return refused(400, "unauthorized_client");
        if (grantedScopes(client, scope) === undefined) return refused(400, "invalid_scope");
      } else if (isBearer) {
        if (assertion === undefined) return refused(400, "invalid_request");
        if (isAssertion && intents.length > 0 && (intent === undefined || !has(intents, intent))) {
          return refused(400, "invalid_request");
        }
      }
      return {
        kind: "allow",
        request: {
          clientId: client.id,
          grantType,
          clientSecret: secret,
          // Of the grant only: whatever else stands in the form is not looked at.
          code: isCode ? code : undefined,
          redirectUri: isCode ? redirectUri : undefined,
          codeVerifier: isCode ? codeVerifier : undefined,
          refreshToken: grantType === "refresh_token" ? refreshToken : undefined,
          intent: isAssertion ? intent : undefined,
          assertion: isBearer ? assertion : undefined,
          scope,
          accepts: (issued) =>
            isSet(issued) &&
            isCode &&
            issued.clientId === client.id &&
            (!isSet(issued.redirectUri) || issued.redirectUri === redirectUri) &&
            matches(codeVerifier, issued),
        },
      };
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<TypeScriptLanguage> = #"""
    const tokenParameterNames = [
      \#(.joined(Code.tokenParameters, by: ",\n")),
    ] as const;

    const assertionGrant = \#(Code.assertionGrant);
    const samlGrant = \#(Code.samlGrant);

    /** True for the grants of all servers, and for what a client lists. */
    function offers({ clients }: Table, grantType: string): boolean {
      if (has(["authorization_code", "refresh_token", assertionGrant], grantType)) return true;
      // No grant of the token endpoint (RFC 6749 section 4.2).
      if (grantType === "implicit") return false;
      return clients.some((client) => has(\#(TypeScriptTables.valueOrDefault(.grantTypes)), grantType));
    }

    function isSet<Value>(value: Value | null | undefined): value is Value {
      return value !== null && value !== undefined;
    }

    /** RFC 7636 section 4.1. */
    function isVerifier(text: string): boolean {
      return /^[A-Za-z0-9._~-]{43,128}$/.test(text);
    }

    /**
     * Compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a challenge
     * is a downgrade (RFC 9700 section 2.1.1).
     */
    function matches(verifier: string | undefined, issued: IssuedCode): boolean {
      const { codeChallenge, codeChallengeMethod } = issued;
      if (!isSet(codeChallenge)) return verifier === undefined;
      if (verifier === undefined || !isVerifier(verifier)) return false;
      const challenge = codeChallengeMethod === "plain" ? verifier : base64Url(sha256(verifier));
      // In a time that does not depend on how many of the characters agree.
      let difference = challenge.length ^ codeChallenge.length;
      for (let place = 0; place < challenge.length; place += 1) {
        difference |= challenge.charCodeAt(place) ^ codeChallenge.charCodeAt(place);
      }
      return difference === 0;
    }

    \#(sha256)

    /** Base64url without padding (RFC 4648 section 5). */
    function base64Url(bytes: readonly number[]): string {
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      let output = "";
      let buffer = 0;
      let bits = 0;
      for (const byte of bytes) {
        buffer = (buffer << 8) | byte;
        bits += 8;
        while (bits >= 6) {
          bits -= 6;
          output += alphabet.charAt(buffer >> bits);
          buffer &= (1 << bits) - 1;
        }
      }
      return bits > 0 ? output + alphabet.charAt(buffer << (6 - bits)) : output;
    }

    /** True where the secret comes as it must (RFC 6749 section 2.3). */
    function authenticates(client: Client, hasHeader: boolean, hasSecret: boolean): boolean {
      if (client.isPublic) return !hasHeader && !hasSecret;
      return hasSecret && hasHeader === (client.authenticatesByHeader === true);
    }

    /**
     * ID and secret of a Basic header (RFC 6749 section 2.3.1), or undefined. Both are form-encoded; an
     * empty secret is none.
     */
    function basicCredentials(
      header: string,
    ): { readonly id: string; readonly secret: string | undefined } | undefined {
      if (typeof header !== "string") return undefined;
      const parts = /^[ \t]*[Bb][Aa][Ss][Ii][Cc] +([A-Za-z0-9+/]*={0,2})[ \t]*$/.exec(header);
      const pair = parts === null ? undefined : escapedFromBase64(parts[1] ?? "");
      const colon = pair === undefined ? -1 : pair.indexOf(":");
      if (pair === undefined || colon < 0) return undefined;
      const id = decode(pair.slice(0, colon), true);
      const secret = decode(pair.slice(colon + 1), true);
      return id && secret !== undefined ? { id, secret: secret || undefined } : undefined;
    }

    /** The bytes of padded Base64 with those that are no ASCII as escapes; undefined for other spellings. */
    function escapedFromBase64(text: string): string | undefined {
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      if (text === "" || text.length % 4 !== 0) return undefined;
      let output = "";
      let buffer = 0;
      let bits = 0;
      for (const character of text.replace(/=/g, "").split("")) {
        buffer = (buffer << 6) | alphabet.indexOf(character);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        const byte = buffer >> bits;
        buffer &= (1 << bits) - 1;
        output += byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16)}`;
      }
      // The spare bits are zero, so that a value has one spelling.
      return bits < 6 && buffer === 0 ? output : undefined;
    }
    """#
}
