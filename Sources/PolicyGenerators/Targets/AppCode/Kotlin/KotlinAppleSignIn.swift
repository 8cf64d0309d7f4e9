/// `android/AppleSignIn.kt`: the provider of Firebase for Sign in with Apple, and a nonce for servers.
enum KotlinAppleSignIn {
  static func source(
    _ providers: [AppleSignInCode], _ header: GeneratedHeader
  ) -> Code<KotlinLanguage> {
    #"""
    // \#(header)

    package linkpolicy.generated

    import com.google.firebase.auth.AuthCredential
    import com.google.firebase.auth.FirebaseAuthUserCollisionException
    import com.google.firebase.auth.OAuthProvider
    import java.security.MessageDigest
    import java.security.SecureRandom

    /**
     * A nonce ties the ID token of Apple to one attempt to sign in: make one for each. Apple gets
     * [sha256]; who takes the token gets [raw] and compares. In the flow of [OAuthProvider] Firebase
     * makes its own.
     *
     * @property raw what stays in the app until Apple has answered.
     */
    class AppleNonce(val raw: String = random()) {
        /** The SHA-256 of [raw] in lower-case hex. */
        val sha256: String
            get() = MessageDigest.getInstance("SHA-256").digest(raw.toByteArray(Charsets.UTF_8))
                .joinToString("") { byte ->
                    val value = byte.toInt() and 0xFF
                    "${DIGITS[value shr 4]}${DIGITS[value and 15]}"
                }

        private companion object {
            const val DIGITS = "0123456789abcdef"
            const val ALPHABET =
                "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

            /** 32 characters of 64: 192 random bits. */
            fun random(): String {
                val bytes = ByteArray(32)
                SecureRandom().nextBytes(bytes)
                return bytes.joinToString("") { "${ALPHABET[it.toInt() and 63]}" }
            }
        }
    }

    \#(.joined(providers.map(provider), by: "\n\n"))

    /** Apple accounts that belong to another user. */
    object AppleLinking {
        /**
         * The credential to sign in with if linking failed because the Apple account belongs to another
         * user; null for other errors. Apple's token can't be used twice.
         *
         * ```
         * user.startActivityForLinkWithProvider(activity, provider).addOnFailureListener { error ->
         *     AppleLinking.updatedCredential(error)?.let { auth.signInWithCredential(it) }
         * }
         * ```
         */
        @JvmStatic
        fun updatedCredential(error: Throwable?): AuthCredential? =
            (error as? FirebaseAuthUserCollisionException)
                ?.takeIf { it.errorCode == "ERROR_CREDENTIAL_ALREADY_IN_USE" }
                ?.updatedCredential
    }
    """#
  }

  private static func provider(_ code: AppleSignInCode) -> Code<KotlinLanguage> {
    let name: Code<KotlinLanguage> = code.name.map { "AppleSignIn\($0, .pascal)" } ?? "AppleSignIn"
    let scopes = code.scopes.map { scope -> Code<KotlinLanguage> in "\(literal: scope)" }
    let parameters = code.parameters.map { parameter -> Code<KotlinLanguage> in
      ".addCustomParameter(\(literal: parameter.name), \(literal: parameter.value))"
    }
    let list: Code<KotlinLanguage> =
      scopes.isEmpty ? "emptyList()" : "listOf(\(.joined(scopes, by: ", ")))"
    let calls: [Code<KotlinLanguage>] =
      [#"OAuthProvider.newBuilder("apple.com")"#] + [".setScopes(scopes)"] + parameters + [
        ".build()"
      ]
    let consent: Code<KotlinLanguage> = code.needsConsent ? "true" : "false"
    return #"""
      /** Sign in with Apple on Android, through the browser. */
      object \#(name) {
          /** Whether the user must consent before an Apple account is linked to other data: ask first. */
          const val LINKING_NEEDS_CONSENT: Boolean = \#(consent)

          /**
           * What to ask for. Apple sends the name at the first sign-in only, and never a photo URL; the
           * email address can be a relay address.
           */
          @JvmField
          val scopes: List<String> = \#(list)

          /** For `FirebaseAuth.startActivityForSignInWithProvider`. */
          @JvmStatic
          fun provider(): OAuthProvider =
              \#(.joined(calls, by: "\n    "))
      }
      """#
  }
}
