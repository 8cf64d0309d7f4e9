/** Makes Firebase's provider for Sign in with Apple. */

import { OAuthProvider } from "firebase/auth";

/** A provider with scopes and custom parameters. */
export function makeProvider(
  scopes: readonly string[],
  parameters: readonly (readonly [name: string, value: string])[],
): OAuthProvider {
  const provider = new OAuthProvider("apple.com");
  for (const scope of scopes) provider.addScope(scope);
  // Object.fromEntries defines `__proto__` like every other name.
  if (parameters.length > 0) provider.setCustomParameters(Object.fromEntries(parameters));
  return provider;
}
