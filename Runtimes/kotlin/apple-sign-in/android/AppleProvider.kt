package linkpolicy.generated

import com.google.firebase.auth.AuthCredential
import com.google.firebase.auth.FirebaseAuthUserCollisionException
import com.google.firebase.auth.OAuthProvider
import java.security.MessageDigest
import java.security.SecureRandom

/**
 * Sign in with Apple on Android, through the browser.
 *
 * @property scopes The scopes to request. Apple sends the name at the first sign-in only, and never
 *     a photo URL; the email address can be a relay address.
 * @property linkingNeedsConsent Whether the user must consent before an Apple account is linked to
 *     other data.
 */
abstract class AppleProvider internal constructor(
    val scopes: List<String>,
    private val parameters: List<Pair<String, String>>,
    val linkingNeedsConsent: Boolean
) {
    /** For `FirebaseAuth.startActivityForSignInWithProvider`. */
    fun provider(): OAuthProvider {
        val builder = OAuthProvider.newBuilder("apple.com").setScopes(scopes)
        for ((name, value) in parameters) builder.addCustomParameter(name, value)
        return builder.build()
    }
}

/**
 * A nonce ties Apple's ID token to one sign-in: make one for each. Send [sha256] to Apple and [raw]
 * to the verifier of the token. [OAuthProvider] makes its own.
 *
 * @property raw The nonce, kept in the app until Apple responds.
 */
class AppleNonce(val raw: String = random()) {
    /** The SHA-256 of [raw] in lower-case hex. */
    val sha256: String
        get() = MessageDigest.getInstance("SHA-256").digest(raw.toByteArray())
            .joinToString("") { (it.toInt() and 0xFF).toString(16).padStart(2, '0') }

    private companion object {
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
