/// `apple-sign-in.ts`: the nonce and the provider of Firebase for Sign in with Apple in browsers.
enum TypeScriptAppleSignIn {
  static func source(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<TypeScriptLanguage> {
    #"""
    // \#(header)

    import { type OAuthCredential, OAuthProvider } from "firebase/auth";

    // What is used of Web Crypto, so that no library needs to be named.
    declare const crypto: {
      getRandomValues(bytes: Uint8Array): Uint8Array;
      readonly subtle: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> };
    };

    /**
     * A nonce ties the ID token of Apple to one attempt to sign in: make one for each.
     *
     * Apple's own script gets `sha256` (`AppleID.auth.init({ nonce })`); Firebase or another server gets
     * `raw` and compares. In the flow of `signInWithPopup` and `signInWithRedirect` Firebase makes its
     * own.
     */
    export interface AppleNonce {
      /** What stays in the page until Apple has answered. */
      readonly raw: string;
      /** The SHA-256 of `raw` in lower-case hex. */
      readonly sha256: string;
    }

    /** 32 characters of 64: 192 random bits; or a nonce that was made before. */
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

    /** What `signInWithCredential` takes, of the ID token that Apple's own script got. */
    export function appleCredential(idToken: string, nonce: AppleNonce): OAuthCredential {
      return new OAuthProvider("apple.com").credential({ idToken, rawNonce: nonce.raw });
    }

    /**
     * The credential to sign in with if linking failed because the Apple account belongs to another user;
     * null for other errors. Apple's token can't be used twice. `linkWithPopup` and `linkWithRedirect`
     * have such a credential, `linkWithCredential` has none.
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

    \#(.joined(providers.map(provider), by: "\n\n"))
    """#
  }

  private static func provider(_ code: AppleSignInCode) -> Code<TypeScriptLanguage> {
    let name: Code<TypeScriptLanguage> =
      code.name.map { "appleProvider\($0, .pascal)" } ?? "appleProvider"
    let scopes = code.scopes.map { scope -> Code<TypeScriptLanguage> in
      "provider.addScope(\(literal: scope));"
    }
    // A computed name: `__proto__` is a key like all others.
    let parameters = code.parameters.map { parameter -> Code<TypeScriptLanguage> in
      "[\(literal: parameter.name)]: \(literal: parameter.value),"
    }
    let custom: [Code<TypeScriptLanguage>] =
      parameters.isEmpty
      ? []
      : [
        """
        provider.setCustomParameters({
          \(lines: parameters)
        });
        """
      ]
    let consent: Code<TypeScriptLanguage> = code.needsConsent ? "true" : "false"
    let constant: Code<TypeScriptLanguage> =
      code.name.map { "appleLinkingNeedsConsent\($0, .pascal)" } ?? "appleLinkingNeedsConsent"
    return """
      /** Whether the user must consent before an Apple account is linked to other data: ask first. */
      export const \(constant): boolean = \(consent);

      /** For `signInWithPopup` and `signInWithRedirect`: scopes and parameters of the policy. */
      export function \(name)(): OAuthProvider {
        const provider = new OAuthProvider("apple.com");
        \(lines: scopes + custom + ["return provider;"])
      }
      """
  }
}
