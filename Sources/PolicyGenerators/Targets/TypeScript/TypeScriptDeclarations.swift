extension TypeScriptTarget {
  /// The types that callers see.
  static let declarations: Code<TypeScriptLanguage> = #"""
    /** What a bundler may replace; see above. */
    declare const LINKPOLICY_ENVIRONMENT: Environment | undefined;

    /** The two worlds every value of the policy belongs to. */
    export const Environment = {
      /** What users run. */
      prod: "prod",
      /** Where integrations are tried. */
      sandbox: "sandbox",
    } as const;

    /** `"prod"` or `"sandbox"`. */
    export type Environment = (typeof Environment)[keyof typeof Environment];

    /** A request that agrees with the policy. Ask the user, then answer at one of its URLs only. */
    export interface AllowedRequest {
      /** Who asks. */
      readonly clientId: string;
      /** The registered redirect URI; a loopback one of a native client has the port of the request. */
      readonly redirectUri: string;
      /** Sent back unchanged. */
      readonly state: string | undefined;
      /** What is asked for; all of it is registered. */
      readonly scopes: readonly string[];
      /** Part of `issuedCode` too (RFC 7636). */
      readonly codeChallenge: string | undefined;
      /** What to keep with the code: `accepts` of a `TokenRequest` asks for it. */
      readonly issuedCode: IssuedCode;
      /** Sent as `iss` where the server has one (RFC 9207). */
      readonly issuer: string | undefined;
      /** Where to send the user with a code. */
      successUrl(code: string): string;
      /** Where to send the user with an error, such as `access_denied`. */
      errorUrl(error: string, description?: string | null): string;
    }

    /** The answer to a request at the authorization endpoint. */
    export type AuthorizationDecision =
      /** Authenticate the user and ask for consent, then answer at a URL of `request`. */
      | { readonly kind: "allow"; readonly request: AllowedRequest }
      /** Authenticate the user, then send the browser to `target`: it tells the client of `error`. */
      | { readonly kind: "redirect_error"; readonly target: string; readonly error: string }
      /** Show `error` on a page of your own. Redirecting would make the server an open redirector. */
      | { readonly kind: "local_error"; readonly error: string };

    /** The answer to an App Flip request that arrived as a universal link. */
    export type AppFlipDecision =
      /** Ask the user, then open a URL of `request` as a universal link. */
      | { readonly kind: "allow"; readonly request: AllowedRequest }
      /** Open `target` as a universal link; the calling app goes on without the app. */
      | { readonly kind: "return_error"; readonly target: string; readonly error: string }
      /** Open nothing: where the answer would go is not registered. */
      | { readonly kind: "not_handled" }
      /** Not the App Flip link: let the app handle it like any other. */
      | { readonly kind: "ignore" };

    /** The app that sent the App Flip intent. */
    export interface Caller {
      /** Its package name. */
      readonly package: string;
      /** SHA-256 of its current signing certificates in hex, with or without colons. */
      readonly certs: readonly string[];
    }

    /** The extras of the App Flip intent, by the names they have there. */
    export interface AppFlipExtras {
      readonly CLIENT_ID?: string | null;
      readonly REDIRECT_URI?: string | null;
      /** A list, or one text with spaces between the scopes. */
      readonly SCOPE?: string | readonly string[] | null;
    }

    /** The answer to an App Flip intent. */
    export type AppFlipResult =
      /** Ask the user, then finish with `RESULT_OK` and `AUTHORIZATION_CODE`. */
      | { readonly kind: "allow"; readonly request: AllowedRequest }
      /** Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE`, `ERROR_DESCRIPTION`. */
      | {
          readonly kind: "error";
          readonly errorType: number;
          readonly errorCode: number;
          readonly errorDescription: string;
        }
      /** Finish with `RESULT_CANCELED` and without data: the caller is not who it must be. */
      | { readonly kind: "cancelled" }
      /** No client has this action. */
      | { readonly kind: "ignore" };
    """#
}
