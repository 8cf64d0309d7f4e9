/** The decisions about requests in one environment. */

import {
  acceptsCaller,
  appFlipTarget,
  authenticate,
  type Caller,
  checkChallenge,
  checkedScopes,
  checkResponseType,
  checkState,
  checkTakesCodes,
  checkToken,
  type Client,
  codeGrant,
  corsOriginsOf,
  grantedScopes,
  grantTypesOf,
  intentScopes,
  jwtBearerGrant,
  named,
  postLogoutRedirectUrisOf,
  refreshGrant,
  responseTypesOf,
  samlBearerGrant,
  scopesOf,
  targetOf,
} from "./linkpolicy-allowlist-client.js";
import { clientsOf } from "./linkpolicy-allowlist-loading.js";
import {
  basicCredentials,
  type Parameters,
  rawTextOf,
  readParameters,
  textOf,
  withParameters,
} from "./linkpolicy-allowlist-parameters.js";
import { attempt, Refusal } from "./linkpolicy-allowlist-reasons.js";
import {
  type Allow,
  AllowedRequest,
  type AppFlipDecision,
  type AppFlipResult,
  type AuthorizationDecision,
  errorUrl,
  type IssuedCode,
  maker,
  type TokenDecision,
  tokenError,
  TokenRequest,
  withTarget,
} from "./linkpolicy-allowlist-results.js";

/** The environment: production or sandbox. */
export const Environment = Object.freeze({ prod: "prod", sandbox: "sandbox" } as const);

/** `"prod"` or `"sandbox"`. Take it from the server's configuration, never from a request. */
export type Environment = (typeof Environment)[keyof typeof Environment];

/** The extras of an App Flip intent by their names in the intent. */
export interface AppFlipExtras {
  readonly CLIENT_ID?: string | null;
  readonly REDIRECT_URI?: string | null;
  /** An array, or a string with spaces between the scopes. */
  readonly SCOPE?: string | readonly string[] | null;
}

/** What the policy says about a client. */
export interface ClientView {
  readonly clientId: string;
  readonly key: string;
  readonly provider: "generic" | "google-account-linking";
  readonly type: "web" | "native";
  readonly isPublic: boolean;
  readonly tokenEndpointAuth: "none" | "client_secret_basic" | "client_secret_post";
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly requiresPkce: boolean;
  readonly requiresState: boolean;
  readonly issuer: string | undefined;
}

const authorizationParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
];
const tokenParameters = [
  "grant_type",
  "client_id",
  "client_secret",
  "code",
  "redirect_uri",
  "code_verifier",
  "refresh_token",
  "intent",
  "assertion",
  "scope",
];
/** Parameters that the allowlist doesn't return, but a form must not repeat either. */
const singleTokenParameters = [
  "response_type",
  "device_code",
  "subject_token",
  "subject_token_type",
];

/** Throws for anything but an environment. */
export function checkedEnvironment(environment: Environment): Environment {
  if (environment !== "prod" && environment !== "sandbox") {
    throw new RangeError("the environment must be prod or sandbox");
  }
  return environment;
}

/**
 * The clients of one environment. `allowlist(environment)` returns the one of the generated data,
 * `Allowlist.load` reads one from `allowlist.json`. An allowlist never changes.
 */
export class Allowlist {
  readonly #clients: readonly Client[];
  readonly #byId = new Map<string, Client>();

