extension KotlinTarget {
  /// The types that callers see.
  static let declarations: Code<KotlinLanguage> = #"""
    /** The two worlds every value of the policy belongs to. */
    enum class Environment {
        /** What users run. */
        PROD,

        /** Where integrations are tried. */
        SANDBOX
    }

    /**
     * A request that agrees with the policy. Ask the user, then answer at [redirectUri] and nowhere
     * else.
     *
     * @property clientId Who asks.
     * @property redirectUri The registered redirect URI; for a loopback one of a native client with
     *     the port of the request.
     * @property state Sent back unchanged.
     * @property scopes What is asked for; all of it is registered.
     * @property codeChallenge Part of [issuedCode] too (RFC 7636).
     * @property issuedCode What to keep with the code: [TokenRequest.accepts] asks for it.
     * @property issuer Sent as `iss` where the server has one (RFC 9207).
     */
    data class Request(
        val clientId: String,
        val redirectUri: String,
        val state: String?,
        val scopes: List<String>,
        val codeChallenge: String?,
        val issuedCode: IssuedCode,
        val issuer: String?
    ) {
        /** Where to send the user with a code. */
        fun successUrl(code: String): String =
            LinkPolicyAllowlist.successUrl(redirectUri, code, state, issuer)

        /** Where to send the user with an error, such as `access_denied`. */
        fun errorUrl(error: String, description: String? = null): String =
            LinkPolicyAllowlist.errorUrl(redirectUri, error, state, issuer, description)
    }

    /** The answer to a request at the authorization endpoint. */
    sealed class AuthorizationDecision {
        /** Authenticate the user and ask for consent, then answer at the request's redirect URI. */
        data class Allow(val request: Request) : AuthorizationDecision()

        /**
         * Authenticate the user, then send the browser to [url], which tells the client of [error].
         */
        data class RedirectError(val url: String, val error: String) : AuthorizationDecision()

        /**
         * Show [error] on a page of your own. Redirecting would make the server an open redirector.
         */
        data class LocalError(val error: String) : AuthorizationDecision()
    }

    /** The answer to an App Flip request that arrived as a link. */
    sealed class AppFlipDecision {
        /** Ask the user, then open the request's success or error URL as a link. */
        data class Allow(val request: Request) : AppFlipDecision()

        /** Open [url] as a link; the calling app goes on without the app. */
        data class ReturnError(val url: String, val error: String) : AppFlipDecision()

        /** Open nothing: where the answer would go is not registered. */
        object NotHandled : AppFlipDecision()

        /** Not the App Flip link: let the app handle it as any other. */
        object Ignore : AppFlipDecision()
    }

    /**
     * The app that sent the App Flip intent.
     *
     * @property packageName Its package name.
     * @property certificates SHA-256 of its current signing certificates in hex, with or without
     *     colons.
     */
    data class Caller(val packageName: String, val certificates: List<String>)

    /**
     * The extras of the App Flip intent.
     *
     * @property clientId `CLIENT_ID`.
     * @property redirectUri `REDIRECT_URI`.
     * @property scopes `SCOPE`: the elements of the array, or the string split at spaces.
     */
    data class AppFlipExtras(
        val clientId: String?,
        val redirectUri: String?,
        val scopes: List<String> = emptyList()
    )

    /** The answer to an App Flip intent. */
    sealed class AppFlipResult {
        /** Ask the user, then finish with `RESULT_OK` and `AUTHORIZATION_CODE`. */
        data class Allow(val request: Request) : AppFlipResult()

        /**
         * Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE` and
         * `ERROR_DESCRIPTION`.
         */
        data class Error(val type: Int, val code: Int, val description: String) : AppFlipResult()

        /** Finish with `RESULT_CANCELED` and without data: the caller is not who it must be. */
        object Cancelled : AppFlipResult()

        /** No client has this action. */
        object Ignore : AppFlipResult()
    }
    """#
}
