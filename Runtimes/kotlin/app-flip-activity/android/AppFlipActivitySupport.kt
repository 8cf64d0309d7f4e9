package linkpolicy.generated

import android.app.Activity
import android.content.Intent
import android.content.pm.PackageManager
import android.os.BadParcelableException
import android.os.Build

/**
 * App Flip in the activity that has the intent filter of the action. Every path sets a result, so
 * that the calling app can continue:
 *
 * ```
 * override fun onCreate(state: Bundle?) {
 *     super.onCreate(state)
 *     val request = AppFlipActivitySupport.requestOrFinish(this, Environment.PROD) ?: return
 *     // Authenticate the user, show request.scopes and ask for consent, then one of:
 *     AppFlipActivitySupport.finish(this, code)
 *     AppFlipActivitySupport.finish(this, AppFlipActivitySupport.Failure.DENIED)
 * }
 * ```
 */
object AppFlipActivitySupport {
    /**
     * The error that the calling app gets instead of a code.
     *
     * @property type `ERROR_TYPE`: after 1 the calling app opens the browser, after 2 it stops.
     * @property code `ERROR_CODE`; only 13 is documented, the type decides what happens.
     * @property description `ERROR_DESCRIPTION`, which people read.
     */
    enum class Failure(val type: Int, val code: Int, val description: String) {
        /** The user did not consent. */
        DENIED(2, 13, "The user declined"),

        /** The device is offline. */
        OFFLINE(1, 2, "There is no connection"),

        /** The server didn't respond in time. */
        TIMED_OUT(1, 4, "The server did not answer in time"),

        /** The user could not sign in. */
        SIGN_IN_FAILED(1, 16, "The user could not sign in to the app"),

        /** The account is disabled. */
        ACCOUNT_DISABLED(2, 15, "The account cannot be linked")
    }

    /**
     * The request that needs the user's consent; null if it was refused. Then the activity is
     * finishing with the right result.
     */
    fun requestOrFinish(activity: Activity, environment: Environment): Request? {
        val intent = activity.intent
        val result = LinkPolicyAllowlist.decideAppFlip(
            caller(activity),
            extras(intent),
            environment,
            intent.action ?: ""
        )
        when (result) {
            is AppFlipResult.Allow -> return result.request
            is AppFlipResult.IntentError ->
                fail(activity, result.type, result.code, description(result.reason))
            is AppFlipResult.Cancelled, is AppFlipResult.Ignore -> cancel(activity)
        }
        return null
    }

    /** Finishes with a code. An empty code is [Failure.SIGN_IN_FAILED]. */
    fun finish(activity: Activity, code: String) {
        if (code == "") return finish(activity, Failure.SIGN_IN_FAILED)
        activity.setResult(Activity.RESULT_OK, Intent().putExtra("AUTHORIZATION_CODE", code))
        activity.finish()
    }

    /**
     * Finishes with an error.
     *
     * @param description `ERROR_DESCRIPTION`, in your own words.
     */
    @JvmOverloads
    fun finish(
        activity: Activity,
        failure: Failure,
        description: String = failure.description
    ) = fail(activity, failure.type, failure.code, description)

    /** Finishes because the user went back; the calling app opens the browser. */
    fun cancel(activity: Activity) {
        activity.setResult(Activity.RESULT_CANCELED)
        activity.finish()
    }

    /** Why a request was refused, in words for its user. Never a value of the request. */
    private fun description(reason: String): String = when (reason) {
        "client-id-missing" -> "The request does not name a client"
        "client-unknown" -> "The app does not know the client of the request"
        "grant-type-not-allowed" -> "The client may not use authorization codes"
        "pkce-missing" -> "The request has no code challenge"
        "redirect-uri-browser-only" -> "The redirect URI of the request is only for browsers"
        "redirect-uri-missing" -> "The request has no redirect URI"
        "redirect-uri-not-registered" -> "The redirect URI of the request is not registered"
        "scope-not-allowed" -> "The request asks for access that the app does not offer"
        else -> "The request is not valid"
    }

    private fun fail(activity: Activity, type: Int, code: Int, description: String) {
        val extras = Intent().putExtra("ERROR_TYPE", type).putExtra("ERROR_CODE", code)
        activity.setResult(-2, extras.putExtra("ERROR_DESCRIPTION", description))
        activity.finish()
    }

    /** The app that started the activity for a result; null if the system does not know it. */
    private fun caller(activity: Activity): Caller? {
        val name = activity.callingActivity?.packageName ?: return null
        val certificates = try {
            signers(activity.packageManager, name)
        } catch (gone: PackageManager.NameNotFoundException) {
            return null
        }
        return Caller(name, certificates.map { hex(sha256(it)) })
    }

    /** The certificates that sign a package now, without earlier ones. */
    @Suppress("DEPRECATION")
    private fun signers(manager: PackageManager, name: String): List<ByteArray> {
        val signatures = if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
            val flags = PackageManager.GET_SIGNING_CERTIFICATES
            manager.getPackageInfo(name, flags).signingInfo?.apkContentsSigners
        } else {
            // All signers: a caller with more than one is refused.
            manager.getPackageInfo(name, PackageManager.GET_SIGNATURES).signatures
        }
        return signatures.orEmpty().map { it.toByteArray() }
    }

    /** The extras; none if the intent contains an object that cannot be read. */
    private fun extras(intent: Intent): AppFlipExtras = try {
        // The documentation has an array, the samples send a string.
        val scopes = intent.getStringArrayExtra("SCOPE")?.toList()
            ?: intent.getStringExtra("SCOPE").orEmpty().split(' ').filter { it.isNotEmpty() }
        AppFlipExtras(
            intent.getStringExtra("CLIENT_ID"),
            intent.getStringExtra("REDIRECT_URI"),
            scopes
        )
    } catch (unreadable: BadParcelableException) {
        AppFlipExtras(null, null)
    }
}
