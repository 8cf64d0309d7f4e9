/** Requests and decisions. No printed form shows a secret, a code, a token or a parameter's value. */

import { type Client, codeGrant, isVerifier } from "./linkpolicy-allowlist-client.js";
import { areEqual, base64Url, sha256, utf8Bytes } from "./linkpolicy-allowlist-crypto.js";
import { textOf, withParameters } from "./linkpolicy-allowlist-parameters.js";
import type { Reason } from "./linkpolicy-allowlist-reasons.js";

/** Lets only these modules make requests and allowlists. */
export const maker = Symbol("linkpolicy");

/** How Node.js prints an object. */
const inspect = Symbol.for("nodejs.util.inspect.custom");

function requireMaker(key: symbol, what: string): void {
  if (key !== maker) throw new TypeError(`${what} is made by an allowlist only`);
}

function redacted(value: unknown): "[redacted]" | undefined {
  return value === undefined ? undefined : "[redacted]";
}

/**
 * The data to store with an authorization code: a JSON object with the same keys as in every language.
 * Give it to `verify` of a `TokenRequest` when the client exchanges the code.
 */
export interface IssuedCode {
  readonly client_id: string;
  /** As in the authorization request; null if it had none. */
  readonly redirect_uri: string | null;
  /** The challenge that the code verifier must match (RFC 7636). */
  readonly code_challenge: string | null;
  /** `S256` or `plain`; null without a challenge. */
  readonly code_challenge_method: string | null;
}

/** A parameter that the allowlist doesn't check. */
export type OtherParameter = readonly [name: string, value: string];

/** The values of an allowed request. */
export interface AllowedValues {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly issuer: string | undefined;
  readonly issuedCode: IssuedCode;
  readonly otherParameters: readonly OtherParameter[];
}

/**
 * An authorization or App Flip request that the policy allows. Ask the user for consent, then respond
 * at `redirectUri` and nowhere else.
 */
export class AllowedRequest {
  readonly #values: AllowedValues;

  constructor(key: symbol, values: AllowedValues) {
    requireMaker(key, "AllowedRequest");
    this.#values = values;
    Object.freeze(this);
  }

  get clientId(): string {
    return this.#values.clientId;
  }

  /** A registered redirect URI; a loopback one has the port of the request. */
  get redirectUri(): string {
    return this.#values.redirectUri;
  }

  /** The requested scopes, all of which are registered. */
  get scopes(): readonly string[] {
    return this.#values.scopes;
  }

  /** Returned to the client unchanged. */
  get state(): string | undefined {
    return this.#values.state;
  }

  /** Sent as `iss` (RFC 9207). */
  get issuer(): string | undefined {
    return this.#values.issuer;
  }

  /** The code challenge (RFC 7636). */
  get codeChallenge(): string | undefined {
    return this.#values.issuedCode.code_challenge ?? undefined;
  }

  /** What to store with the code. */
  get issuedCode(): IssuedCode {
    return this.#values.issuedCode;
  }

  /** All parameters that the allowlist doesn't check, such as `nonce`, in order. */
  get otherParameters(): readonly OtherParameter[] {
    return this.#values.otherParameters;
  }

  /** The first value of one of `otherParameters`. */
  parameter(name: string): string | undefined {
    return firstOf(this.otherParameters, name);
  }

  /** The URL that sends the user back with a code. */
  successUrl(code: string): string {
    return successUrl(this.redirectUri, code, this.state, this.issuer);
  }

  /** The URL that reports an error, such as `access_denied`. */
  errorUrl(error: string, description?: string | null): string {
    return errorUrl(this.redirectUri, error, this.state, this.issuer, description);
  }

  /** For `JSON.stringify`: without the values of parameters. */
  toJSON(): object {
    const { clientId, redirectUri, scopes, issuer } = this;
    return { clientId, redirectUri, scopes, issuer, state: redacted(this.state) };
  }

  /** For `console.log`. */
  [inspect](): object {
    return this.toJSON();
  }
}

/** The values of a token request. */
export interface TokenValues {
  readonly grantType: string;
  readonly clientSecret: string | undefined;
  readonly code: string | undefined;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  readonly refreshToken: string | undefined;
  readonly assertion: string | undefined;
  readonly intent: string | undefined;
  readonly scope: string | undefined;
  readonly otherParameters: readonly OtherParameter[];
}

/**
 * A token request that the policy allows; what it doesn't contain is undefined. Call `verify` before
 * you issue a token. Then consume the code, look up the refresh token or verify the assertion.
 */
export class TokenRequest {
  readonly #client: Client;
  readonly #values: TokenValues;

