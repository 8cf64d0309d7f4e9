/** The scopes to request from Google, and which of them a user granted. */

import { GoogleScopes } from "./google-scopes-data.js";

export { GoogleScopes } from "./google-scopes-data.js";

/** When scopes are requested: at sign-in, or for a feature. */
export type GoogleFeature = keyof typeof GoogleScopes;

/**
 * The scopes of a feature that the user didn't grant. Users may untick scopes, so check after every
 * sign-in. Google grants `email` and `profile` by their long names.
 *
 * @param granted a list, or `scope` of the token response; null or undefined for no scope
 */
export function missingScopes(
  feature: GoogleFeature,
  granted: readonly string[] | string | null | undefined,
): string[] {
  const list = typeof granted === "string" ? granted.split(" ") : granted ?? [];
  const known = list.map(canonical);
  const scopes: readonly string[] = GoogleScopes[feature];
  return scopes.filter((scope) => !known.includes(canonical(scope)));
}

function canonical(scope: string): string {
  return scope === "email" || scope === "profile"
    ? `https://www.googleapis.com/auth/userinfo.${scope}`
    : scope;
}
