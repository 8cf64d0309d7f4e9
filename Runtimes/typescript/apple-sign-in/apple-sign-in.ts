/** The nonce and the credentials of Firebase for Sign in with Apple in browsers. */

import { type OAuthCredential, OAuthProvider } from "firebase/auth";

export * from "./apple-sign-in-data.js";

// Declared here to avoid the DOM types.
declare const crypto: {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  readonly subtle: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> };
};

/**
 * A nonce ties Apple's ID token to one sign-in attempt: make a new one for each.
 *
 * Give `sha256` to Apple's script (`AppleID.auth.init({ nonce })`) and `raw` to Firebase or your server,
 * which compares them. `signInWithPopup` and `signInWithRedirect` make their own nonce.
 */
export interface AppleNonce {
  /** Keep it in the page until Apple responds. */
  readonly raw: string;
  /** The SHA-256 of `raw` in lower-case hex. */
  readonly sha256: string;
}

/** A nonce of 192 random bits, or one that was made before. */
export async function appleNonce(raw: string = randomText()): Promise<AppleNonce> {
  const escaped = encodeURIComponent(raw).match(/%[0-9A-F]{2}|[^%]/g) || [];
  const bytes = escaped.map((part) =>
    part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0),
  );
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
  const digits = Array.from(new Uint8Array(digest)).map((byte) =>
    (256 + byte).toString(16).slice(1),
  );
  return { raw, sha256: digits.join("") };
}

function randomText(): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(32)));
  return bytes.map((byte) => alphabet.charAt(byte & 63)).join("");
}

/** The credential for `signInWithCredential`, from the ID token of Apple's script. */
export function appleCredential(idToken: string, nonce: AppleNonce): OAuthCredential {
  return new OAuthProvider("apple.com").credential({ idToken, rawNonce: nonce.raw });
}

/**
 * The credential to sign in with if linking failed because the Apple account belongs to another user;
 * null for other errors. Apple's token can't be used twice. `linkWithPopup` and `linkWithRedirect`
 * provide such a credential, `linkWithCredential` doesn't.
 *
 *     try {
 *       await linkWithPopup(user, appleProvider());
 *     } catch (error) {
 *       const updated = updatedAppleCredential(error);
 *       if (!updated) throw error;
 *       await signInWithCredential(auth, updated);
 *     }
 */
export function updatedAppleCredential(error: unknown): OAuthCredential | null {
  const failure = error as Parameters<typeof OAuthProvider.credentialFromError>[0] | null;
  if (!failure || failure.code !== "auth/credential-already-in-use") return null;
  return OAuthProvider.credentialFromError(failure);
}
