extension TypeScriptTarget {
  /// What the decisions are made of.
  static let details: Code<TypeScriptLanguage> = #"""
    function allowed(
      client: Client,
      redirectUri: string,
      scopes: readonly string[],
      parameters: RequestParameters,
    ): AllowedRequest {
      const { state, code_challenge: codeChallenge, code_challenge_method: method } = parameters;
      const { id: clientId, issuer } = client;
      const issuedCode: IssuedCode = {
        clientId,
        redirectUri: parameters.redirect_uri,
        codeChallenge,
        codeChallengeMethod: codeChallenge === undefined ? undefined : (method ?? "plain"),
      };
      return {
        clientId,
        redirectUri,
        state,
        scopes,
        codeChallenge,
        issuedCode,
        issuer,
        successUrl: (code) => successUrl(redirectUri, code, state, issuer),
        errorUrl: (error, description) => errorUrl(redirectUri, error, state, issuer, description),
      };
    }

    /**
     * Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2). Values read the
     * same for form decoders and percent decoders.
     */
    function withParameters(
      redirectUri: string,
      parameters: readonly (readonly [name: string, value: string | null | undefined])[],
    ): string {
      if (typeof redirectUri !== "string") throw new TypeError("the redirect URI is no text");
      const query: string[] = [];
      for (const [name, value] of parameters) {
        if (value !== null && value !== undefined) query.push(`${name}=${encode(value)}`);
      }
      const separator = redirectUri.indexOf("?") < 0 ? "?" : /[?&]$/.test(redirectUri) ? "" : "&";
      return redirectUri + separator + query.join("&");
    }

    /** Leaves `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3); `encodeURIComponent` leaves more. */
    function encode(text: string): string {
      if (typeof text !== "string") throw new TypeError("a part of the answer is no text");
      return encodeURIComponent(text).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    }

    const parameterNames = [
      \#(.joined(Code.requestParameters, by: ",\n")),
    ] as const;

    type RequestParameters = { readonly [name in (typeof parameterNames)[number]]?: string | undefined };

    /**
     * The known parameters of a request that have a value (RFC 6749 section 3.1).
     *
     * A malformed escape, bytes that are no UTF-8, or a known parameter that stands twice refuse the
     * whole request, because two parsers would see two requests. What follows a `#` is not part of the
     * query.
     */
    function readParameters<Name extends string>(
      query: string,
      plusIsSpace: boolean,
      names: readonly Name[],
    ): Record<Name, string | undefined> | undefined {
      if (typeof query !== "string") return undefined;
      const parameters = {} as Record<Name, string | undefined>;
      const seen: string[] = [];
      const end = query.indexOf("#");
      for (const piece of (end < 0 ? query : query.slice(0, end)).split("&")) {
        const mark = piece.indexOf("=");
        const name = decode(mark < 0 ? piece : piece.slice(0, mark), plusIsSpace);
        const value = decode(mark < 0 ? "" : piece.slice(mark + 1), plusIsSpace);
        if (name === undefined || value === undefined) return undefined;
        const known = names.filter((each) => each === name)[0];
        if (known === undefined) continue;
        if (has(seen, known)) return undefined;
        seen.push(known);
        if (value !== "") parameters[known] = value;
      }
      return parameters;
    }

    /** The text behind percent escapes, or undefined where it is malformed or not UTF-8. */
    function decode(text: string, plusIsSpace: boolean): string | undefined {
      try {
        const decoded = decodeURIComponent(plusIsSpace ? text.replace(/\+/g, " ") : text);
        // Throws for half a surrogate pair, which the line above lets through.
        encodeURIComponent(decoded);
        return decoded;
      } catch {
        return undefined;
      }
    }

    /** A client as it exists in one environment. */
    interface Client {
      \#(lines: TypeScriptTables.members)
    }

    function has(texts: readonly string[], text: string): boolean {
      return texts.indexOf(text) >= 0;
    }

    /**
     * Where the answer goes: the requested redirect URI where it is registered, or the only one where
     * the client may leave it out.
     */
    function targetOf(client: Client, requested: string | undefined): string | undefined {
      const { redirectUris, mayOmitRedirectUri, isNative } = client;
      if (requested === undefined) {
        return mayOmitRedirectUri && redirectUris.length === 1 ? redirectUris[0] : undefined;
      }
      if (has(redirectUris, requested)) return requested;
      const portless = isNative ? withoutLoopbackPort(requested) : undefined;
      return portless !== undefined && has(redirectUris, portless) ? requested : undefined;
    }

