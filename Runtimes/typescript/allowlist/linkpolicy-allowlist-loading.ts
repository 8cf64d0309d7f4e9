/** Reads `allowlist.json`, and refuses a file that it doesn't know exactly. */

import type { Caller, Client } from "./linkpolicy-allowlist-client.js";
import { hex, sha256 } from "./linkpolicy-allowlist-crypto.js";
import { utf8Text } from "./linkpolicy-allowlist-parameters.js";

/** `allowlist.json` can't be used; nothing of it is loaded. */
export class AllowlistError extends Error {
  override readonly name = "AllowlistError";
}

/** The hash of a file in the format of `sha256sum`. */
export function checksumOf(bytes: Uint8Array): string {
  const match = /^([0-9A-Fa-f]{64})(?:[ \t].*)?\r?\n?$/.exec(utf8Text(bytes) ?? "");
  return (
    match?.[1] ?? refuse("the checksum file must be one line that starts with a SHA-256 in hex")
  );
}

/** The clients of an environment. */
export function clientsOf(
  bytes: Uint8Array,
  hash: string,
  environment: "prod" | "sandbox",
): readonly Client[] {
  if (!(bytes instanceof Uint8Array)) refuse("the allowlist must be bytes");
  if (typeof hash !== "string" || !/^[0-9A-Fa-f]{64}$/.test(hash)) {
    refuse("the SHA-256 must be 64 hex digits");
  }
  // A copy, which the caller can't change between the check and the parser.
  const copy = bytes.slice();
  if (hex(sha256(copy)) !== hash.toLowerCase()) {
    refuse("the SHA-256 of the allowlist does not match");
  }
  const text = utf8Text(copy) ?? refuse("the allowlist is not valid UTF-8");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    refuse("the allowlist is not valid JSON");
  }
  const top = members(document, "the allowlist", topKeys);
  if (top["schemaVersion"] !== 1) refuse("schemaVersion must be 1");
  string(top["comment"], "comment");
  strings(top["policies"], "policies");
  const environments = members(top["environments"], "environments", ["prod", "sandbox"]);
  const read = (name: "prod" | "sandbox"): readonly Client[] => {
    const { clients } = members(environments[name], name, ["clients"]);
    return array(clients, `${name}, clients`).map((each, index) =>
      client(each, `${name}, client ${index}`),
    );
  };
  const all = { prod: read("prod"), sandbox: read("sandbox") };
  return all[environment];
}

type Members = { readonly [key: string]: unknown };

const topKeys = ["schemaVersion", "comment", "policies", "environments"];

function refuse(message: string): never {
  throw new AllowlistError(message);
}

/** An object that has these keys and no other. */
function members(value: unknown, where: string, keys: readonly string[]): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse(`${where} must be an object`);
  }
  const found = Object.keys(value);
  for (const key of keys) {
    if (!found.includes(key)) refuse(`${where}: missing key ${JSON.stringify(key)}`);
  }
  for (const key of found) {
    if (!keys.includes(key)) refuse(`${where}: unknown key ${JSON.stringify(key)}`);
  }
  return value as Members;
}

function array(value: unknown, where: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(`${where} must be an array`);
}

function string(value: unknown, where: string): string {
  if (typeof value !== "string") refuse(`${where} must be a string`);
  if (/[\ud800-\udfff]/u.test(value)) refuse(`${where} has a lone surrogate`);
  return value;
}

function strings(value: unknown, where: string): readonly string[] {
  return array(value, where).map((each) => string(each, where));
}

function optional(value: unknown, where: string): string | undefined {
  return value === null ? undefined : string(value, where);
}

function flag(value: unknown, where: string): boolean {
  return typeof value === "boolean" ? value : refuse(`${where} must be true or false`);
}

function seconds(value: unknown, where: string): number | undefined {
  if (value === null) return undefined;
  return typeof value === "number" && Number.isInteger(value)
    ? value
    : refuse(`${where} must be an integer or null`);
}

function oneOf(...values: readonly string[]): (value: unknown, where: string) => string {
  return (value, where) => {
    const text = string(value, where);
    return values.includes(text) ? text : refuse(`${where} must be one of: ${values.join(", ")}`);
  };
}

const requirement = oneOf("required", "optional");

const clientChecks: { readonly [key: string]: (value: unknown, where: string) => unknown } = {
  policy: string,
  client: string,
  client_id: string,
  provider: oneOf("google-account-linking", "generic"),
  type: oneOf("web", "native"),
  redirect_uris: strings,
  browser_redirect_uris: strings,
  post_logout_redirect_uris: strings,
  cors_origins: strings,
  scopes: strings,
  response_types: strings,
  grant_types: strings,
  state: requirement,
  pkce: requirement,
  code_challenge_methods: strings,
  omit_redirect_uri: flag,
  issuer: optional,
  authorization_endpoint: optional,
  token_endpoint: optional,
  token_endpoint_auth: oneOf("client_secret_post", "client_secret_basic", "none"),
  public: flag,
  assertion_intents: strings,
  revocation_endpoint: optional,
  end_session_endpoint: optional,
  code_lifetime: seconds,
};
const clientKeys = [...Object.keys(clientChecks), "app_flip"];

function client(value: unknown, where: string): Client {
  const given = members(value, where, clientKeys);
  for (const [key, check] of Object.entries(clientChecks)) check(given[key], `${where}, ${key}`);
  const isPublic = given["token_endpoint_auth"] === "none";
  if (given["public"] !== isPublic) refuse(`${where}: public and token_endpoint_auth disagree`);
  const list = (key: string): readonly string[] => strings(given[key], key);
  const issuer = optional(given["issuer"], where);
  return {
    id: string(given["client_id"], where),
    key: string(given["client"], where),
    redirectUris: list("redirect_uris"),
    isGoogleAccountLinking: given["provider"] === "google-account-linking",
    isNative: given["type"] === "native",
    mayOmitRedirectUri: given["omit_redirect_uri"] === true,
    mayOmitState: given["state"] === "optional",
    mayOmitPkce: given["pkce"] === "optional",
    isPublic,
    authenticatesByHeader: given["token_endpoint_auth"] === "client_secret_basic",
    browserRedirectUris: list("browser_redirect_uris"),
    postLogoutRedirectUris: list("post_logout_redirect_uris"),
    corsOrigins: list("cors_origins"),
    scopes: list("scopes"),
    responseTypes: list("response_types"),
    grantTypes: list("grant_types"),
    codeChallengeMethods: list("code_challenge_methods"),
    assertionIntents: list("assertion_intents"),
    ...(issuer === undefined ? {} : { issuer }),
    ...appFlip(given["app_flip"], `${where}, app_flip`),
  };
}

function appFlip(
  value: unknown,
  where: string,
): Pick<Client, "universalLink" | "intentAction" | "callers"> {
  const { ios, android } = members(value, where, ["ios", "android"]);
  const link =
    ios === null
      ? undefined
      : string(members(ios, `${where}, ios`, ["universal_link"])["universal_link"], where);
  const intent =
    android === null
      ? undefined
      : members(android, `${where}, android`, ["intent_action", "callers"]);
  return {
    ...(link === undefined ? {} : { universalLink: link }),
    ...(intent === undefined
      ? {}
      : {
          intentAction: string(intent["intent_action"], where),
          callers: array(intent["callers"], where).map((each) => caller(each, where)),
        }),
  };
}

function caller(value: unknown, where: string): Caller {
  const given = members(value, where, ["package_name", "sha256_cert_fingerprints"]);
  return {
    package: string(given["package_name"], where),
    certs: strings(given["sha256_cert_fingerprints"], where),
  };
}
