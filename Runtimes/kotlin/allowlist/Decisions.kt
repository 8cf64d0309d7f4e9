package linkpolicy.generated

import java.util.Collections

/** The decision on a request to the authorization endpoint. */
sealed class AuthorizationDecision {
    /** The ID of the reason, as `linkpolicy rules --reasons` lists it. */
    abstract val reason: String

    /**
     * Authenticate the user and get their consent, then respond at the request's redirect URI.
     *
     * @property request The allowed request.
     */
    class Allow internal constructor(val request: Request, override val reason: String) :
        AuthorizationDecision() {
        override fun toString(): String = "Allow(request=$request, reason=$reason)"
    }

    /**
     * Authenticate the user, then send the browser to a URL that tells the client about an error.
     *
     * @property target The URL.
     * @property error The error in the URL, such as `invalid_scope`.
     */
    class RedirectError internal constructor(
        val target: String,
        val error: String,
        override val reason: String
    ) : AuthorizationDecision() {
        /** Without the target, which contains the state. */
        override fun toString(): String =
            "RedirectError(target=[redacted], error=$error, reason=$reason)"
    }

    /**
     * Show an error on a page of your own. A redirect would make the server an open redirector.
     *
     * @property error `invalid_request` or `invalid_client`.
     */
    class LocalError internal constructor(val error: String, override val reason: String) :
        AuthorizationDecision() {
        override fun toString(): String = "LocalError(error=$error, reason=$reason)"
    }
}

/** The decision on a request to the token endpoint. */
sealed class TokenDecision {
    /** The ID of the reason, as `linkpolicy rules --reasons` lists it. */
    abstract val reason: String

    /**
     * Verify the request with [TokenRequest.verify], then respond with tokens.
     *
     * @property request The allowed request.
     */
    class Allow internal constructor(val request: TokenRequest, override val reason: String) :
        TokenDecision() {
        override fun toString(): String = "Allow(request=$request, reason=$reason)"
    }
}

/**
 * An error response of the token endpoint (RFC 6749 section 5.2), ready to send.
 *
 * @property status The status: 400 or 401.
 * @property error The error, such as `invalid_grant`.
 */
class TokenError internal constructor(
    val status: Int,
    val error: String,
    override val reason: String
) : TokenDecision() {
    /** The headers to send, by name. */
    val headers: Map<String, String> = LinkedHashMap<String, String>().let {
        it["Content-Type"] = "application/json;charset=UTF-8"
        it["Cache-Control"] = "no-store"
        if (status == 401) it["WWW-Authenticate"] = "Basic realm=\"token\", charset=\"UTF-8\""
        Collections.unmodifiableMap(it)
    }

    /** The JSON to send. */
    val body: String get() = "{\"error\":\"$error\"}"

    override fun toString(): String = "TokenError(status=$status, error=$error, reason=$reason)"
}
