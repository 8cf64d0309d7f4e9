/** The clients of the policy and the checks of one client. */

import { type Parameters, textOf } from "./linkpolicy-allowlist-parameters.js";
import { attempt, type Reason, Refusal } from "./linkpolicy-allowlist-reasons.js";

export const codeGrant = "authorization_code";
export const refreshGrant = "refresh_token";
const clientCredentialsGrant = "client_credentials";
export const jwtBearerGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
export const samlBearerGrant = "urn:ietf:params:oauth:grant-type:saml2-bearer";

/** The app that sends an App Flip intent. */
export interface Caller {
  /** Its package name. */
  readonly package: string;
  /** SHA-256 of its current signing certificates in hex, with or without colons. */
  readonly certs: readonly string[];
}

/** A client in one environment; absent members have their default. */
export interface Client {
  readonly id: string;
  readonly key: string;
  readonly redirectUris: readonly string[];
  readonly isGoogleAccountLinking?: boolean;
  readonly isNative?: boolean;
  readonly mayOmitRedirectUri?: boolean;
  readonly mayOmitState?: boolean;
  readonly mayOmitPkce?: boolean;
  readonly isPublic?: boolean;
  readonly authenticatesByHeader?: boolean;
  readonly browserRedirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly corsOrigins?: readonly string[];
  readonly scopes?: readonly string[];
  /** Default: `code`. */
  readonly responseTypes?: readonly string[];
  /** Default: `authorization_code`, `refresh_token`. */
  readonly grantTypes?: readonly string[];
  /** Default: `S256`. */
  readonly codeChallengeMethods?: readonly string[];
  readonly issuer?: string;
  readonly universalLink?: string;
  readonly intentAction?: string;
  readonly callers?: readonly Caller[];
  readonly assertionIntents?: readonly string[];
}

const none: readonly string[] = Object.freeze([]);
const defaultResponseTypes: readonly string[] = Object.freeze(["code"]);
const defaultGrantTypes: readonly string[] = Object.freeze([codeGrant, refreshGrant]);

export function responseTypesOf(client: Client): readonly string[] {
  return client.responseTypes ?? defaultResponseTypes;
}

export function grantTypesOf(client: Client): readonly string[] {
  return client.grantTypes ?? defaultGrantTypes;
}

export function scopesOf(client: Client): readonly string[] {
  return client.scopes ?? none;
}

export function postLogoutRedirectUrisOf(client: Client): readonly string[] {
  return client.postLogoutRedirectUris ?? none;
}

export function corsOriginsOf(client: Client): readonly string[] {
  return client.corsOrigins ?? none;
}

/** Where a response goes, and why. */
export interface Target {
  readonly uri: string;
  readonly reason: Reason;
}

/** The requested redirect URI if it is registered, or the only one if the client may leave it out. */
export function targetOf(client: Client, requested: string | undefined): Target {
  const [first, ...others] = client.redirectUris;
  if (requested === undefined) {
    if (client.mayOmitRedirectUri && first !== undefined && others.length === 0) {
      return { uri: first, reason: "allowed" };
    }
    throw new Refusal("redirect-uri-missing", "invalid_request");
  }
  if (client.redirectUris.includes(requested)) return { uri: requested, reason: "allowed" };
  const portless = client.isNative ? withoutLoopbackPort(requested) : undefined;
  if (portless !== undefined && client.redirectUris.includes(portless)) {
    return { uri: requested, reason: "loopback-port" };
  }
  throw new Refusal("redirect-uri-not-registered", "invalid_request");
}

/** `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb`: only IP literals (RFC 8252 section 7.3). */
function withoutLoopbackPort(uri: string): string | undefined {
  const parts = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?][^]*)$/.exec(uri);
  if (parts === null) return undefined;
  const [, origin = "", port, rest = ""] = parts;
  return Number(port) <= 65535 ? origin + rest : undefined;
}

