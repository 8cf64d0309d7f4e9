package linkpolicy.generated

/** The App Flip part of [Allowlist]. */
abstract class AppFlipMethods internal constructor() {
    /** The clients, in the order of the policy. */
    internal abstract fun all(): List<Client>

    /**
     * Decides on an App Flip request that arrived as a universal link.
     *
     * @param url The link that opened the app, not decoded.
     */
    fun decideAppFlip(url: String?): AppFlipDecision = AppFlipLink.decide(all(), url)

    /**
     * Decides on an App Flip intent.
     *
     * @param caller The app that sent the intent; null if it is unknown.
     * @param extras The extras of the intent; null if it has none.
     * @param action The action of the intent; null if the app has one App Flip action only.
     */
    @JvmOverloads
    fun decideAppFlip(
        caller: Caller?,
        extras: AppFlipExtras?,
        action: String? = null
    ): AppFlipResult =
        AppFlipIntent.decide(all(), caller, extras ?: AppFlipExtras(null, null), action)
}

/** The App Flip part of [LinkPolicyAllowlist]. */
abstract class AppFlipFunctions internal constructor() {
    /** See [Allowlist.decideAppFlip]. */
    fun decideAppFlip(url: String?, environment: Environment): AppFlipDecision =
        LinkPolicyAllowlist.allowlist(environment).decideAppFlip(url)

    /** See [Allowlist.decideAppFlip]. */
    @JvmOverloads
    fun decideAppFlip(
        caller: Caller?,
        extras: AppFlipExtras?,
        environment: Environment,
        action: String? = null
    ): AppFlipResult =
        LinkPolicyAllowlist.allowlist(environment).decideAppFlip(caller, extras, action)
}

/** The decision on an App Flip request that arrived as a universal link. */
sealed class AppFlipDecision {
    /** The ID of the reason, as `linkpolicy rules --reasons` lists it. */
    abstract val reason: String

    /**
     * Get the user's consent, then open the request's success or error URL as a link.
     *
     * @property request The allowed request.
     */
    class Allow internal constructor(val request: Request, override val reason: String) :
        AppFlipDecision() {
        override fun toString(): String = "Allow(request=$request, reason=$reason)"
    }

    /**
     * Open a URL as a link; the calling app goes on without the app.
     *
     * @property target The URL.
     * @property error The error in the URL.
     */
    class ReturnError internal constructor(
        val target: String,
        val error: String,
        override val reason: String
    ) : AppFlipDecision() {
        /** Without the target, which contains the state. */
        override fun toString(): String =
            "ReturnError(target=[redacted], error=$error, reason=$reason)"
    }

    /** Open nothing: the redirect URI isn't registered. */
    class NotHandled internal constructor(override val reason: String) : AppFlipDecision() {
        override fun toString(): String = "NotHandled(reason=$reason)"
    }

    /** Not the App Flip link: let the app handle it like any other link. */
    class Ignore internal constructor(override val reason: String) : AppFlipDecision() {
        override fun toString(): String = "Ignore(reason=$reason)"
    }
}

/** The decision on an App Flip intent. */
sealed class AppFlipResult {
    /** The ID of the reason, as `linkpolicy rules --reasons` lists it. */
    abstract val reason: String

    /**
     * Get the user's consent, then finish with `RESULT_OK` and `AUTHORIZATION_CODE`.
     *
     * @property request The allowed request.
     */
    class Allow internal constructor(val request: Request, override val reason: String) :
        AppFlipResult() {
        override fun toString(): String = "Allow(request=$request, reason=$reason)"
    }

    /**
     * Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE` and `ERROR_DESCRIPTION`.
     *
     * @property type The type: 1 recoverable, 2 unrecoverable, 3 invalid request.
     * @property code The code.
     * @property description The description.
     */
    class IntentError internal constructor(
        val type: Int,
        val code: Int,
        val description: String,
        override val reason: String
    ) : AppFlipResult() {
        override fun toString(): String =
            "IntentError(type=$type, code=$code, description=$description, reason=$reason)"
    }

    /** Finish with `RESULT_CANCELED` and no data: the caller isn't a registered app. */
    class Cancelled internal constructor(override val reason: String) : AppFlipResult() {
        override fun toString(): String = "Cancelled(reason=$reason)"
    }

    /** No client has this action. */
    class Ignore internal constructor(override val reason: String) : AppFlipResult() {
        override fun toString(): String = "Ignore(reason=$reason)"
    }
}

/**
 * The app that sent an App Flip intent.
 *
 * @property packageName Its package name.
 * @property certificates The SHA-256 of its current signing certificates in hex, with or without
 *     colons.
 */
data class Caller(val packageName: String, val certificates: List<String>)

/**
 * The extras of an App Flip intent.
 *
 * @property clientId `CLIENT_ID`.
 * @property redirectUri `REDIRECT_URI`.
 * @property scopes `SCOPE`: the elements of the array, or the string split at spaces.
 */
data class AppFlipExtras @JvmOverloads constructor(
    val clientId: String?,
    val redirectUri: String?,
    val scopes: List<String> = emptyList()
)
