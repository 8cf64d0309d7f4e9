package linkpolicy.generated

import java.nio.charset.CharacterCodingException

/** The checks of token requests. */
internal object TokenEndpoint {
    private val OFFERED =
        setOf(Grants.AUTHORIZATION_CODE, Grants.REFRESH_TOKEN, Grants.JWT_BEARER)

    fun decide(allowlist: Allowlist, rawForm: ByteArray, authorization: String?): TokenDecision {
        val form = Parameters.token(rawForm)
        val grantType = form["grant_type"]
            ?: return TokenError(400, "invalid_request", "grant-type-missing")
        if (grantType !in OFFERED && !allowlist.offers(grantType)) {
            return TokenError(400, "unsupported_grant_type", "grant-type-unsupported")
        }
        var id = form["client_id"]
        var secret = form["client_secret"]
        val hasHeader = authorization != null
        if (authorization != null) {
            if (secret != null) {
                return TokenError(400, "invalid_request", "client-authentication-twice")
            }
            val credentials = basicCredentials(authorization)
                ?: return TokenError(401, "invalid_client", "client-authentication-malformed")
            if (id != null && id != credentials.first) {
                return TokenError(400, "invalid_request", "client-id-mismatch")
            }
            id = credentials.first
            secret = credentials.second
        }
        val client = allowlist.find(id)
            ?: return TokenError(
                if (hasHeader) 401 else 400,
                "invalid_client",
                if (id == null) "client-id-missing" else "client-unknown"
            )
        val problem = authenticationProblem(client, hasHeader, secret != null)
        if (problem != null) {
            val asksForHeader = hasHeader || !client.isPublic && client.authenticatesByHeader
            return TokenError(if (asksForHeader) 401 else 400, "invalid_client", problem)
        }
        return grantError(client, grantType, form)
            ?: TokenDecision.Allow(TokenRequest.of(client, secret, form), "allowed")
    }

    /** The reason to reject a client's authentication method (RFC 6749 section 2.3). */
    private fun authenticationProblem(
        client: Client,
        hasHeader: Boolean,
        hasSecret: Boolean
    ): String? {
        val isOtherMethod = when {
            client.isPublic -> hasHeader || hasSecret
            client.authenticatesByHeader -> !hasHeader && hasSecret
            else -> hasHeader
        }
        return when {
            isOtherMethod -> "client-authentication-method"
            !client.isPublic && !hasSecret -> "client-authentication-missing"
            else -> null
        }
    }

    private fun grantError(client: Client, grantType: String, form: Parameters): TokenError? {
        val isStreamlined =
            grantType == Grants.JWT_BEARER && client.assertionIntents.isNotEmpty()
        if (grantType !in client.grantTypes) {
            return if (grantType == Grants.JWT_BEARER && !isStreamlined) {
                TokenError(400, "unsupported_grant_type", "grant-type-unsupported")
            } else {
                TokenError(400, "unauthorized_client", "grant-type-not-allowed")
            }
        }
        // A public client has no credentials.
        if (grantType == Grants.CLIENT_CREDENTIALS && client.isPublic) {
            return TokenError(400, "unauthorized_client", "grant-type-not-allowed")
        }
        val needed = when (grantType) {
            Grants.AUTHORIZATION_CODE -> listOf("code")
            Grants.REFRESH_TOKEN -> listOf("refresh_token")
            Grants.DEVICE_CODE -> listOf("device_code")
            Grants.TOKEN_EXCHANGE -> listOf("subject_token", "subject_token_type")
            Grants.JWT_BEARER -> if (isStreamlined) listOf("intent") else listOf("assertion")
            Grants.SAML_BEARER -> listOf("assertion")
            else -> emptyList()
        }
        if (needed.any { form[it] == null }) return missing()
        return when {
            grantType == Grants.AUTHORIZATION_CODE -> codeError(client, form)
            grantType in Grants.withScope && client.requested(form["scope"]) == null ->
                TokenError(400, "invalid_scope", "scope-not-allowed")
            isStreamlined && form["intent"] !in client.assertionIntents ->
                TokenError(400, "invalid_request", "intent-unsupported")
            isStreamlined && form["assertion"] == null -> missing()
            else -> null
        }
    }

    private fun missing() = TokenError(400, "invalid_request", "parameter-missing")

    private fun codeError(client: Client, form: Parameters): TokenError? {
        val redirectUri = form["redirect_uri"]
        val verifier = form["code_verifier"]
        val problem = when {
            client.target(redirectUri) == null ->
                if (redirectUri == null) "redirect-uri-missing" else "redirect-uri-not-registered"
            verifier == null -> if (client.requiresPkce) "code-verifier-missing" else null
            !isVerifier(verifier) -> "code-verifier-mismatch"
            else -> null
        }
        return problem?.let { TokenError(400, "invalid_grant", it) }
    }

    /**
     * ID and secret of a Basic header, both form-encoded (RFC 6749 section 2.3.1); null for any
     * other header. An empty secret is null.
     */
    private fun basicCredentials(header: String): Pair<String, String?>? {
        val text = header.trim(' ', '\t')
        val scheme = text.substringBefore(' ')
        val isBasic = scheme.length == 5 && scheme.zip("basic").all { (char, small) ->
            char == small || char == small - 0x20
        }
        if (!isBasic) return null
        val pair = fromBase64(text.substring(scheme.length).trimStart(' ')) ?: return null
        val colon = pair.indexOfFirst { it.toInt() == ':' - '\u0000' }
        if (colon < 1) return null
        return try {
            val id = decoded(pair, 0, colon, plusIsSpace = true)
            val secret = decoded(pair, colon + 1, pair.size, plusIsSpace = true)
            Pair(id, secret.takeIf { it.isNotEmpty() })
        } catch (malformed: CharacterCodingException) {
            null
        }
    }
}
