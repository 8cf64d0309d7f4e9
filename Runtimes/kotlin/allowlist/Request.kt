package linkpolicy.generated

/**
 * An authorization or App Flip request that the policy allows. Get the user's consent, then respond
 * at [redirectUri] and nowhere else.
 *
 * @property client The client's registration.
 * @property redirectUri The registered redirect URI; a native client's loopback URI has the
 *     request's port.
 * @property state The value to send back unchanged.
 * @property scopes The requested scopes; all of them are registered.
 * @property issuedCode The data to store with the code: [TokenRequest.verify] needs it.
 * @property issuer The `iss` of the response (RFC 9207).
 * @property otherParameters The parameters that the allowlist doesn't interpret, in order, such as
 *     `nonce`, `prompt` and `resource`. Parameters without a value are omitted (RFC 6749 section
 *     3.1).
 */
class Request private constructor(
    val client: ClientView,
    val redirectUri: String,
    val state: String?,
    val scopes: List<String>,
    val issuedCode: IssuedCode,
    val issuer: String?,
    val otherParameters: List<Parameter>
) {
    /** The client that sent the request. */
    val clientId: String get() = client.clientId

    /** The code challenge (RFC 7636), also part of [issuedCode]. */
    val codeChallenge: String? get() = issuedCode.codeChallenge

    /** The value of the first of [otherParameters] with a name. */
    fun parameter(name: String): String? = otherParameters.firstOrNull { it.name == name }?.value

    /** The URL to send the user to with a code. */
    fun successUrl(code: String): String =
        urlWith(redirectUri, "code" to code, "state" to state, "iss" to issuer)

    /** The URL to send the user to with an error, such as `access_denied`. */
    @JvmOverloads
    fun errorUrl(error: String, description: String? = null): String =
        errorResponseUrl(redirectUri, error, description, state, issuer)

    /** Without the values of state, challenge and other parameters. */
    override fun toString(): String =
        "Request(clientId=$clientId, redirectUri=$redirectUri, state=${redacted(state)}, " +
            "scopes=$scopes, issuedCode=$issuedCode, issuer=$issuer, " +
            "otherParameters=$otherParameters)"

    // Java code can't call synthetic functions, but it can call internal constructors.
    internal companion object {
        /** A request with checked parameters. */
        @JvmSynthetic
        internal fun of(
            client: Client,
            redirectUri: String,
            scopes: List<String>,
            parameters: Parameters
        ) = Request(
            client.view,
            redirectUri,
            parameters["state"],
            readOnly(scopes),
            IssuedCode(
                client.id,
                parameters["redirect_uri"],
                parameters["code_challenge"],
                parameters["code_challenge"]?.let { parameters["code_challenge_method"] ?: "plain" }
            ),
            client.issuer,
            parameters.others
        )

        /** A request without state, challenge, issuer and other parameters. */
        @JvmSynthetic
        internal fun of(client: Client, redirectUri: String, scopes: List<String>) = Request(
            client.view,
            redirectUri,
            null,
            readOnly(scopes.toList()),
            IssuedCode(client.id, redirectUri),
            null,
            emptyList()
        )
    }
}