  /** For these modules only. */
  constructor(key: symbol, clients: readonly Client[]) {
    if (key !== maker) throw new TypeError("use allowlist(environment) or Allowlist.load");
    this.#clients = clients;
    for (const client of clients) {
      freeze(client);
      // The first of two clients with the same ID is used.
      if (!this.#byId.has(client.id)) this.#byId.set(client.id, client);
    }
    Object.freeze(this);
  }

  /**
   * Reads the bytes of `allowlist.json`.
   *
   * @param sha256 their SHA-256 in hex
   * @throws AllowlistError unless the file has exactly the documented form
   */
  static load(bytes: Uint8Array, sha256: string, environment: Environment): Allowlist {
    return new Allowlist(maker, clientsOf(bytes, sha256, checkedEnvironment(environment)));
  }

  /** All clients, in the order of the policy. */
  get clients(): readonly ClientView[] {
    return Object.freeze(this.#clients.map(viewOf));
  }

  /** What the policy says about a client, or undefined if there is none. */
  client(clientId: string): ClientView | undefined {
    const client = this.#client(clientId);
    return client && viewOf(client);
  }

  /** True if the client's responses may go to the redirect URI. */
  isRedirectUriAllowed(clientId: string, redirectUri: string): boolean {
    const client = this.#client(clientId);
    const requested = textOf(redirectUri);
    if (client === undefined || requested === undefined) return false;
    return !(attempt(() => targetOf(client, requested)) instanceof Refusal);
  }

  /** True if the client may send users to the URI after sign-out. */
  isPostLogoutRedirectUriAllowed(clientId: string, uri: string): boolean {
    const client = this.#client(clientId);
    return client !== undefined && postLogoutRedirectUrisOf(client).includes(uri);
  }

  /**
   * True if the client's scripts may run on the origin. A preflight request doesn't have a client ID: see
   * `corsHeaders`.
   *
   * @param origin the unchanged `Origin` header
   */
  isCorsOriginAllowed(clientId: string, origin: string): boolean {
    const client = this.#client(clientId);
    return client !== undefined && corsOriginsOf(client).includes(origin);
  }

  /** True if the client may use the grant type at the token endpoint. */
  isGrantTypeAllowed(clientId: string, grantType: string): boolean {
    const client = this.#client(clientId);
    return client !== undefined && grantTypesOf(client).includes(grantType);
  }

  /**
   * The CORS headers to add to a response. An origin of any client of the environment is allowed,
   * because a preflight request doesn't have a client ID.
   */
  corsHeaders(
    origin: string | null | undefined,
    isPreflight = false,
  ): { readonly [name: string]: string } {
    const value = textOf(origin);
    const isKnown =
      value !== undefined && this.#clients.some((client) => corsOriginsOf(client).includes(value));
    return Object.freeze({
      Vary: "Origin",
      ...(isKnown ? { "Access-Control-Allow-Origin": value } : {}),
      ...(isKnown && isPreflight
        ? {
            "Access-Control-Allow-Methods": "GET, POST",
            "Access-Control-Allow-Headers": "Authorization, Content-Type",
          }
        : {}),
    });
  }

  /** The URL that a user goes to after sign-out, or undefined if it isn't registered. */
  postLogoutUrl(clientId: string, uri: string, state?: string | null): string | undefined {
    if (!this.isPostLogoutRedirectUriAllowed(clientId, uri)) return undefined;
    if (state !== undefined && state !== null && textOf(state) === undefined) return undefined;
    try {
      return withParameters(uri, [["state", state || undefined]]);
    } catch {
      // A lone surrogate.
      return undefined;
    }
  }

  /**
   * Decides a request to the authorization endpoint.
   *
   * @param rawQuery the query as it arrived, without the `?` and not decoded
   */
  decideAuthorization(rawQuery: string | Uint8Array): AuthorizationDecision {
    const found = attempt(() => {
      const parameters = readParameters(rawQuery, authorizationParameters, ["user_locale"], true);
      const client = this.#identified(parameters.value("client_id"));
      return { parameters, client, target: targetOf(client, parameters.value("redirect_uri")) };
    });
    if (found instanceof Refusal) {
      const { error, reason } = found;
      return Object.freeze({ kind: "local_error", error, reason });
    }
    const { parameters, client, target } = found;
    const request = attempt(() => {
      checkResponseType(client, parameters.value("response_type"));
      return requestOf(client, target.uri, parameters);
    });
    if (request instanceof Refusal) {
      const { error, reason } = request;
      const url = errorUrl(target.uri, error, parameters.value("state"), client.issuer);
      return withTarget({ kind: "redirect_error", error, reason }, url);
    }
    return allow(request, target.reason);
  }

  /** Decides an App Flip request that arrived as a universal link (iOS). */
  decideAppFlipLink(url: string): AppFlipDecision {
    const text = textOf(url) ?? "";
    const mark = text.indexOf("?");
    const link = mark < 0 ? text : text.slice(0, mark);
    const candidates = this.#clients.filter((client) => client.universalLink === link);
    if (candidates.length === 0) {
      return Object.freeze({ kind: "ignore", reason: "link-not-configured" });
    }
    const found = attempt(() => {
      const query = mark < 0 ? "" : text.slice(mark + 1);
      const parameters = readParameters(query, authorizationParameters, ["user_locale"], false);
      const client = named(parameters.value("client_id"), candidates);
      const owners = client === undefined ? candidates : [client];
      const target = appFlipTarget(parameters.value("redirect_uri"), owners);
      return { parameters, client, target };
    });
    if (found instanceof Refusal) {
      return Object.freeze({ kind: "not_handled", reason: found.reason });
    }
    const { parameters, client, target } = found;
    const state = parameters.value("state");
    const request = attempt(() => {
      if (client === undefined) {
        if (state === undefined) throw new Refusal("state-missing", "invalid_request");
        throw unidentified(parameters.value("client_id"));
      }
      checkState(client, state);
      checkTakesCodes(client);
      return requestOf(client, target.uri, parameters);
    });
    if (request instanceof Refusal) {
      const error = "invalid_request";
      const returned = errorUrl(target.uri, error, state, target.owner.issuer);
      return withTarget({ kind: "return_error", error, reason: request.reason }, returned);
    }
    return allow(request, target.reason);
  }

  /**
   * Decides an App Flip request that arrived as an intent (Android).
   *
   * @param action the action of the intent; it can be left out if the app has only one App Flip action
   */
  decideAppFlipIntent(
    caller: Caller,
    extras: AppFlipExtras,
    action?: string | null,
  ): AppFlipResult {
    const candidates = this.#clients.filter(
      ({ intentAction }) => intentAction !== undefined && (action ?? intentAction) === intentAction,
    );
    if (candidates.length === 0) {
      return Object.freeze({ kind: "ignore", reason: "link-not-configured" });
    }
    // Read each member once, because a getter can return different values.
    const given: AppFlipExtras | null | undefined = extras;
    const { CLIENT_ID: id, REDIRECT_URI: redirectUri, SCOPE: scope } = given ?? {};
    const clientId = textOf(id);
    const client = named(clientId, candidates);
    const owners = client === undefined ? candidates : [client];
    if (!owners.some((owner) => acceptsCaller(owner, caller))) {
      return Object.freeze({ kind: "cancelled", reason: "caller-unknown" });
    }
    let what = "redirect URI";
    const request = attempt(() => {
      const { uri } = appFlipTarget(textOf(redirectUri) || undefined, owners);
      what = "client";
      if (client === undefined) throw unidentified(clientId);
      what = "request";
      checkTakesCodes(client);
      what = "scope";
      const scopes = checkedScopes(client, intentScopes(scope));
      what = "request";
      // An intent has no code challenge.
      checkChallenge(client, undefined, undefined);
      return new AllowedRequest(maker, {
        clientId: client.id,
        redirectUri: uri,
        scopes,
        state: undefined,
        issuer: undefined,
        issuedCode: issuedCode(client.id, uri, undefined, undefined),
        otherParameters: [],
      });
    });
    if (request instanceof Refusal) {
      const description = `Invalid ${what}`;
      return Object.freeze({ kind: "error", type: 3, code: 1, description, reason: request.reason });
    }
    return allow(request, "allowed");
  }

  /**
   * Decides a request to the token endpoint.
   *
   * @param rawForm the body as it arrived, not decoded and not parsed
   * @param authorization the `Authorization` header; null or undefined if there is none
   */
  decideToken(
    rawForm: string | Uint8Array,
    authorization: string | Uint8Array | null | undefined,
  ): TokenDecision {
    const request = attempt(() => this.#tokenRequest(rawForm, authorization));
    if (request instanceof Refusal) {
      return tokenError(request.error, request.reason, request.status);
    }
    return allow(request, "allowed");
  }

  #tokenRequest(rawForm: unknown, authorization: unknown): TokenRequest {
    const form = readParameters(rawForm, tokenParameters, singleTokenParameters, true);
    const grantType = form.value("grant_type");
    if (grantType === undefined) throw new Refusal("grant-type-missing", "invalid_request");
    if (!this.#offers(grantType)) {
      throw new Refusal("grant-type-unsupported", "unsupported_grant_type");
    }
    const hasHeader = authorization !== null && authorization !== undefined;
    const { id, secret } = hasHeader
      ? headerCredentials(form, authorization)
      : { id: form.value("client_id"), secret: form.value("client_secret") };
    const client = this.#client(id);
    if (client === undefined) {
      // RFC 6749 section 5.2.
      throw new Refusal(unidentified(id).reason, "invalid_client", hasHeader ? 401 : 400);
    }
    authenticate(client, hasHeader, secret !== undefined);
    checkToken(client, grantType, form);
    const of = (name: string, ...grants: readonly string[]): string | undefined =>
      grants.includes(grantType) ? form.value(name) : undefined;
    return new TokenRequest(maker, client, {
      grantType,
      clientSecret: secret,
      code: of("code", codeGrant),
      redirectUri: of("redirect_uri", codeGrant),
      codeVerifier: of("code_verifier", codeGrant),
      refreshToken: of("refresh_token", refreshGrant),
      assertion: of("assertion", jwtBearerGrant, samlBearerGrant),
      intent: of("intent", jwtBearerGrant),
      scope: grantType === codeGrant ? undefined : form.value("scope"),
      otherParameters: form.other,
    });
  }

  /** True for the grants of every server, and for what a client lists. */
  #offers(grantType: string): boolean {
    if ([codeGrant, refreshGrant, jwtBearerGrant].includes(grantType)) return true;
    // Not a grant of the token endpoint (RFC 6749 section 4.2).
    if (grantType === "implicit") return false;
    return this.#clients.some((client) => grantTypesOf(client).includes(grantType));
  }

