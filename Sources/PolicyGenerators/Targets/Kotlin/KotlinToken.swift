extension KotlinTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<KotlinLanguage> = #"""
    /**
     * What to keep with an authorization code until it is given for tokens.
     *
     * @property clientId Who may give it.
     * @property redirectUri As the authorization request had it; null where it had none.
     * @property codeChallenge What the verifier is compared with (RFC 7636).
     * @property codeChallengeMethod `S256` or `plain`; null without a challenge.
     */
    data class IssuedCode(
        val clientId: String,
        val redirectUri: String? = null,
        val codeChallenge: String? = null,
        val codeChallengeMethod: String? = null
    )

    /**
     * A token request that agrees with the policy; what it does not have is null.
     *
     * Compare [clientSecret] in constant time, then look up the code (see [accepts]) or the refresh
     * token, or verify the assertion.
     *
     * @property clientId Who asks.
     * @property grantType `authorization_code`, `refresh_token` or that of an assertion (RFC 7523).
     * @property clientSecret Null for a public client, and only there.
     * @property scope Of `client_credentials`, where it was checked.
     */
    data class TokenRequest(
        val clientId: String,
        val grantType: String,
        val clientSecret: String?,
        val code: String?,
        val redirectUri: String?,
        val codeVerifier: String?,
        val refreshToken: String?,
        val intent: String?,
        val assertion: String?,
        val scope: String?
    ) {
        /**
         * True if the request may exchange a code, given what was kept with it: the client and the
         * redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the
         * challenge (RFC 7636 section 4.6). Without a challenge, there must be no verifier, and
         * [decideToken] has refused a client that requires PKCE. If the result is false, or if the
         * code is unknown, used or expired, answer 400 with `invalid_grant`.
         */
        fun accepts(issued: IssuedCode?): Boolean =
            issued != null && code != null && issued.clientId == clientId &&
                (issued.redirectUri == null || issued.redirectUri == redirectUri) &&
                matches(codeVerifier, issued)
    }

    /** The answer to a request at the token endpoint. */
    sealed class TokenDecision {
        /** Go on with the request. */
        data class Allow(val request: TokenRequest) : TokenDecision()

        /**
         * Answer [status] with [error] as JSON (RFC 6749 section 5.2), and with the header
         * `WWW-Authenticate: Basic realm="token"` where [asksForBasic].
         */
        data class Error(val status: Int, val error: String, val asksForBasic: Boolean) :
            TokenDecision()
    }
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<KotlinLanguage> = #"""
    /**
     * Decides a request at the token endpoint.
     *
     * @param rawForm The body as it arrived, not decoded.
     * @param authorization The header of that name; null where there is none.
     */
    fun decideToken(
        rawForm: String,
        authorization: String?,
        environment: Environment
    ): TokenDecision {
        fun refused(status: Int, error: String) = TokenDecision.Error(status, error, status == 401)
        val form = Parameters.read(rawForm, plusIsSpace = true, known = TOKEN_PARAMETERS)
        val grantType = form?.value("grant_type") ?: return refused(400, "invalid_request")
        if (!table(environment).offers(grantType)) {
            return refused(400, "unsupported_grant_type")
        }
        var id = form.clientId
        var secret = form.value("client_secret")
        if (authorization != null) {
            if (secret != null) return refused(400, "invalid_request")
            val credentials = basicCredentials(authorization)
                ?: return refused(401, "invalid_client")
            if (id != null && id != credentials.first) return refused(400, "invalid_request")
            id = credentials.first
            secret = credentials.second
        }
        val client = id?.let { table(environment).client(it) }
            ?: return refused(400, "invalid_grant")
        val hasHeader = authorization != null
        if (!client.authenticates(hasHeader, secret != null)) {
            val status = if (hasHeader || client.authenticatesByHeader) 401 else 400
            return refused(status, "invalid_client")
        }
        if (grantType !in client.grantTypes) {
            val isUnknown = grantType == ASSERTION_GRANT && client.assertionIntents.isEmpty()
            return refused(400, if (isUnknown) "unsupported_grant_type" else "unauthorized_client")
        }
        val scope = if (grantType == "client_credentials") form.scope else null
        val code = form.value("code")
        val verifier = form.value("code_verifier")
        val refreshToken = form.value("refresh_token")
        val intent = form.value("intent")
        val assertion = form.value("assertion")
        when (grantType) {
            "authorization_code" -> {
                if (code == null) return refused(400, "invalid_request")
                val isProven = if (verifier == null) !client.requiresPkce else isVerifier(verifier)
                if (client.target(form.redirectUri) == null || !isProven) {
                    return refused(400, "invalid_grant")
                }
            }
            "refresh_token" -> if (refreshToken == null) return refused(400, "invalid_request")
            "client_credentials" -> {
                // A public client has no credentials.
                if (client.isPublic) return refused(400, "unauthorized_client")
                if (client.requested(scope) == null) return refused(400, "invalid_scope")
            }
            // RFC 7521 section 4.1.
            ASSERTION_GRANT -> {
                val isKnown = client.assertionIntents.isEmpty() || intent in client.assertionIntents
                if (assertion == null || !isKnown) return refused(400, "invalid_request")
            }
            SAML_GRANT -> if (assertion == null) return refused(400, "invalid_request")
        }
        // Of the grant only: whatever else stands in the form is not looked at.
        val isCode = grantType == "authorization_code"
        val isAssertion = grantType == ASSERTION_GRANT
        return TokenDecision.Allow(
            TokenRequest(
                client.id,
                grantType,
                secret,
                code.takeIf { isCode },
                form.redirectUri.takeIf { isCode },
                verifier.takeIf { isCode },
                refreshToken.takeIf { grantType == "refresh_token" },
                intent.takeIf { isAssertion },
                assertion.takeIf { isAssertion || grantType == SAML_GRANT },
                scope
            )
        )
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<KotlinLanguage> = #"""
    private val TOKEN_PARAMETERS = setOf(
        \#(.joined(Code.tokenParameters, by: ",\n"))
    )

    private const val ASSERTION_GRANT = \#(Code.assertionGrant)
    private const val SAML_GRANT = \#(Code.samlGrant)

    /** RFC 7636 section 4.1. */
    private fun isVerifier(text: String): Boolean =
        text.length in 43..128 && text.all { isUnreserved(it) }

    /**
     * Compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a challenge
     * is a downgrade (RFC 9700 section 2.1.1).
     */
    private fun matches(verifier: String?, issued: IssuedCode): Boolean {
        if (verifier == null || issued.codeChallenge == null) {
            return verifier == issued.codeChallenge
        }
        if (!isVerifier(verifier)) return false
        val challenge = if (issued.codeChallengeMethod == "plain") verifier else sha256(verifier)
        return MessageDigest.isEqual(challenge.toByteArray(), issued.codeChallenge.toByteArray())
    }

    /** The SHA-256 of a text in base64url. */
    private fun sha256(text: String): String =
        base64Url(MessageDigest.getInstance("SHA-256").digest(text.toByteArray()))

    \#(base64URL)

    /**
     * ID and secret of a Basic header (RFC 6749 section 2.3.1), or null. Both are form-encoded; an
     * empty secret is null.
     */
    private fun basicCredentials(header: String): Pair<String, String?>? {
        val text = header.trim(' ', '\t')
        val scheme = text.substringBefore(' ')
        val isBasic = scheme.length == 5 && scheme.zip("basic").all { (char, small) ->
            char == small || char == small - 0x20
        }
        if (!isBasic) return null
        val pair = escapedFromBase64(text.substring(scheme.length).trimStart(' '))
        if (pair == null || ':' !in pair) return null
        val id = Parameters.decoded(pair.substringBefore(':'), plusIsSpace = true)
        val secret = Parameters.decoded(pair.substringAfter(':'), plusIsSpace = true)
        if (id.isNullOrEmpty() || secret == null) return null
        return Pair(id, secret.takeIf { it.isNotEmpty() })
    }

    /**
     * The bytes of padded Base64 with those that are no ASCII as escapes; null for other spellings.
     */
    private fun escapedFromBase64(text: String): String? {
        val alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        if (text == "" || text.length % 4 != 0) return null
        val padding = text.takeLast(2).count { it == '=' }
        val output = StringBuilder()
        var buffer = 0
        var bits = 0
        for (char in text.dropLast(padding)) {
            val value = alphabet.indexOf(char)
            if (value < 0) return null
            buffer = (buffer shl 6) or value
            bits += 6
            if (bits < 8) continue
            bits -= 8
            val byte = buffer shr bits
            buffer = buffer and ((1 shl bits) - 1)
            if (byte < 0x80) {
                output.append(byte.toChar())
            } else {
                output.append('%').append(DIGITS[byte shr 4]).append(DIGITS[byte and 0xF])
            }
        }
        // The spare bits are zero, so that a value has one spelling.
        return if (bits < 6 && buffer == 0) output.toString() else null
    }
    """#
}