  constructor(key: symbol, client: Client, values: TokenValues) {
    requireMaker(key, "TokenRequest");
    this.#client = client;
    this.#values = values;
    Object.freeze(this);
  }

  get clientId(): string {
    return this.#client.id;
  }

  get grantType(): string {
    return this.#values.grantType;
  }

  /** Undefined for a public client. */
  get clientSecret(): string | undefined {
    return this.#values.clientSecret;
  }

  get code(): string | undefined {
    return this.#values.code;
  }

  get redirectUri(): string | undefined {
    return this.#values.redirectUri;
  }

  get codeVerifier(): string | undefined {
    return this.#values.codeVerifier;
  }

  get refreshToken(): string | undefined {
    return this.#values.refreshToken;
  }

  get assertion(): string | undefined {
    return this.#values.assertion;
  }

  /** `check`, `get` or `create` (Google streamlined linking). */
  get intent(): string | undefined {
    return this.#values.intent;
  }

  /**
   * The requested scope. For `client_credentials` and `refresh_token`, all scopes are registered.
   * Also compare those of a refresh with the scopes of the refresh token (RFC 6749 section 6).
   */
  get scope(): string | undefined {
    return this.#values.scope;
  }

  /** All parameters that the allowlist doesn't check, such as `device_code`, in order. */
  get otherParameters(): readonly OtherParameter[] {
    return this.#values.otherParameters;
  }

  /** The first value of one of `otherParameters`. */
  parameter(name: string): string | undefined {
    return firstOf(this.otherParameters, name);
  }

  /**
   * The error to send, or undefined if the client may have a token.
   *
   * @param secret the client's secret, or true if your server has verified `clientSecret` against a
   *   hash; null or undefined for a public client
   * @param issued what you stored with `code`; null or undefined if the code is unknown, used or
   *   expired
   */
  verify(
    secret: string | Uint8Array | boolean | null | undefined,
    issued?: IssuedCode | null,
  ): TokenError | undefined {
    if (!this.#client.isPublic && !this.#hasSecret(secret)) {
      // Google's specification of account linking.
      if (this.#client.isGoogleAccountLinking) {
        return tokenError("invalid_grant", "client-secret-wrong", 400);
      }
      const status = this.#client.authenticatesByHeader ? 401 : 400;
      return tokenError("invalid_client", "client-secret-wrong", status);
    }
    if (this.grantType !== codeGrant) return undefined;
    const problem = this.#codeProblem(issued);
    return problem === undefined ? undefined : tokenError("invalid_grant", problem, 400);
  }

  /**
   * The response for a token or code that your server refuses. Its reason is
   * `refresh-token-unknown` for a refresh token, otherwise `code-unknown`.
   */
  invalidGrant(): TokenError {
    const isRefresh = this.grantType === "refresh_token";
    return tokenError("invalid_grant", isRefresh ? "refresh-token-unknown" : "code-unknown", 400);
  }

  /** Checks only the code: client, redirect URI and PKCE (RFC 7636 section 4.6). */
  accepts(issued: IssuedCode | null | undefined): boolean {
    return this.code !== undefined && this.#codeProblem(issued) === undefined;
  }