  #client(clientId: unknown): Client | undefined {
    const id = textOf(clientId);
    return id === undefined ? undefined : this.#byId.get(id);
  }

  #identified(clientId: string | undefined): Client {
    const client = this.#client(clientId);
    if (client === undefined) throw unidentified(clientId);
    return client;
  }
}

function unidentified(clientId: string | undefined): Refusal {
  return clientId
    ? new Refusal("client-unknown", "invalid_client")
    : new Refusal("client-id-missing", "invalid_request");
}

/** Client ID and secret of the header. */
function headerCredentials(
  form: Parameters,
  authorization: unknown,
): { readonly id: string; readonly secret: string | undefined } {
  if (form.value("client_secret") !== undefined) {
    throw new Refusal("client-authentication-twice", "invalid_request");
  }
  const credentials = basicCredentials(rawTextOf(authorization));
  if (credentials === undefined) {
    throw new Refusal("client-authentication-malformed", "invalid_client", 401);
  }
  const id = form.value("client_id");
  if (id !== undefined && id !== credentials.id) {
    throw new Refusal("client-id-mismatch", "invalid_request");
  }
  return credentials;
}

/** The request, if state, scope and code challenge are right. */
function requestOf(client: Client, redirectUri: string, parameters: Parameters): AllowedRequest {
  const state = parameters.value("state");
  checkState(client, state);
  const scopes = grantedScopes(client, parameters.value("scope"));
  const codeChallenge = parameters.value("code_challenge");
  const method = parameters.value("code_challenge_method");
  checkChallenge(client, codeChallenge, method);
  return new AllowedRequest(maker, {
    clientId: client.id,
    redirectUri,
    scopes,
    state,
    issuer: client.issuer,
    issuedCode: issuedCode(
      client.id,
      parameters.value("redirect_uri"),
      codeChallenge,
      codeChallenge === undefined ? undefined : method ?? "plain",
    ),
    otherParameters: parameters.other,
  });
}

