extension TypeScriptTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<TypeScriptLanguage> {
    #"""
    // \#(header)
    //
    // Runs vectors.json against the allowlist:
    //   tsc --strict --target es2020 --module commonjs --outDir build test.ts
    //   node build/test.js vectors.json
    // The exit status is 0 when all vectors agree, 1 when one does not, 2 for a file that holds none.

    import * as allowlist from "./linkpolicy-allowlist.js";

    // What is used of Node.js, so that no types need to be installed.
    declare const process: { readonly argv: readonly string[]; exitCode: number };
    declare const console: { log(text: string): void };
    declare function require(name: "fs"): { readFileSync(path: string, encoding: "utf8"): string };

    type Vector = {
      readonly id: string;
      readonly environment: allowlist.Environment;
      /** One line: what the answer must be. */
      readonly expect: string;
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
          readonly caller: allowlist.Caller;
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

    /** What the allowlist says, in the words of the file. */
    function answer(vector: Vector): string {
      switch (vector.kind) {
        case "redirect_uri": {
          const { client_id, environment, redirect_uri } = vector;
          const isAllowed = allowlist.isRedirectUriAllowed(client_id, environment, redirect_uri);
          return isAllowed ? "allow" : "deny";
        }
        case "post_logout_redirect_uri": {
          const { client_id, environment, redirect_uri } = vector;
          const isAllowed = allowlist.isPostLogoutRedirectUriAllowed(
            client_id,
            environment,
            redirect_uri,
          );
          return isAllowed ? "allow" : "deny";
        }
        case "cors_origin": {
          const { client_id, environment, origin } = vector;
          const isAllowed = allowlist.isCorsOriginAllowed(client_id, environment, origin);
          return isAllowed ? "allow" : "deny";
        }
        case "grant_type": {
          const { client_id, environment, grant_type } = vector;
          const isAllowed = allowlist.isGrantTypeAllowed(client_id, environment, grant_type);
          return isAllowed ? "allow" : "deny";
        }
        case "authorize":
          return show(allowlist.decideAuthorization(vector.query, vector.environment));
        case "app_flip_ios":
          return show(allowlist.decideAppFlip(vector.url, vector.environment));
        case "app_flip_android": {
          const { caller, extras, environment, action } = vector;
          const { client_id: CLIENT_ID, redirect_uri: REDIRECT_URI, scopes: SCOPE } = extras;
          return showResult(
            allowlist.decideAppFlip(caller, { CLIENT_ID, REDIRECT_URI, SCOPE }, environment, action),
          );
        }
        case "success_url":
          return allowlist.successUrl(vector.redirect_uri, vector.code, vector.state);
        case "error_url":
          return allowlist.errorUrl(
            vector.redirect_uri,
            vector.error,
            vector.state,
            undefined,
            vector.error_description,
          );
        case "token": {
          const { form, authorization, environment, issued } = vector;
          return showToken(allowlist.decideToken(form, authorization, environment), issued && {
            clientId: issued.client_id,
            redirectUri: issued.redirect_uri,
            codeChallenge: issued.code_challenge,
            codeChallengeMethod: issued.code_challenge_method,
          });
        }
      }
    }

    /** The answer to a client that has the right secret and its verifier. */
    function showToken(
      decision: allowlist.TokenDecision,
      issued: allowlist.IssuedCode | null,
    ): string {
      if (decision.kind === "error") {
        return `error ${decision.status} ${decision.error}${decision.asksForBasic ? " basic" : ""}`;
      }
      const { request } = decision;
      return request.code === undefined || request.accepts(issued)
        ? "allow"
        : "error 400 invalid_grant";
    }

    function show(decision: allowlist.AuthorizationDecision | allowlist.AppFlipDecision): string {
      switch (decision.kind) {
        case "allow":
          return `allow ${decision.request.successUrl("C1")}`;
        case "redirect_error":
        case "return_error":
          return `redirect ${decision.target}`;
        case "local_error":
          return `local ${decision.error}`;
        case "not_handled":
          return "not-handled";
        case "ignore":
          return "ignore";
      }
    }

    function showResult(result: allowlist.AppFlipResult): string {
      switch (result.kind) {
        case "allow":
          return `allow ${result.request.redirectUri}`;
        case "error":
          return `error ${result.errorType} ${result.errorCode} ${result.errorDescription}`;
        default:
          return result.kind;
      }
    }

    function read(path: string): readonly Vector[] {
      try {
        const file: { readonly vectors?: readonly Vector[] } = JSON.parse(
          require("fs").readFileSync(path, "utf8"),
        );
        return file.vectors ?? [];
      } catch {
        return [];
      }
    }

    const vectors = read(process.argv[2] ?? "");
    let failures = 0;
    for (const vector of vectors) {
      const actual = answer(vector);
      if (actual === vector.expect) continue;
      failures += 1;
      const [expected, found] = [vector.expect, actual].map((text) => JSON.stringify(text));
      console.log(`${vector.id}: expected ${expected}, not ${found}`);
    }
    if (vectors.length === 0) {
      console.log("usage: test.js vectors.json");
      process.exitCode = 2;
    } else {
      console.log(`${vectors.length - failures} of ${vectors.length} vectors agree`);
      process.exitCode = failures === 0 ? 0 : 1;
    }
    """#
  }
}
