extension KotlinTarget {
  /// A client, and the clients of an environment.
  static let client: Code<KotlinLanguage> = #"""
    /** A client as it exists in one environment. */
    private class Client(
        \#(KotlinTables.properties)
    ) {
        /**
         * Where the answer goes: the registered text of a requested redirect URI, or of the only
         * one where the client may leave it out; null for nowhere.
         */
        fun target(requested: String?): String? {
            if (requested == null) {
                return if (allowsOmittedRedirectUri) redirectUris.singleOrNull() else null
            }
            if (requested in redirectUris) return requested
            val portless = if (isNative) withoutLoopbackPort(requested) else null
            return if (portless in redirectUris) requested else null
        }

        /** True where App Flip may answer at the redirect URI: not where only the browser knows it. */
        fun hasAppFlipTarget(requested: String): Boolean =
            target(requested) != null && requested !in browserRedirectUris

        /**
         * `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with both
         * literal addresses and nothing else; null for all other texts.
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

        /** The scopes that are asked for, or null where one is not registered or empty. */
        fun requested(scope: String?): List<String>? =
            if (scope == null) emptyList() else scope.split(' ').takeIf { scopes.containsAll(it) }

        /** What the client asks for. */
        fun request(
            redirectUri: String,
            scopes: List<String>,
            parameters: Parameters
        ): Request {
            val challenge = parameters.codeChallenge
            val method = challenge?.let { parameters.codeChallengeMethod ?: "plain" }
            val issued = IssuedCode(id, parameters.redirectUri, challenge, method)
            return Request(id, redirectUri, parameters.state, scopes, challenge, issued, issuer)
        }

        /** True where the secret comes as it must (RFC 6749 section 2.3). */
        fun authenticates(hasHeader: Boolean, hasSecret: Boolean): Boolean =
            if (isPublic) !hasHeader && !hasSecret
            else hasSecret && hasHeader == authenticatesByHeader

        /** RFC 7636: an absent method means `plain`; a SHA-256 in base64url has 43 characters. */
        fun accepts(codeChallenge: String?, requestedMethod: String?): Boolean {
            if (codeChallenge == null) return !requiresPkce && requestedMethod == null
            val method = requestedMethod ?: "plain"
            val isPlain = method == "plain"
            return method in codeChallengeMethods &&
                codeChallenge.length in (if (isPlain) 43..128 else 43..43) &&
                codeChallenge.all { isUnreserved(it) && (isPlain || (it != '.' && it != '~')) }
        }

        /** The package by its text and its one certificate by the bytes of the hash. */
        fun accepts(caller: Caller): Boolean {
            val certificate = caller.certificates.singleOrNull()?.let { hash(it) } ?: return false
            return callers.any { known ->
                known.packageName == caller.packageName &&
                    known.certificates.any { hash(it) == certificate }
            }
        }

        /** The bytes of a SHA-256 in hex, with a colon between every two digits or with none. */
        private fun hash(text: String): List<Int>? {
            val pairs = when (text.length) {
                64 -> text.chunked(2)
                95 -> text.split(':')
                else -> return null
            }
            val bytes = pairs.mapNotNull { pair ->
                val high = pair.getOrNull(0)?.let { hexDigit(it) }
                val low = pair.getOrNull(1)?.let { hexDigit(it) }
                if (pair.length != 2 || high == null || low == null) null else high * 16 + low
            }
            return bytes.takeIf { it.size == 32 && pairs.size == 32 }
        }
    }

    /** The clients of one environment. */
    private class Table(val clients: List<Client>) {
        private val byId = HashMap<String, Client>()

        init {
            for (client in clients) byId.getOrPut(client.id) { client }
        }

        fun client(id: String): Client? = byId[id]

        /** True for the grants of all servers, and for what a client lists. */
        fun offers(grantType: String): Boolean = when (grantType) {
            "authorization_code", "refresh_token", ASSERTION_GRANT -> true
            // No grant of the token endpoint (RFC 6749 section 4.2).
            "implicit" -> false
            else -> clients.any { grantType in it.grantTypes }
        }
    }
    """#
}