function issuedCode(
  clientId: string,
  redirectUri: string | undefined,
  codeChallenge: string | undefined,
  codeChallengeMethod: string | undefined,
): IssuedCode {
  return Object.freeze({
    client_id: clientId,
    redirect_uri: redirectUri ?? null,
    code_challenge: codeChallenge ?? null,
    code_challenge_method: codeChallengeMethod ?? null,
  });
}

function allow<Request>(request: Request, reason: Allow<Request>["reason"]): Allow<Request> {
  return Object.freeze({ kind: "allow", request, reason });
}

function viewOf(client: Client): ClientView {
  const isPublic = client.isPublic === true;
  const secretBy = client.authenticatesByHeader ? "client_secret_basic" : "client_secret_post";
  return Object.freeze({
    clientId: client.id,
    key: client.key,
    provider: client.isGoogleAccountLinking ? "google-account-linking" : "generic",
    type: client.isNative ? "native" : "web",
    isPublic,
    tokenEndpointAuth: isPublic ? "none" : secretBy,
    grantTypes: grantTypesOf(client),
    responseTypes: responseTypesOf(client),
    scopes: scopesOf(client),
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: postLogoutRedirectUrisOf(client),
    corsOrigins: corsOriginsOf(client),
    requiresPkce: !client.mayOmitPkce,
    requiresState: !client.mayOmitState,
    issuer: client.issuer,
  });
}

/** Views share the lists of the clients. */
function freeze(value: object): void {
  for (const inner of Object.values(Object.freeze(value))) {
    if (typeof inner === "object" && inner !== null) freeze(inner);
  }
}
