/** Requests that a page, a desktop app or a web server sends to its authorization server. */

import { clients, RedirectUris } from "./authorization-requests-data.js";

export { RedirectUris } from "./authorization-requests-data.js";

/** Production or sandbox. */
export type Environment = "prod" | "sandbox";

/** A client of the authorization server. */
export type OwnClient = keyof typeof RedirectUris;

/**
 * A request to the authorization server. Keep it until the response arrives: the response belongs to it
 * if its `state` is `state` and its `iss` is `issuer`.
 */
export interface AuthorizationRequest {
  /** Where to send the user. */
  readonly url: string;
  /** The `state` that the response must repeat (RFC 6749 section 10.12). */
  readonly state: string;
  /** Send it to the token endpoint with the code, and keep it secret until then. */
  readonly codeVerifier: string;
  /** Send it to the token endpoint with the code. */
  readonly redirectUri: string;
  /** The `iss` of the response (RFC 9207); undefined if the server sends none. */
  readonly issuer: string | undefined;
}

/** What to request. */
export interface AuthorizationOptions {
  /** One of `RedirectUris`, or the same string. */
  readonly redirectUri: string;
  /** The requested scopes; all registered ones if left out. */
  readonly scopes?: readonly string[] | undefined;
  /** The port of the app, for a loopback redirect URI (RFC 8252 section 7.3). */
  readonly port?: number | undefined;
}

/**
 * Makes a request with a new state and code verifier (RFC 7636).
 *
 * @throws RangeError if the environment doesn't have the client, the redirect URI or a scope
 */
export async function authorizationRequest(
  client: OwnClient,
  environment: Environment,
  options: AuthorizationOptions,
): Promise<AuthorizationRequest> {
  const settings = find(client, environment);
  if (settings === undefined) throw new RangeError("the environment doesn't have this client");
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

// Declared here to avoid the DOM types.
declare const crypto: {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  readonly subtle: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> };
};

/** A client of the policy in one environment. */
export interface Settings {
  readonly endpoint: string;
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  /** The redirect URIs that may have a port. */
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

/** Characters with six random bits each. */
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

/** Keeps `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
  );
}

function find(client: OwnClient, environment: Environment): Settings | undefined {
  const all = own(clients, environment);
  return all && own(all, client);
}

/** A member, but not what every object inherits. */
function own<Members extends object, Name extends keyof Members>(
  members: Members,
  name: Name,
): Members[Name] | undefined {
  const isOwn = typeof name === "string" && Object.prototype.hasOwnProperty.call(members, name);
  return isOwn ? members[name] : undefined;
}
