package linkpolicy.generated

/** A client of one environment. */
internal class Client(
    val id: String,
    val key: String,
    val redirectUris: List<String>,
    val browserRedirectUris: List<String> = emptyList(),
    val postLogoutRedirectUris: List<String> = emptyList(),
    val corsOrigins: List<String> = emptyList(),
    val isNative: Boolean = false,
    val isGoogleAccountLinking: Boolean = false,
    val allowsOmittedRedirectUri: Boolean = false,
    val scopes: List<String> = emptyList(),
    val responseTypes: List<String> = listOf("code"),
    val grantTypes: List<String> = listOf("authorization_code", "refresh_token"),
    val requiresState: Boolean = true,
    val requiresPkce: Boolean = true,
    val codeChallengeMethods: List<String> = listOf("S256"),
    val issuer: String? = null,
    val universalLink: String? = null,
    val intentAction: String? = null,
    val callers: List<CallingApp> = emptyList(),
    val isPublic: Boolean = false,
    val authenticatesByHeader: Boolean = false,
    val assertionIntents: List<String> = emptyList()
) {
    /** The read-only view of the client. */
    val view: ClientView by lazy { ClientView(this) }

    /**
     * The redirect URI to respond at: the requested one if it is registered, or the only registered
     * one if the client may leave it out; null if there is none.
     */
    fun target(requested: String?): String? = when {
        requested == null ->
            if (allowsOmittedRedirectUri) redirectUris.singleOrNull() else null
        requested in redirectUris || isLoopback(requested) -> requested
        else -> null
    }

    /** The reason of an allowed request with a redirect URI. */
    fun allowance(requested: String?): String =
        if (requested == null || requested in redirectUris) "allowed" else "loopback-port"

    /** True for a loopback URI of a native client that is registered without its port. */
    private fun isLoopback(requested: String): Boolean {
        val portless = if (isNative) withoutLoopbackPort(requested) else null
        return portless != null && portless in redirectUris
    }

    /**
     * `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with both
     * loopback IP addresses; null for everything else.
     */
    private fun withoutLoopbackPort(requested: String): String? {
        val origin = listOf("http://127.0.0.1", "http://[::1]")
            .firstOrNull { requested.startsWith("$it:") } ?: return null
        val tail = requested.substring(origin.length + 1)
        val port = tail.takeWhile { it in '0'..'9' }
        val rest = tail.substring(port.length)
        val isPort = port.length in 1..5 && port[0] != '0' && port.toInt() <= 65_535
        val isAuthorityOver = rest.startsWith('/') || rest.startsWith('?')
        return if (isPort && isAuthorityOver) origin + rest else null
    }

    /** The scopes of a request; null if one is empty or not registered. */
    fun requested(scope: String?): List<String>? =
        if (scope == null) emptyList() else scope.split(' ').takeIf { scopes.containsAll(it) }

    /** True if the client can get an authorization code. */
    val takesCodes: Boolean get() = Grants.AUTHORIZATION_CODE in grantTypes

    /** True if a grant type of the client fits a response type. */
    fun mayReceive(responseType: String): Boolean =
        takesCodes || "implicit" in grantTypes && "code" !in responseType.split(' ')

    /** The reason to refuse a code challenge (RFC 7636); null if it is allowed. */
    fun challengeProblem(parameters: Parameters): String? {
        val challenge = parameters["code_challenge"]
        val requestedMethod = parameters["code_challenge_method"]
        if (challenge == null) {
            return if (requiresPkce || requestedMethod != null) "pkce-missing" else null
        }
        // An absent method means plain.
        val method = requestedMethod ?: "plain"
        if (method !in codeChallengeMethods) return "pkce-method"
        val isPlain = method == "plain"
        // A SHA-256 has 43 characters in base64url.
        val isChallenge = challenge.length in (if (isPlain) 43..128 else 43..43) &&
            challenge.all { isUnreserved(it) && (isPlain || (it != '.' && it != '~')) }
        return if (isChallenge) null else "pkce-challenge"
    }

    override fun toString(): String = "Client(clientId=$id, key=$key)"
}

/** An Android app that may send App Flip intents, with the SHA-256 of its certificates. */
internal class CallingApp(val packageName: String, val certificates: List<String>)

/** Grant types. */
internal object Grants {
    private const val URN = "urn:ietf:params:oauth:grant-type:"

    const val AUTHORIZATION_CODE = "authorization_code"
    const val REFRESH_TOKEN = "refresh_token"
    const val CLIENT_CREDENTIALS = "client_credentials"
    const val JWT_BEARER = URN + "jwt-bearer"
    const val SAML_BEARER = URN + "saml2-bearer"
    const val DEVICE_CODE = URN + "device_code"
    const val TOKEN_EXCHANGE = URN + "token-exchange"

    /** Their `scope` may contain only registered scopes (RFC 6749 sections 4.4.2 and 6). */
    val withScope = listOf(REFRESH_TOKEN, CLIENT_CREDENTIALS)

    /** RFC 7521 section 4.1. */
    fun isBearer(grantType: String): Boolean = grantType == JWT_BEARER || grantType == SAML_BEARER
}
