package linkpolicy.generated

/**
 * The data to store with an authorization code until it is exchanged for tokens.
 *
 * @property clientId The client that may exchange the code.
 * @property redirectUri The redirect URI of the authorization request; null if it had none.
 * @property codeChallenge The code challenge (RFC 7636); null if the request had none.
 * @property codeChallengeMethod `S256` or `plain`; a challenge with another one never verifies.
 */
data class IssuedCode @JvmOverloads constructor(
    val clientId: String,
    val redirectUri: String? = null,
    val codeChallenge: String? = null,
    val codeChallengeMethod: String? = null
) {
    /** A JSON object for [fromJson]. */
    fun toJson(): String =
        "{\"client_id\":${Json.quoted(clientId)},\"redirect_uri\":${Json.quoted(redirectUri)}," +
            "\"code_challenge\":${Json.quoted(codeChallenge)}," +
            "\"code_challenge_method\":${Json.quoted(codeChallengeMethod)}}"

    /** Without the code challenge. */
    override fun toString(): String =
        "IssuedCode(clientId=$clientId, redirectUri=$redirectUri, " +
            "codeChallenge=${redacted(codeChallenge)}, codeChallengeMethod=$codeChallengeMethod)"

    companion object {
        private val KEYS =
            setOf("client_id", "redirect_uri", "code_challenge", "code_challenge_method")

        /**
         * Reads the result of [toJson].
         *
         * @throws IllegalArgumentException if the text is anything else.
         */
        @JvmStatic
        fun fromJson(json: String): IssuedCode {
            val members = JsonObject(Json.parse(json), "the issued code", KEYS)
            return IssuedCode(
                members.text("client_id"),
                members.optionalText("redirect_uri"),
                members.optionalText("code_challenge"),
                members.optionalText("code_challenge_method")
            )
        }
    }
}
