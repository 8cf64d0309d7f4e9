package linkpolicy.generated

import java.util.Collections

/**
 * The clients of one environment, and the decisions on their requests. Immutable, so all threads
 * can share it.
 *
 * Values are compared exactly. Nothing is trimmed, case-folded, normalized or decoded twice, and
 * responses go to registered redirect URIs only. Null is never allowed.
 */
class Allowlist private constructor(private val registrations: List<Client>) : AppFlipMethods() {
    private val byId: Map<String, Client> = registrations.associateBy { it.id }

    // Implicit isn't a grant of the token endpoint (RFC 6749 section 4.2).
    private val grantTypes: Set<String> =
        registrations.flatMap { it.grantTypes }.toSet() - "implicit"
    private val origins: Set<String> = registrations.flatMap { it.corsOrigins }.toSet()

    /** The client with an ID. */
    internal fun find(clientId: String?): Client? = byId[clientId]

    /** True if a client uses the grant type. */
    internal fun offers(grantType: String): Boolean = grantType in grantTypes

    /** The clients, in the order of the policy. */
    override fun all(): List<Client> = registrations

    /** The client with an ID. */
    fun client(clientId: String?): ClientView? = find(clientId)?.view

    /** All clients, in the order of the policy. */
    val clients: List<ClientView> get() = readOnly(registrations.map { it.view })

    /** True if responses to the client may go to the redirect URI. */
    fun isRedirectUriAllowed(clientId: String?, redirectUri: String?): Boolean =
        redirectUri != null && find(clientId)?.target(redirectUri) != null

    /** True if the client may send the user to the URI after logout. */
    fun isPostLogoutRedirectUriAllowed(clientId: String?, uri: String?): Boolean =
        uri != null && uri in find(clientId)?.postLogoutRedirectUris.orEmpty()

    /**
     * True if scripts of the origin may read responses to the client.
     *
     * @param origin The `Origin` header as received.
     */
    fun isCorsOriginAllowed(clientId: String?, origin: String?): Boolean =
        origin != null && origin in find(clientId)?.corsOrigins.orEmpty()

    /** True if the client may use the grant type at the token endpoint. */
    fun isGrantTypeAllowed(clientId: String?, grantType: String?): Boolean =
        grantType != null && grantType in find(clientId)?.grantTypes.orEmpty()

    /**
     * The CORS headers of a response whose client may be unknown.
     *
     * @param origin The `Origin` header as received.
     * @param isPreflight True for an `OPTIONS` request.
     */
    fun corsHeaders(origin: String?, isPreflight: Boolean): Map<String, String> {
        val headers = LinkedHashMap<String, String>()
        headers["Vary"] = "Origin"
        if (origin != null && origin in origins) {
            headers["Access-Control-Allow-Origin"] = origin
            if (isPreflight) {
                headers["Access-Control-Allow-Methods"] = "GET, POST"
                headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
            }
        }
        return Collections.unmodifiableMap(headers)
    }

    /** The URL to send the user to after logout; null if the URI isn't registered. */
    fun postLogoutUrl(clientId: String?, uri: String?, state: String?): String? =
        if (uri != null && isPostLogoutRedirectUriAllowed(clientId, uri)) {
            urlWith(uri, "state" to state)
        } else {
            null
        }

    /**
     * Decides on a request to the authorization endpoint.
     *
     * @param rawQuery The query as received, without the `?` and not decoded.
     */
    fun decideAuthorization(rawQuery: String?): AuthorizationDecision =
        authorization { Parameters.bytes(rawQuery.orEmpty()) }

    /** The same for a query of bytes. */
    fun decideAuthorization(rawQuery: ByteArray?): AuthorizationDecision =
        authorization { rawQuery ?: ByteArray(0) }

    private fun authorization(query: () -> ByteArray): AuthorizationDecision = try {
        AuthorizationEndpoint.decide(this, query())
    } catch (unreadable: UnreadableRequest) {
        AuthorizationDecision.LocalError("invalid_request", unreadable.reason)
    }

    /**
     * Decides on a request to the token endpoint.
     *
     * @param rawForm The body as received, not decoded.
     * @param authorization The `Authorization` header.
     */
    fun decideToken(rawForm: String?, authorization: String?): TokenDecision =
        token(authorization) { Parameters.bytes(rawForm.orEmpty()) }

    /** The same for a body of bytes. */
    fun decideToken(rawForm: ByteArray?, authorization: String?): TokenDecision =
        token(authorization) { rawForm ?: ByteArray(0) }

    private fun token(authorization: String?, form: () -> ByteArray): TokenDecision = try {
        TokenEndpoint.decide(this, form(), authorization)
    } catch (unreadable: UnreadableRequest) {
        TokenError(400, "invalid_request", unreadable.reason)
    }

    override fun toString(): String = "Allowlist(${registrations.size} clients)"

    companion object {
        /**
         * Loads an allowlist from `allowlist.json`.
         *
         * @param json The bytes of the file.
         * @param sha256 The SHA-256 of these bytes in hex, from a place that you trust.
         * @param environment The environment whose clients to load.
         * @throws AllowlistException if anything about the file is unexpected.
         */
        @JvmStatic
        fun load(json: ByteArray, sha256: String, environment: Environment): Allowlist =
            AllowlistReader.read(json, sha256, environment)

        // Java code can't call synthetic functions, but it can call internal constructors.
        @JvmSynthetic
        internal fun of(registrations: List<Client>) = Allowlist(registrations)
    }
}
