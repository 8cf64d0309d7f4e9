package linkpolicy.generated

import com.google.firebase.auth.ActionCodeSettings

/**
 * Settings for the emails that Firebase Authentication sends, by action and environment. The
 * continue URL is the registered one, or one below it: see [isContinueUrlAllowed].
 */
object FirebaseEmailActions {
    /** Settings with the registered continue URL; null if the environment lacks the action. */
    @JvmStatic
    fun settings(action: FirebaseEmailAction, environment: Environment): ActionCodeSettings? =
        find(action, environment)?.let { it.with(it.url) }

    /** Settings with a continue URL made at run time; null unless it is allowed. */
    @JvmStatic
    fun settings(
        action: FirebaseEmailAction,
        environment: Environment,
        continueUrl: String
    ): ActionCodeSettings? =
        find(action, environment)?.takeIf { it.allows(continueUrl) }?.with(continueUrl)

    /** The registered continue URL; null if the environment lacks the action. */
    @JvmStatic
    fun continueUrl(action: FirebaseEmailAction, environment: Environment): String? =
        find(action, environment)?.url

    /**
     * True for the registered URL, and for one that continues its path or has its own query or
     * fragment. Scheme, host and path of the registered URL must be the same. Further path
     * segments contain only letters, digits and `-._~` and don't start with a dot; query and
     * fragment contain what RFC 3986 allows.
     */
    @JvmStatic
    fun isContinueUrlAllowed(
        url: String,
        action: FirebaseEmailAction,
        environment: Environment
    ): Boolean = find(action, environment)?.allows(url) ?: false

    private fun find(action: FirebaseEmailAction, environment: Environment) = when (environment) {
        Environment.PROD -> action.prod
        Environment.SANDBOX -> action.sandbox
    }
}

/**
 * The settings of an email action in one environment.
 *
 * @property url The registered continue URL.
 * @property prefix The URL without query and fragment.
 * @property base The prefix without a final slash; empty if only the URL itself is allowed.
 */
internal class EmailActionSettings(
    val url: String,
    private val prefix: String,
    private val base: String,
    private val handleCodeInApp: Boolean = false,
    private val iosBundleId: String? = null,
    private val androidPackageName: String? = null,
    private val androidInstallApp: Boolean = false,
    private val androidMinimumVersion: String? = null,
    private val linkDomain: String? = null
) {
    fun with(continueUrl: String): ActionCodeSettings {
        val builder = ActionCodeSettings.newBuilder()
            .setUrl(continueUrl)
            .setHandleCodeInApp(handleCodeInApp)
        if (iosBundleId != null) builder.setIOSBundleId(iosBundleId)
        if (androidPackageName != null) {
            builder.setAndroidPackageName(
                androidPackageName,
                androidInstallApp,
                androidMinimumVersion
            )
        }
        if (linkDomain != null) builder.setLinkDomain(linkDomain)
        return builder.build()
    }

    fun allows(candidate: String): Boolean =
        candidate == url || candidate.length <= 2048 && candidate.startsWith(prefix) &&
            REST.matches(candidate.substring(base.length))

    private companion object {
        val REST = Regex(
            "(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+/?" +
                "(?:\\?(?:[A-Za-z0-9._~!\$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?" +
                "(?:#(?:[A-Za-z0-9._~!\$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?"
        )
    }
}
