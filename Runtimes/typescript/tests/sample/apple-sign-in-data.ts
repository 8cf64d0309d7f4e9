import type { OAuthProvider } from "firebase/auth";

import { makeProvider } from "./apple-sign-in-provider.js";

/** Whether the user must consent before you link an Apple account to other data. */
export const appleLinkingNeedsConsent: boolean = true;

/** The provider for `signInWithPopup` and `signInWithRedirect`. */
export function appleProvider(): OAuthProvider {
  return makeProvider(["name", "email"], [["locale", "fr"]]);
}