    /**
     * `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with both literal
     * addresses and nothing else; undefined for all other texts.
     */
    function withoutLoopbackPort(uri: string): string | undefined {
      const parts =
        /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?][^]*)$/.exec(uri);
      if (parts === null) return undefined;
      const [, origin = "", port, rest = ""] = parts;
      return Number(port) <= 65535 ? origin + rest : undefined;
    }

    function lacksState(client: Client, parameters: RequestParameters): boolean {
      return parameters.state === undefined && !client.mayOmitState;
    }

    /** The scopes asked for, or undefined where one is empty or not registered. */
    function grantedScopes(client: Client, scope: string | undefined): readonly string[] | undefined {
      const scopes = scope === undefined ? [] : scope.split(" ");
      return hasScopes(client, scopes) ? scopes : undefined;
    }

    function hasScopes(client: Client, scopes: readonly string[]): boolean {
      return scopes.every((scope) => has(\#(TypeScriptTables.valueOrDefault(.scopes)), scope));
    }

    /** RFC 7636: an absent method means `plain`; a SHA-256 in base64url has 43 characters. */
    function acceptsChallenge(client: Client, parameters: RequestParameters): boolean {
      const { code_challenge: challenge, code_challenge_method: method } = parameters;
      if (challenge === undefined) return client.mayOmitPkce === true && method === undefined;
      if (!has(\#(TypeScriptTables.valueOrDefault(.codeChallengeMethods)), method ?? "plain")) return false;
      const pattern =
        (method ?? "plain") === "plain" ? /^[A-Za-z0-9._~-]{43,128}$/ : /^[A-Za-z0-9_-]{43}$/;
      return pattern.test(challenge);
    }

    /** The package as it is, its one certificate by the bytes of the hash. */
    function acceptsCaller(client: Client, caller: Caller): boolean {
      const certs = caller?.certs;
      if (!Array.isArray(certs)) return false;
      const [cert, ...others]: readonly unknown[] = certs;
      const fingerprint = cert === undefined || others.length > 0 ? undefined : fingerprintOf(cert);
      if (fingerprint === undefined) return false;
      return (client.callers ?? []).some(
        (known) =>
          known.package === caller.package &&
          known.certs.some((own) => fingerprintOf(own) === fingerprint),
      );
    }

    /** 64 hex digits of a SHA-256 that has a colon between every two digits or none. */
    function fingerprintOf(text: unknown): string | undefined {
      if (typeof text !== "string") return undefined;
      const isHash = /^(?:[0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31})$/.test(text);
      return isHash ? text.replace(/:/g, "").toUpperCase() : undefined;
    }

    function named(id: string | null | undefined, clients: readonly Client[]): Client | undefined {
      return clients.filter((client) => client.id === id)[0];
    }

    /** The first of the clients that has the redirect URI for App Flip, and where the answer goes. */
    function findAnswerable(
      requested: string,
      clients: readonly Client[],
    ): { readonly owner: Client; readonly redirectUri: string } | undefined {
      for (const owner of clients) {
        const redirectUri = targetOf(owner, requested);
        if (redirectUri === undefined || has(owner.browserRedirectUris ?? [], requested)) continue;
        return { owner, redirectUri };
      }
      return undefined;
    }

    /** The clients of one environment. */
    interface Table {
      readonly clients: readonly Client[];
      client(id: string): Client | undefined;
    }

    function table(clients: readonly Client[]): Table {
      // Without a prototype: `constructor` and `__proto__` are client IDs like all others.
      const byId: { [id: string]: Client | undefined } = Object.create(null);
      for (const client of clients) byId[client.id] = byId[client.id] ?? client;
      return { clients, client: (id) => byId[id] };
    }

    function tableOf(environment: Environment): Table {
      switch (environment) {
        case "prod":
          return prod;
        case "sandbox":
          return sandbox;
        default:
          throw new RangeError("the environment is neither prod nor sandbox");
      }
    }
    """#
}
