import PolicyDiagnostics

/// `AuthorizationRequests.kt`: what an app asks our own authorization server.
enum KotlinAuthorizationRequests {
  static func source(_ code: OwnClientCode, _ header: GeneratedHeader) -> Code<KotlinLanguage> {
    #"""
    // \#(header)

    package linkpolicy.generated

    import java.security.MessageDigest
    import java.security.SecureRandom
    import linkpolicy.generated.LinkPolicyAllowlist.Environment

    /**
     * A request to our own authorization server: keep it until the answer is there.
     *
     * Send the user to [url], in a Custom Tab for instance. The answer is for this request where its
     * `state` is [state], text for text, and its `iss` is [issuer].
     *
     * @property url Where to send the user.
     * @property state What the answer must repeat: without it anybody's answer could be taken for ours.
     * @property codeVerifier Goes to the token endpoint with the code, and nowhere before.
     * @property redirectUri Goes to the token endpoint with the code.
     * @property issuer What the answer says as `iss` (RFC 9207); null where our server says nothing.
     */
    class AuthorizationRequest private constructor(
        val url: String,
        val state: String,
        val codeVerifier: String,
        val redirectUri: String,
        val issuer: String?
    ) {
        internal companion object {
            private const val DIGITS = "0123456789ABCDEF"

            \#(KotlinTarget.base64URL)

            fun make(
                settings: OwnClientSettings,
                redirectUri: String,
                scopes: List<String>
            ): AuthorizationRequest {
                val state = random(32)
                val verifier = random(43)
                val digest = MessageDigest.getInstance("SHA-256")
                    .digest(verifier.toByteArray(Charsets.US_ASCII))
                val parameters = listOf(
                    "response_type" to "code",
                    "client_id" to settings.clientId,
                    "redirect_uri" to redirectUri,
                    "state" to state,
                    "code_challenge" to base64Url(digest),
                    "code_challenge_method" to "S256",
                    "scope" to scopes.joinToString(" ")
                ).filter { it.second.isNotEmpty() }
                val query = parameters.joinToString("&") { (name, value) -> "$name=${encoded(value)}" }
                val separator = if ('?' in settings.endpoint) "&" else "?"
                val url = settings.endpoint + separator + query
                return AuthorizationRequest(url, state, verifier, redirectUri, settings.issuer)
            }

            /** Characters of 64, six random bits of the system's generator each. */
            private fun random(count: Int): String {
                val bytes = ByteArray(count)
                SecureRandom().nextBytes(bytes)
                return bytes.joinToString("") { "${ALPHABET[it.toInt() and 63]}" }
            }

            /** Leaves `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3). */
            private fun encoded(text: String): String {
                val output = StringBuilder()
                for (byte in text.toByteArray(Charsets.UTF_8)) {
                    val octet = byte.toInt() and 0xFF
                    when (val char = octet.toChar()) {
                        in 'A'..'Z', in 'a'..'z', in '0'..'9', '-', '.', '_', '~' ->
                            output.append(char)
                        else ->
                            output.append('%').append(DIGITS[octet shr 4]).append(DIGITS[octet and 15])
                    }
                }
                return output.toString()
            }
        }
    }

    /**
     * A client in one environment.
     *
     * @property loopback Those of the redirect URIs that may get a port (RFC 8252 section 7.3).
     */
    internal class OwnClientSettings(
        val endpoint: String,
        val clientId: String,
        val redirectUris: List<String>,
        val loopback: List<String>,
        val scopes: List<String>,
        val issuer: String?
    ) {
        /** Null where the redirect URI or a scope is not registered. */
        fun request(redirectUri: String, requested: List<String>?, port: Int?): AuthorizationRequest? {
            val asked = requested ?: scopes
            if (redirectUri !in redirectUris || !scopes.containsAll(asked)) return null
            if (port == null) return AuthorizationRequest.make(this, redirectUri, asked)
            if (redirectUri !in loopback || port !in 1..65_535) return null
            val origin = listOf("http://127.0.0.1", "http://[::1]").first { redirectUri.startsWith(it) }
            val target = "$origin:$port${redirectUri.substring(origin.length)}"
            return AuthorizationRequest.make(this, target, asked)
        }
    }

    \#(.joined(code.clients.map(client), by: "\n\n"))
    """#
  }

  private static func client(_ client: OwnClientCode.Client) -> Code<KotlinLanguage> {
    let names = client.redirectURIs.map { uri -> Code<KotlinLanguage> in
      "\(uri.name, .upperSnake)(\(literal: uri.text))"
    }
    return #"""
      /** Client `\#(word: client.label)` of our own authorization server. */
      object \#(client.name, .pascal)Client {
          /**
           * The redirect URIs of both environments.
           *
           * @property text As it is registered.
           */
          enum class RedirectUri(val text: String) {
              \#(.joined(names, by: ",\n"))
          }

          /**
           * A request; null where the environment does not have the redirect URI or a scope.
           *
           * @param scopes Null for all that are registered.
           * @param port Where the app listens, for a loopback redirect URI (RFC 8252 section 7.3).
           */
          @JvmStatic
          @JvmOverloads
          fun request(
              environment: Environment,
              redirectUri: RedirectUri,
              scopes: List<String>? = null,
              port: Int? = null
          ): AuthorizationRequest? = request(environment, redirectUri.text, scopes, port)

          /**
           * A request with a redirect URI that is known at run time; null unless it is registered, text
           * for text.
           */
          @JvmStatic
          @JvmOverloads
          fun request(
              environment: Environment,
              redirectUri: String,
              scopes: List<String>? = null,
              port: Int? = null
          ): AuthorizationRequest? = settings(environment)?.request(redirectUri, scopes, port)

          private fun settings(environment: Environment): OwnClientSettings? = when (environment) {
              Environment.PROD -> \#(settings(client.settings[.prod]))
              Environment.SANDBOX -> \#(settings(client.settings[.sandbox]))
          }
      }
      """#
  }

  private static func settings(_ settings: OwnClientCode.Settings?) -> Code<KotlinLanguage> {
    guard let settings else { return "null" }
    func list(_ texts: [String]) -> Code<KotlinLanguage> {
      let literals = texts.map { text -> Code<KotlinLanguage> in "\(literal: text)" }
      return texts.isEmpty ? "emptyList()" : "listOf(\(.joined(literals, by: ", ")))"
    }
    let issuer: Code<KotlinLanguage> = settings.issuer.map { "\(literal: $0)" } ?? "null"
    return """
      OwnClientSettings(
          endpoint = \(literal: settings.endpoint),
          clientId = \(literal: settings.clientID),
          redirectUris = \(list(settings.redirectURIs.map(\.text))),
          loopback = \(list(settings.redirectURIs.filter(\.takesPort).map(\.text))),
          scopes = \(list(settings.scopes)),
          issuer = \(issuer)
      )
      """
  }
}