/** Refuses a response type that the client may not use. */
export function checkResponseType(client: Client, responseType: string | undefined): void {
  if (responseType === undefined) throw new Refusal("response-type-missing", "invalid_request");
  if (!responseTypesOf(client).includes(responseType)) {
    throw new Refusal("response-type-unsupported", "unsupported_response_type");
  }
  const takesTokens =
    grantTypesOf(client).includes("implicit") && !responseType.split(" ").includes("code");
  if (!takesTokens) checkTakesCodes(client);
}

/** Refuses a client that can't exchange a code. */
export function checkTakesCodes(client: Client): void {
  if (!grantTypesOf(client).includes(codeGrant)) {
    throw new Refusal("grant-type-not-allowed", "unauthorized_client");
  }
}

/** Refuses a missing `state` if the client requires one. */
export function checkState(client: Client, state: string | undefined): void {
  if (state === undefined && !client.mayOmitState) {
    throw new Refusal("state-missing", "invalid_request");
  }
}

/** The requested scopes, all of which are registered. */
export function grantedScopes(client: Client, scope: string | undefined): readonly string[] {
  return checkedScopes(client, scope === undefined ? [] : scope.split(" "));
}

/** The scopes, all of which are registered. */
export function checkedScopes(client: Client, scopes: readonly string[]): readonly string[] {
  if (!scopes.every((scope) => scopesOf(client).includes(scope))) {
    throw new Refusal("scope-not-allowed", "invalid_scope");
  }
  return Object.freeze(scopes);
}

/** Refuses a bad code challenge (RFC 7636); a missing method means `plain`. */
export function checkChallenge(
  client: Client,
  challenge: string | undefined,
  method: string | undefined,
): void {
  if (challenge === undefined) {
    if (client.mayOmitPkce && method === undefined) return;
    throw new Refusal("pkce-missing", "invalid_request");
  }
  if (!(client.codeChallengeMethods ?? ["S256"]).includes(method ?? "plain")) {
    throw new Refusal("pkce-method", "invalid_request");
  }
  const isWellFormed =
    (method ?? "plain") === "plain" ? isVerifier(challenge) : /^[A-Za-z0-9_-]{43}$/.test(challenge);
  if (!isWellFormed) throw new Refusal("pkce-challenge", "invalid_request");
}

