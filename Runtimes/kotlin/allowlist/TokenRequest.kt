package linkpolicy.generated

import java.security.MessageDigest

/**
 * A token request that the policy allows. [verify] it before you respond with tokens.
 *
 * @property clientSecret The secret that the client sent; null for a public client only.
 */
class TokenRequest private constructor(
    private val registration: Client,
    val clientSecret: String?,
    private val form: Parameters
) {
    /** The client that sent the request. */
    val clientId: String get() = registration.id

    /** The client's registration. */
    val client: ClientView get() = registration.view

    /** The grant type, such as `authorization_code`. */
    val grantType: String get() = form["grant_type"].orEmpty()

    /** The authorization code. */
    val code: String? get() = value("code", isCode)

    /** The redirect URI of an authorization code. */
    val redirectUri: String? get() = value("redirect_uri", isCode)

    /** The code verifier (RFC 7636). */
    val codeVerifier: String? get() = value("code_verifier", isCode)

    /** The refresh token. */
    val refreshToken: String? get() = value("refresh_token", grantType == Grants.REFRESH_TOKEN)

    /** The intent of streamlined linking. */
    val intent: String? get() = value("intent", grantType == Grants.JWT_BEARER)

    /** The assertion of a bearer grant, such as the ID token of streamlined linking. */
    val assertion: String? get() = value("assertion", Grants.isBearer(grantType))

    /**
     * The requested scope. For `client_credentials` and `refresh_token`, all scopes are registered.
     * Also compare those of a refresh with the scopes of the refresh token (RFC 6749 section 6).
     */
    val scope: String? get() = value("scope", !isCode)

    /**
     * The parameters that the allowlist doesn't interpret, in order, such as `device_code`,
     * `subject_token` and `resource`. Parameters without a value are omitted (RFC 6749 section
     * 3.1).
     */
    val otherParameters: List<Parameter> get() = form.others

    /** The value of the first of [otherParameters] with a name. */
    fun parameter(name: String): String? = otherParameters.firstOrNull { it.name == name }?.value

    private val isCode: Boolean get() = grantType == Grants.AUTHORIZATION_CODE

    /** The parameter of a grant: others are ignored. */
    private fun value(name: String, isUsed: Boolean): String? = if (isUsed) form[name] else null

    /**
     * Verifies the client secret, and the code of an `authorization_code` grant: the client, the
     * redirect URI (RFC 6749 section 4.1.3) and the code verifier (RFC 7636 section 4.6). Secret
     * and verifier are compared in constant time. Look up refresh tokens and verify assertions
     * yourself.
     *
     * @param secret The client's secret as the server knows it; null for a public client.
     * @param issued The data stored with the code; null if the code is unknown, used or expired, or
     *     for other grants.
     * @return The error to respond with; null if everything is right.
     */
    fun verify(secret: String?, issued: IssuedCode?): TokenError? =
        verify(secret?.toByteArray(), issued)

    /** The same with a secret of bytes. */
    fun verify(secret: ByteArray?, issued: IssuedCode?): TokenError? {
        val given = clientSecret?.toByteArray()
        val isValid = secret != null && given != null && MessageDigest.isEqual(secret, given)
        return verify(isValid, issued)
    }

    /**
     * The same for servers that store a hash.
     *
     * @param isSecretValid Whether [clientSecret] is right; ignored for a public client.
     */
    fun verify(isSecretValid: Boolean, issued: IssuedCode?): TokenError? {
        if (!registration.isPublic && !isSecretValid) {
            // Google's account linking expects invalid_grant.
            val isGoogle = registration.isGoogleAccountLinking
            return TokenError(
                if (registration.authenticatesByHeader && !isGoogle) 401 else 400,
                if (isGoogle) "invalid_grant" else "invalid_client",
                "client-secret-wrong"
            )
        }
        val problem = if (isCode) codeProblem(issued) else null
        return problem?.let { TokenError(400, "invalid_grant", it) }
    }

    /**
     * The response for a token or code that your server refuses. Its reason is
     * `refresh-token-unknown` for a refresh token, otherwise `code-unknown`.
     */
    fun invalidGrant(): TokenError = TokenError(
        400,
        "invalid_grant",
        if (grantType == "refresh_token") "refresh-token-unknown" else "code-unknown"
    )

    /**
     * True if the request may exchange a code: [verify] without the secret.
     *
     * @param issued The data stored with the code; null if the code is unknown.
     */
    fun accepts(issued: IssuedCode?): Boolean = isCode && codeProblem(issued) == null

    private fun codeProblem(issued: IssuedCode?): String? {
        if (issued == null) return "code-unknown"
        if (issued.clientId != clientId) return "code-other-client"
        if (issued.redirectUri != null && issued.redirectUri != redirectUri) {
            return "redirect-uri-other-request"
        }
        val challenge = issued.codeChallenge
        val verifier = codeVerifier
        return when {
            verifier == null -> {
                val isNeeded = challenge != null || registration.requiresPkce
                if (isNeeded) "code-verifier-missing" else null
            }
            // A downgrade (RFC 9700 section 2.1.1).
            challenge == null -> "code-verifier-unexpected"
            !isVerified(verifier, challenge, issued.codeChallengeMethod) -> "code-verifier-mismatch"
            else -> null
        }
    }

    private fun isVerified(verifier: String, challenge: String, method: String?): Boolean =
        isVerifier(verifier) && when (method) {
            "plain" -> areEqual(verifier, challenge)
            "S256" -> areEqual(base64Url(sha256(verifier.toByteArray())), challenge)
            else -> false
        }

    /** Without secrets, codes, tokens and other parameters' values. */
    override fun toString(): String =
        "TokenRequest(clientId=$clientId, clientSecret=${redacted(clientSecret)}, " +
            "grantType=$grantType, otherParameters=$otherParameters)"

    // Java code can't call synthetic functions, but it can call internal constructors.
    internal companion object {
        @JvmSynthetic
        internal fun of(client: Client, secret: String?, form: Parameters) =
            TokenRequest(client, secret, form)
    }
}

/** RFC 7636 section 4.1. */
internal fun isVerifier(text: String): Boolean =
    text.length in 43..128 && text.all { isUnreserved(it) }
