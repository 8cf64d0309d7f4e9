// The form of generated data: what the printer of linkpolicy writes.
import type { Client } from "./linkpolicy-allowlist-client.js";

/** What a bundler may replace; see `linkpolicy-allowlist.ts`. */
declare const LINKPOLICY_ENVIRONMENT: "prod" | "sandbox" | undefined;

export const prod: readonly Client[] =
  typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "prod"
    ? []
    : [
        {
          id: "google",
          key: "google-home",
          redirectUris: [
            "https://oauth-redirect.example/r/acme",
            "https://oauth-redirect.example/a/com.example",
          ],
          isGoogleAccountLinking: true,
          mayOmitPkce: true,
          browserRedirectUris: ["https://oauth-redirect.example/r/acme"],
          scopes: ["devices", "profile"],
          grantTypes: [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
          ],
          issuer: "https://auth.example",
          universalLink: "https://www.example/flip",
          intentAction: "com.example.APP_FLIP",
          callers: [{ package: "com.example.caller", certs: ["AB".repeat(32)] }],
          assertionIntents: ["check", "get"],
        },
        {
          id: "spa",
          key: "spa",
          redirectUris: ["https://app.example/cb?x=1"],
          isPublic: true,
          postLogoutRedirectUris: ["https://app.example/bye"],
          corsOrigins: ["https://app.example"],
          scopes: ["read"],
          issuer: "https://auth.example",
        },
        {
          id: "native",
          key: "native",
          redirectUris: ["http://127.0.0.1/cb", "com.example:/cb"],
          isNative: true,
          mayOmitState: true,
          isPublic: true,
          grantTypes: [
            "authorization_code",
            "urn:ietf:params:oauth:grant-type:device_code",
            "urn:ietf:params:oauth:grant-type:token-exchange",
          ],
        },
        {
          id: "machine",
          key: "machine",
          redirectUris: ["https://machine.example/cb"],
          mayOmitRedirectUri: true,
          authenticatesByHeader: true,
          scopes: ["read"],
          grantTypes: ["client_credentials", "refresh_token"],
        },
      ];

export const sandbox: readonly Client[] =
  typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "sandbox" ? [] : [];
