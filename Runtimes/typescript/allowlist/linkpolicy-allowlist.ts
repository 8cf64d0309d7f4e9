/**
 * Decides authorization, token and App Flip requests by an allowlist.
 *
 * Values are compared as they are: nothing is trimmed, case-folded, normalized or decoded twice, and
 * responses go to registered redirect URIs only. Values that aren't strings, such as the arrays that
 * Express makes of repeated parameters, never match.
 *
 * Your server still has to keep these rules:
 *
 * - A code is valid once and for a short time. If it is used again, revoke the tokens that were issued
 *   for it.
 * - Store `issuedCode` of the request with the code and give it to `verify` of the token request.
 * - Look up refresh tokens and verify assertions.
 * - An App Flip request may lack `state`: then only the user's consent shows that the user wants it.
 * - Rotate the keys that sign tokens, and publish a key as long as its tokens are valid.
 *
 * To keep one environment out of a bundle, let the bundler replace `LINKPOLICY_ENVIRONMENT` by the
 * other and drop dead code, as esbuild does with
 * `--minify-syntax --define:LINKPOLICY_ENVIRONMENT='"prod"'`.
 */

import type { Caller } from "./linkpolicy-allowlist-client.js";
import { prod, sandbox } from "./linkpolicy-allowlist-data.js";
import {
  Allowlist,
  type AppFlipExtras,
  checkedEnvironment,
  type Environment,
} from "./linkpolicy-allowlist-decisions.js";
import {
  type AppFlipDecision,
  type AppFlipResult,
  type AuthorizationDecision,
  maker,
  type TokenDecision,
} from "./linkpolicy-allowlist-results.js";

export type { Caller } from "./linkpolicy-allowlist-client.js";
export type { AppFlipExtras, ClientView } from "./linkpolicy-allowlist-decisions.js";
export { Allowlist, Environment } from "./linkpolicy-allowlist-decisions.js";
export { AllowlistFile } from "./linkpolicy-allowlist-file.js";
export { AllowlistError } from "./linkpolicy-allowlist-loading.js";
export type { Reason } from "./linkpolicy-allowlist-reasons.js";
export type {
  Allow,
  AllowedRequest,
  AppFlipDecision,
  AppFlipError,
  AppFlipResult,
  AuthorizationDecision,
  Cancelled,
  Ignore,
  IssuedCode,
  LocalError,
  NotHandled,
  OtherParameter,
  RedirectError,
  ReturnError,
  TokenDecision,
  TokenError,
  TokenRequest,
} from "./linkpolicy-allowlist-results.js";
export { errorUrl, successUrl } from "./linkpolicy-allowlist-results.js";

const compiled: { [environment in Environment]?: Allowlist } = {};

/** The allowlist of an environment from the generated data. */
export function allowlist(environment: Environment): Allowlist {
  const name = checkedEnvironment(environment);
  const clients = name === "prod" ? prod : sandbox;
  return (compiled[name] ??= new Allowlist(maker, clients));
}

/** See `Allowlist.isRedirectUriAllowed`. */
export function isRedirectUriAllowed(
  clientId: string,
  environment: Environment,
  redirectUri: string,
): boolean {
  return allowlist(environment).isRedirectUriAllowed(clientId, redirectUri);
}

/** See `Allowlist.isPostLogoutRedirectUriAllowed`. */
export function isPostLogoutRedirectUriAllowed(
  clientId: string,
  environment: Environment,
  uri: string,
): boolean {
  return allowlist(environment).isPostLogoutRedirectUriAllowed(clientId, uri);
}

/** See `Allowlist.isCorsOriginAllowed`. */
export function isCorsOriginAllowed(
  clientId: string,
  environment: Environment,
  origin: string,
): boolean {
  return allowlist(environment).isCorsOriginAllowed(clientId, origin);
}

/** See `Allowlist.isGrantTypeAllowed`. */
export function isGrantTypeAllowed(
  clientId: string,
  environment: Environment,
  grantType: string,
): boolean {
  return allowlist(environment).isGrantTypeAllowed(clientId, grantType);
}

/** See `Allowlist.decideAuthorization`. */
export function decideAuthorization(
  rawQuery: string | Uint8Array,
  environment: Environment,
): AuthorizationDecision {
  return allowlist(environment).decideAuthorization(rawQuery);
}

/** See `Allowlist.decideToken`. */
export function decideToken(
  rawForm: string | Uint8Array,
  authorization: string | Uint8Array | null | undefined,
  environment: Environment,
): TokenDecision {
  return allowlist(environment).decideToken(rawForm, authorization);
}

/** See `Allowlist.decideAppFlipLink` (iOS). */
export function decideAppFlip(url: string, environment: Environment): AppFlipDecision;
/** See `Allowlist.decideAppFlipIntent` (Android). */
export function decideAppFlip(
  caller: Caller,
  extras: AppFlipExtras,
  environment: Environment,
  action?: string | null,
): AppFlipResult;
export function decideAppFlip(
  ...request: Parameters<typeof decideLink> | Parameters<typeof decideIntent>
): AppFlipDecision | AppFlipResult {
  return isLink(request) ? decideLink(...request) : decideIntent(...request);
}

function decideLink(url: string, environment: Environment): AppFlipDecision {
  return allowlist(environment).decideAppFlipLink(url);
}

function decideIntent(
  caller: Caller,
  extras: AppFlipExtras,
  environment: Environment,
  action?: string | null,
): AppFlipResult {
  return allowlist(environment).decideAppFlipIntent(caller, extras, action);
}

function isLink(
  request: Parameters<typeof decideLink> | Parameters<typeof decideIntent>,
): request is Parameters<typeof decideLink> {
  // Whatever is there instead of a string isn't a link.
  return typeof request[0] === "string" || request.length < 3;
}