  #hasSecret(secret: unknown): boolean {
    if (typeof secret === "boolean") return secret;
    const expected = secret instanceof Uint8Array ? secret : utf8Bytes(textOf(secret) ?? "");
    const given = this.clientSecret;
    return expected.length > 0 && given !== undefined && areEqual(utf8Bytes(given), expected);
  }

  #codeProblem(issued: unknown): Reason | undefined {
    if (typeof issued !== "object" || issued === null) return "code-unknown";
    // Read each member once, because a getter can return different values.
    const {
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      code_challenge_method: codeChallengeMethod,
    } = issued as { readonly [name in keyof IssuedCode]: unknown };
    if (clientId !== this.clientId) return "code-other-client";
    if (!isAbsent(redirectUri) && redirectUri !== this.redirectUri) {
      return "redirect-uri-other-request";
    }
    const verifier = this.codeVerifier;
    if (verifier === undefined) {
      const isNeeded = !this.#client.mayOmitPkce || !isAbsent(codeChallenge);
      return isNeeded ? "code-verifier-missing" : undefined;
    }
    // A downgrade (RFC 9700 section 2.1.1).
    if (isAbsent(codeChallenge)) return "code-verifier-unexpected";
    const challenge =
      codeChallengeMethod === "plain" ? verifier : base64Url(sha256(utf8Bytes(verifier)));
    const isEqual = areEqual(utf8Bytes(challenge), utf8Bytes(textOf(codeChallenge) ?? ""));
    return isEqual && isVerifier(verifier) ? undefined : "code-verifier-mismatch";
  }

  /** For `JSON.stringify`: without the values of parameters. */
  toJSON(): object {
    const { clientId, grantType } = this;
    const names = Object.keys(this.#values).filter((name) => name !== "grantType");
    const values = this.#values as unknown as { readonly [name: string]: unknown };
    const hidden = names.map((name) => [name, redacted(values[name])] as const);
    return { clientId, grantType, ...Object.fromEntries(hidden) };
  }

  /** For `console.log`. */
  [inspect](): object {
    return this.toJSON();
  }
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The policy allows the request. */
export interface Allow<Request> {
  readonly kind: "allow";
  readonly request: Request;
  readonly reason: Reason;
}

/** Authenticate the user, then redirect to `target`, which reports `error`. */
export interface RedirectError {
  readonly kind: "redirect_error";
  readonly target: string;
  readonly error: string;
  readonly reason: Reason;
}

/** Show `error` on your own page: a redirect would be an open redirect. */
export interface LocalError {
  readonly kind: "local_error";
  readonly error: string;
  readonly reason: Reason;
}

/** Open `target` as a universal link: the calling app continues without yours. */
export interface ReturnError {
  readonly kind: "return_error";
  readonly target: string;
  readonly error: string;
  readonly reason: Reason;
}

/** Open nothing: the redirect URI is not registered. */
export interface NotHandled {
  readonly kind: "not_handled";
  readonly reason: Reason;
}

/** Not an App Flip request: let the app handle it like any other link or intent. */
export interface Ignore {
  readonly kind: "ignore";
  readonly reason: Reason;
}

/** Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE` and `ERROR_DESCRIPTION`. */
export interface AppFlipError {
  readonly kind: "error";
  readonly type: number;
  readonly code: number;
  readonly description: string;
  readonly reason: Reason;
}

/** Finish with `RESULT_CANCELED` and without data: the caller is unknown. */
export interface Cancelled {
  readonly kind: "cancelled";
  readonly reason: Reason;
}

/** Respond with `status`, `headers` and `body` (RFC 6749 section 5.2). */
export interface TokenError {
  readonly kind: "error";
  readonly status: 400 | 401;
  readonly error: string;
  readonly headers: { readonly [name: string]: string };
  /** Such as `{"error":"invalid_client"}`. */
  readonly body: string;
  readonly reason: Reason;
}

/** The decision about a request to the authorization endpoint. */
export type AuthorizationDecision = Allow<AllowedRequest> | RedirectError | LocalError;
/** The decision about an App Flip universal link (iOS). */
export type AppFlipDecision = Allow<AllowedRequest> | ReturnError | NotHandled | Ignore;
/** The decision about an App Flip intent (Android). */
export type AppFlipResult = Allow<AllowedRequest> | AppFlipError | Cancelled | Ignore;
/** The decision about a request to the token endpoint. */
export type TokenDecision = Allow<TokenRequest> | TokenError;

/** A result that can't be changed; `target` contains the state, so it isn't printed. */
export function withTarget<Result extends object>(
  result: Result,
  target: string,
): Result & { readonly target: string } {
  Object.defineProperty(result, "target", { value: target });
  return Object.freeze(result) as Result & { readonly target: string };
}

/** The response to a token request that is refused. */
export function tokenError(error: string, reason: Reason, status: 400 | 401): TokenError {
  const headers = Object.freeze({
    "Content-Type": "application/json;charset=UTF-8",
    "Cache-Control": "no-store",
    ...(status === 401 ? { "WWW-Authenticate": 'Basic realm="token", charset="UTF-8"' } : {}),
  });
  const body = JSON.stringify({ error });
  return Object.freeze({ kind: "error", status, error, headers, body, reason });
}

/**
 * The URL that sends the user back with a code.
 *
 * @param redirectUri the one of an allowed request, never a raw parameter
 * @throws URIError for a lone surrogate, which has no UTF-8
 */
export function successUrl(
  redirectUri: string,
  code: string,
  state?: string | null,
  issuer?: string | null,
): string {
  return withParameters(redirectUri, [["code", code], ["state", state], ["iss", issuer]]);
}

/**
 * The URL that sends the user back with an error.
 *
 * @param redirectUri the one of an allowed request, never a raw parameter
 * @param description sent as `error_description`
 * @throws URIError for a lone surrogate, which has no UTF-8
 */
export function errorUrl(
  redirectUri: string,
  error: string,
  state?: string | null,
  issuer?: string | null,
  description?: string | null,
): string {
  return withParameters(redirectUri, [
    ["error", error],
    ["error_description", description],
    ["state", state],
    ["iss", issuer],
  ]);
}

function firstOf(parameters: readonly OtherParameter[], name: string): string | undefined {
  return parameters.find(([other]) => other === name)?.[1];
}
