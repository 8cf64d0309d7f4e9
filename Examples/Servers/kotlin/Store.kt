import java.security.SecureRandom
import java.time.Duration
import java.time.Instant
import java.util.Base64
import linkpolicy.generated.IssuedCode
import linkpolicy.generated.Request
import linkpolicy.generated.TokenRequest

/** Codes and tokens in memory. A real server keeps their hashes in a database. */
class Store {
    /** The response of the token endpoint. */
    class Response(val status: Int, val headers: Map<String, String>, val body: String)

    private class Consent(val issued: IssuedCode, val scopes: List<String>) {
        val expires: Instant = Instant.now() + CODE_LIFETIME
        var isUsed = false
        var isRevoked = false
        val isUsable get() = !isUsed && Instant.now() < expires
    }

    private class AccessToken(val consent: Consent) {
        val expires: Instant = Instant.now() + TOKEN_LIFETIME
    }

    private val random = SecureRandom()
    private val codes = HashMap<String, Consent>()
    private val accessTokens = HashMap<String, AccessToken>()
    private val refreshTokens = HashMap<String, Consent>()

    /** Stores the user's consent to a request and returns its code. */
    @Synchronized
    fun add(request: Request): String {
        val code = randomText()
        codes[code] = Consent(request.issuedCode, request.scopes)
        return code
    }

    /** Verifies the request, consumes its code or refresh token, and issues tokens. */
    @Synchronized
    fun respond(request: TokenRequest, secret: String?): Response {
        val coded = request.code?.let { codes[it] }
        request.verify(secret, coded?.takeIf { it.isUsable }?.issued)?.let { error ->
            // A code that comes twice may be stolen (RFC 6749 section 4.1.2).
            if (coded != null && coded.isUsed) coded.isRevoked = true
            return Response(error.status, error.headers, error.body)
        }
        val consent = coded ?: request.refreshToken?.let { refreshTokens[it] }
        if (
            consent == null ||
            consent.isRevoked ||
            consent.issued.clientId != request.clientId
        ) {
            val error = request.invalidGrant()
            return Response(error.status, error.headers, error.body)
        }
        request.refreshToken?.let { refreshTokens.remove(it) }
        consent.isUsed = true
        val access = randomText()
        val refresh = randomText()
        accessTokens[access] = AccessToken(consent)
        refreshTokens[refresh] = consent
        val members = mapOf(
            "access_token" to access,
            "token_type" to "Bearer",
            "refresh_token" to refresh,
            "scope" to consent.scopes.joinToString(" ")
        )
        val texts = members.entries.joinToString(",") { """"${it.key}":"${it.value}"""" }
        return response(200, """{$texts,"expires_in":${TOKEN_LIFETIME.seconds}}""")
    }

    /** Whether an Authorization header has a token for the scope. */
    @Synchronized
    fun isAuthorized(authorization: String?, scope: String): Boolean {
        val token = accessTokens[authorization?.removePrefix("Bearer ")] ?: return false
        val isValid = !token.consent.isRevoked && Instant.now() < token.expires
        return isValid && scope in token.consent.scopes
    }

    private fun response(status: Int, body: String) = Response(
        status, mapOf("Content-Type" to "application/json", "Cache-Control" to "no-store"), body
    )

    private fun randomText(): String {
        val bytes = ByteArray(32).also { random.nextBytes(it) }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)
    }

    private companion object {
        val CODE_LIFETIME: Duration = Duration.ofMinutes(1)
        val TOKEN_LIFETIME: Duration = Duration.ofHours(1)
    }
}
