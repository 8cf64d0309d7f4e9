// Compares the allowlist with vectors.json.
//
//   tsc --strict --target es2020 --module es2020 --moduleResolution node --outDir build test.ts
//   node build/conformance/typescript/test.js [vectors.json] [--load allowlist.json]
//
// The compiled files are ES modules: package.json next to `build` must have `"type": "module"`. Without
// --load it tests the generated data, with it the clients of the file. The exit status is 0 if all
// vectors agree, 1 if one disagrees, and 2 if a file can't be used.

import {
  type Allowlist,
  type AppFlipDecision,
  type AppFlipResult,
  type AuthorizationDecision,
  type Caller,
  type Environment,
  AllowlistFile,
  allowlist,
  errorUrl,
  successUrl,
} from "../../code/typescript/linkpolicy-allowlist.js";

// Declared here to avoid the types of Node.js.
declare const process: { readonly argv: readonly string[]; exitCode: number };
declare const console: { log(text: string): void };

/** A decision in the words of the file, and its reason. */
type Answer = readonly [decision: string, reason: string | undefined];

type Vector = {
  readonly id: string;
  readonly environment: Environment;
  /** The decision on one line. */
  readonly expect: string;
  /** Null if the vector is about no reason. */
  readonly reason?: string | null;
} & (
  | { readonly kind: "redirect_uri"; readonly client_id: string; readonly redirect_uri: string }
  | {
      readonly kind: "post_logout_redirect_uri";
      readonly client_id: string;
      readonly redirect_uri: string;
    }
  | { readonly kind: "cors_origin"; readonly client_id: string; readonly origin: string }
  | { readonly kind: "grant_type"; readonly client_id: string; readonly grant_type: string }
  | { readonly kind: "authorize"; readonly query: string }
  | { readonly kind: "app_flip_ios"; readonly url: string }
  | {
      readonly kind: "app_flip_android";
      readonly action: string;
      readonly caller: Caller;
      readonly extras: {
        readonly client_id: string | null;
        readonly redirect_uri: string | null;
        readonly scopes: readonly string[];
      };
    }
  | {
      readonly kind: "success_url";
      readonly redirect_uri: string;
      readonly code: string;
      readonly state: string | null;
    }
  | {
      readonly kind: "error_url";
      readonly redirect_uri: string;
      readonly error: string;
      readonly error_description: string | null;
      readonly state: string | null;
    }
  | {
      readonly kind: "token";
      readonly form: string;
      readonly authorization: string | null;
      readonly issued: {
        readonly client_id: string;
        readonly redirect_uri: string | null;
        readonly code_challenge: string | null;
        readonly code_challenge_method: string | null;
      } | null;
    }
);

function answer(vector: Vector, list: Allowlist): Answer {
  const said = (isAllowed: boolean): Answer => [isAllowed ? "allow" : "deny", undefined];
  switch (vector.kind) {
    case "redirect_uri":
      return said(list.isRedirectUriAllowed(vector.client_id, vector.redirect_uri));
    case "post_logout_redirect_uri":
      return said(list.isPostLogoutRedirectUriAllowed(vector.client_id, vector.redirect_uri));
    case "cors_origin":
      return said(list.isCorsOriginAllowed(vector.client_id, vector.origin));
    case "grant_type":
      return said(list.isGrantTypeAllowed(vector.client_id, vector.grant_type));
    case "authorize":
      return show(list.decideAuthorization(vector.query));
    case "app_flip_ios":
      return show(list.decideAppFlipLink(vector.url));
    case "app_flip_android": {
      const { caller, extras, action } = vector;
      const { client_id: CLIENT_ID, redirect_uri: REDIRECT_URI, scopes: SCOPE } = extras;
      return showIntent(list.decideAppFlipIntent(caller, { CLIENT_ID, REDIRECT_URI, SCOPE }, action));
    }
    case "success_url":
      return [successUrl(vector.redirect_uri, vector.code, vector.state), undefined];
    case "error_url": {
      const { redirect_uri: uri, error, state, error_description: description } = vector;
      return [errorUrl(uri, error, state, undefined, description), undefined];
    }
    case "token":
      return showToken(vector, list);
  }
}

/** The response to a client that has the right secret. */
function showToken(
  { form, authorization, issued }: Vector & { readonly kind: "token" },
  list: Allowlist,
): Answer {
  const decision = list.decideToken(form, authorization);
  const error =
    decision.kind === "error"
      ? decision
      : decision.request.verify(decision.request.clientSecret, issued);
  if (error === undefined) return ["allow", decision.reason];
  const ending = "WWW-Authenticate" in error.headers ? " basic" : "";
  return [`error ${error.status} ${error.error}${ending}`, error.reason];
}

function show(decision: AuthorizationDecision | AppFlipDecision): Answer {
  const { reason } = decision;
  switch (decision.kind) {
    case "allow":
      return [`allow ${decision.request.successUrl("C1")}`, reason];
    case "redirect_error":
    case "return_error":
      return [`redirect ${decision.target}`, reason];
    case "local_error":
      return [`local ${decision.error}`, reason];
    case "not_handled":
      return ["not-handled", reason];
    case "ignore":
      return ["ignore", reason];
  }
}

function showIntent(result: AppFlipResult): Answer {
  const { reason } = result;
  switch (result.kind) {
    case "allow":
      return [`allow ${result.request.redirectUri}`, reason];
    case "error":
      return [`error ${result.type} ${result.code} ${result.description}`, reason];
    default:
      return [result.kind, reason];
  }
}

async function run(path: string, source: string | undefined): Promise<number> {
  const fileSystem = "node:fs";
  const { readFileSync }: { readFileSync(path: string): Uint8Array } = await import(fileSystem);
  const utf8 = (bytes: Uint8Array): string => String(bytes);
  let vectors: readonly Vector[];
  let lists: { readonly [environment in Environment]: Allowlist };
  const load = (environment: Environment): Allowlist =>
    source === undefined
      ? allowlist(environment)
      : new AllowlistFile(source, environment, readFileSync).current;
  try {
    const file: { readonly vectors?: readonly Vector[] } = JSON.parse(utf8(readFileSync(path)));
    vectors = file.vectors ?? [];
    lists = { prod: load("prod"), sandbox: load("sandbox") };
  } catch (error) {
    console.log(`${source ?? path} can't be used: ${String(error)}`);
    return 2;
  }
  if (vectors.length === 0) {
    console.log(`${path} contains no vectors`);
    return 2;
  }
  let failures = 0;
  for (const vector of vectors) {
    const [found, reason] = answer(vector, lists[vector.environment]);
    const expected = [vector.expect, vector.reason ?? reason];
    if (found === expected[0] && reason === expected[1]) continue;
    failures += 1;
    console.log(`${vector.id}: expected ${String(expected)}, not ${String([found, reason])}`);
  }
  console.log(`${vectors.length - failures} of ${vectors.length} vectors agree`);
  return failures === 0 ? 0 : 1;
}

const [vectorsPath = "../vectors.json", option, allowlistPath] = process.argv.slice(2);
if (option !== undefined && (option !== "--load" || allowlistPath === undefined)) {
  console.log("usage: test.js [vectors.json] [--load allowlist.json]");
  process.exitCode = 2;
} else {
  void run(vectorsPath, allowlistPath).then((status) => {
    process.exitCode = status;
  });
}
