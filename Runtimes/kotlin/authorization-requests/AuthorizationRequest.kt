package linkpolicy.generated

import java.security.SecureRandom

/**
 * A request to your own authorization server: keep it until the response arrives.
 *
 * Send the user to [url], for example in a Custom Tab. The response belongs to this request if its
 * `state` equals [state] and its `iss` equals [issuer].
 *
 * @property url The URL to send the user to.
 * @property state The value that the response must repeat.
 * @property codeVerifier The code verifier for the token endpoint (RFC 7636); send it nowhere else.
 * @property redirectUri The redirect URI for the token endpoint.
 * @property issuer The `iss` of the response (RFC 9207); null if the server sends none.
 */
class AuthorizationRequest private constructor(
    val url: String,
    val state: String,
    val codeVerifier: String,
    val redirectUri: String,
    val issuer: String?
) {
    /** Without URL, state and code verifier. */
    override fun toString(): String = "AuthorizationRequest(redirectUri=$redirectUri)"

    internal companion object {
        fun make(
            settings: OwnClientSettings,
            redirectUri: String,
            scopes: List<String>
        ): AuthorizationRequest {
            val state = random(32)
            val verifier = random(43)
            val url = urlWith(
                settings.endpoint,
                "response_type" to "code",
                "client_id" to settings.clientId,
                "redirect_uri" to redirectUri,
                "state" to state,
                "code_challenge" to base64Url(sha256(verifier.toByteArray())),
                "code_challenge_method" to "S256",
                "scope" to scopes.joinToString(" ").takeIf { it.isNotEmpty() }
            )
            return AuthorizationRequest(url, state, verifier, redirectUri, settings.issuer)
        }

        /** Characters of 64, each with six bits of the system's random generator. */
        private fun random(count: Int): String {
            val bytes = ByteArray(count)
            SecureRandom().nextBytes(bytes)
            return bytes.joinToString("") { "${BASE64_URL[it.toInt() and 63]}" }
        }
    }
}

/** A redirect URI of a client. */
interface OwnRedirectUri {
    /** The URI as registered. */
    val text: String
}

/** A client of your own authorization server. */
abstract class ClientRequests<R : OwnRedirectUri> internal constructor(
    private val prod: OwnClientSettings?,
    private val sandbox: OwnClientSettings?
) {
    /**
     * A request; null if the environment lacks the redirect URI or a scope.
     *
     * @param scopes The scopes to request; null for all registered ones.
     * @param port The port of the app's listener, for a loopback redirect URI (RFC 8252 section
     *     7.3).
     */
    @JvmOverloads
    fun request(
        environment: Environment,
        redirectUri: R,
        scopes: List<String>? = null,
        port: Int? = null
    ): AuthorizationRequest? = request(environment, redirectUri.text, scopes, port)

    /** A request with a redirect URI that is known at run time; null unless it is registered. */
    @JvmOverloads
    fun request(
        environment: Environment,
        redirectUri: String,
        scopes: List<String>? = null,
        port: Int? = null
    ): AuthorizationRequest? = when (environment) {
        Environment.PROD -> prod
        Environment.SANDBOX -> sandbox
    }?.request(redirectUri, scopes, port)
}

/**
 * A client in one environment.
 *
 * @property loopback The redirect URIs that may get a port (RFC 8252 section 7.3).
 */
internal class OwnClientSettings(
    val endpoint: String,
    val clientId: String,
    private val redirectUris: List<String>,
    private val loopback: List<String>,
    private val scopes: List<String>,
    val issuer: String?
) {
    /** A request; null if the redirect URI or a scope isn't registered. */
    fun request(redirectUri: String, requested: List<String>?, port: Int?): AuthorizationRequest? {
        val chosen = requested ?: scopes
        if (redirectUri !in redirectUris || !scopes.containsAll(chosen)) return null
        if (port == null) return AuthorizationRequest.make(this, redirectUri, chosen)
        if (redirectUri !in loopback || port !in 1..65_535) return null
        val origin =
            listOf("http://127.0.0.1", "http://[::1]").first { redirectUri.startsWith(it) }
        val target = "$origin:$port${redirectUri.substring(origin.length)}"
        return AuthorizationRequest.make(this, target, chosen)
    }
}