/** RFC 7636 section 4.1. */
export function isVerifier(text: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

/** Rejects another authentication method (RFC 6749 section 2.3). */
export function authenticate(client: Client, hasHeader: boolean, hasSecret: boolean): void {
  const byHeader = client.authenticatesByHeader === true;
  const status = hasHeader || byHeader ? 401 : 400;
  if ((hasHeader || hasSecret) && (client.isPublic || hasHeader !== byHeader)) {
    throw new Refusal("client-authentication-method", "invalid_client", status);
  }
  if (!client.isPublic && !hasSecret) {
    throw new Refusal("client-authentication-missing", "invalid_client", status);
  }
}

/**
 * What a grant needs (RFC 6749 section 6, RFC 7521 section 4.1, RFC 8628 section 3.4, RFC 8693
 * section 2.1); a code and an intent have checks of their own.
 */
const needed: ReadonlyMap<string, readonly string[]> = new Map([
  [refreshGrant, ["refresh_token"]],
  [jwtBearerGrant, ["assertion"]],
  [samlBearerGrant, ["assertion"]],
  ["urn:ietf:params:oauth:grant-type:device_code", ["device_code"]],
  [
    "urn:ietf:params:oauth:grant-type:token-exchange",
    ["subject_token", "subject_token_type"],
  ],
]);

/** Refuses a token request that lacks what its grant needs. */
export function checkToken(client: Client, grantType: string, form: Parameters): void {
  const intents = client.assertionIntents ?? none;
  if (!grantTypesOf(client).includes(grantType)) {
    if (grantType === jwtBearerGrant && intents.length === 0) {
      throw new Refusal("grant-type-unsupported", "unsupported_grant_type");
    }
    throw new Refusal("grant-type-not-allowed", "unauthorized_client");
  }
  if (grantType === codeGrant) {
    checkCode(client, form);
  } else if (grantType === clientCredentialsGrant) {
    // A public client has no credentials.
    if (client.isPublic) throw new Refusal("grant-type-not-allowed", "unauthorized_client");
  } else if (grantType === jwtBearerGrant && intents.length > 0) {
    const intent = form.value("intent");
    if (intent === undefined) throw new Refusal("parameter-missing", "invalid_request");
    if (!intents.includes(intent)) throw new Refusal("intent-unsupported", "invalid_request");
  }
  for (const name of needed.get(grantType) ?? []) {
    const isThere = form.other.some(([other, value]) => other === name && value !== "");
    if (!isThere && form.value(name) === undefined) {
      throw new Refusal("parameter-missing", "invalid_request");
    }
  }
  if (grantType === refreshGrant || grantType === clientCredentialsGrant) {
    grantedScopes(client, form.value("scope"));
  }
}

function checkCode(client: Client, form: Parameters): void {
  if (form.value("code") === undefined) throw new Refusal("parameter-missing", "invalid_request");
  const target = attempt(() => targetOf(client, form.value("redirect_uri")));
  if (target instanceof Refusal) throw new Refusal(target.reason, "invalid_grant");
  const verifier = form.value("code_verifier");
  if (verifier === undefined) {
    if (!client.mayOmitPkce) throw new Refusal("code-verifier-missing", "invalid_grant");
  } else if (!isVerifier(verifier)) {
    throw new Refusal("code-verifier-mismatch", "invalid_grant");
  }
}

/** The package as it is, its one certificate by the bytes of the hash. */
export function acceptsCaller(client: Client, caller: unknown): boolean {
  if (typeof caller !== "object" || caller === null) return false;
  const { package: name, certs } = caller as { readonly [key: string]: unknown };
  if (!Array.isArray(certs)) return false;
  const [cert, ...others]: readonly unknown[] = certs;
  const fingerprint = others.length > 0 ? undefined : fingerprintOf(cert);
  if (fingerprint === undefined) return false;
  return (client.callers ?? []).some(
    (known) =>
      known.package === name && known.certs.some((own) => fingerprintOf(own) === fingerprint),
  );
}

/** 64 hex digits of a SHA-256 that has a colon between every two digits, or none. */
function fingerprintOf(value: unknown): string | undefined {
  const text = textOf(value) ?? "";
  const isHash = /^(?:[0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31})$/.test(text);
  return isHash ? text.replace(/:/g, "").toUpperCase() : undefined;
}

/** The first client with the ID. */
export function named(
  id: string | undefined,
  clients: readonly Client[],
): Client | undefined {
  return clients.find((client) => client.id === id);
}

/** The first of the clients that has the redirect URI for App Flip, and where its response goes. */
export function appFlipTarget(
  requested: string | undefined,
  clients: readonly Client[],
): Target & { readonly owner: Client } {
  if (requested === undefined) throw new Refusal("redirect-uri-missing", "invalid_request");
  let isBrowserOnly = false;
  for (const owner of clients) {
    const target = attempt(() => targetOf(owner, requested));
    if (target instanceof Refusal) continue;
    if (!(owner.browserRedirectUris ?? none).includes(requested)) return { ...target, owner };
    isBrowserOnly = true;
  }
  throw new Refusal(
    isBrowserOnly ? "redirect-uri-browser-only" : "redirect-uri-not-registered",
    "invalid_request",
  );
}

/** The scopes of an intent: an array, or a string with spaces between them. */
export function intentScopes(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return value.split(" ").filter((scope) => scope !== "");
  const scopes: readonly unknown[] = Array.isArray(value) ? value.slice() : [undefined];
  return scopes.map((scope) => {
    const text = textOf(scope);
    if (text === undefined) throw new Refusal("scope-not-allowed", "invalid_scope");
    return text;
  });
}
