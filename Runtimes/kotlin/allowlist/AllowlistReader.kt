package linkpolicy.generated

import java.nio.charset.CharacterCodingException

/** An allowlist file that can't be used; the message says why. */
class AllowlistException internal constructor(message: String, cause: Throwable? = null) :
    Exception(message, cause)

/** Reads `allowlist.json`: every key must be present with its type, and no other one. */
internal object AllowlistReader {
    private const val SCHEMA_VERSION = 1L
    private val KEYS = setOf("schemaVersion", "comment", "policies", "environments")
    private val CLIENT_KEYS = setOf(
        "policy",
        "client",
        "client_id",
        "provider",
        "type",
        "redirect_uris",
        "browser_redirect_uris",
        "post_logout_redirect_uris",
        "cors_origins",
        "scopes",
        "response_types",
        "grant_types",
        "state",
        "pkce",
        "code_challenge_methods",
        "omit_redirect_uri",
        "issuer",
        "authorization_endpoint",
        "token_endpoint",
        "token_endpoint_auth",
        "public",
        "assertion_intents",
        "revocation_endpoint",
        "end_session_endpoint",
        "code_lifetime",
        "app_flip"
    )
    private val TOKEN_ENDPOINT_AUTH = setOf("none", "client_secret_basic", "client_secret_post")

    fun read(json: ByteArray, sha256: String, environment: Environment): Allowlist {
        // A copy, which the caller can't change after the check.
        val bytes = json.copyOf()
        if (!hex(sha256(bytes)).equals(sha256, ignoreCase = true)) {
            throw AllowlistException("the SHA-256 of the allowlist doesn't match")
        }
        try {
            val root = JsonObject(Json.parse(text(bytes)), "the file", KEYS)
            require(root["schemaVersion"] == SCHEMA_VERSION) {
                "`schemaVersion` must be $SCHEMA_VERSION"
            }
            root.text("comment")
            root.texts("policies")
            val names = setOf("prod", "sandbox")
            val environments = JsonObject(root["environments"], "`environments`", names)
            val allowlists = names.map { environment(environments[it]) }
            return allowlists[if (environment == Environment.PROD) 0 else 1]
        } catch (malformed: CharacterCodingException) {
            throw AllowlistException("the allowlist isn't UTF-8", malformed)
        } catch (malformed: IllegalArgumentException) {
            throw AllowlistException("the allowlist is malformed: ${malformed.message}", malformed)
        }
    }

    private fun environment(value: Any?): Allowlist {
        val environment = JsonObject(value, "an environment", setOf("clients"))
        val clients = environment.list("clients")
            .map { client(JsonObject(it, "a client", CLIENT_KEYS)) }
        require(clients.distinctBy { it.id }.size == clients.size) { "duplicate `client_id`" }
        return Allowlist.of(clients)
    }

    private fun client(members: JsonObject): Client {
        val auth = wellFormed(members.text("token_endpoint_auth"))
        require(auth in TOKEN_ENDPOINT_AUTH) { "unknown `token_endpoint_auth`" }
        require(members.flag("public") == (auth == "none")) {
            "`public` contradicts `token_endpoint_auth`"
        }
        members.text("policy")
        members.optionalText("authorization_endpoint")
        members.optionalText("token_endpoint")
        members.optionalText("revocation_endpoint")
        members.optionalText("end_session_endpoint")
        val lifetime = members["code_lifetime"]
        require(lifetime == null || lifetime is Long) {
            "`code_lifetime` must be an integer or null"
        }
        val appFlip = JsonObject(members["app_flip"], "`app_flip`", setOf("ios", "android"))
        val ios = appFlip["ios"]?.let { JsonObject(it, "`ios`", setOf("universal_link")) }
        val android = appFlip["android"]?.let {
            JsonObject(it, "`android`", setOf("intent_action", "callers"))
        }
        return Client(
            id = wellFormed(members.text("client_id")),
            key = wellFormed(members.text("client")),
            redirectUris = texts(members, "redirect_uris"),
            browserRedirectUris = texts(members, "browser_redirect_uris"),
            postLogoutRedirectUris = texts(members, "post_logout_redirect_uris"),
            corsOrigins = texts(members, "cors_origins"),
            isNative = members.choice("type", "web", "native"),
            isGoogleAccountLinking =
                members.choice("provider", "generic", "google-account-linking"),
            allowsOmittedRedirectUri = members.flag("omit_redirect_uri"),
            scopes = texts(members, "scopes"),
            responseTypes = texts(members, "response_types"),
            grantTypes = texts(members, "grant_types"),
            requiresState = members.choice("state", "optional", "required"),
            requiresPkce = members.choice("pkce", "optional", "required"),
            codeChallengeMethods = texts(members, "code_challenge_methods"),
            issuer = members.optionalText("issuer")?.let { wellFormed(it) },
            universalLink = ios?.let { wellFormed(it.text("universal_link")) },
            intentAction = android?.let { wellFormed(it.text("intent_action")) },
            callers = android?.list("callers").orEmpty().map { caller(it) },
            isPublic = auth == "none",
            authenticatesByHeader = auth == "client_secret_basic",
            assertionIntents = texts(members, "assertion_intents")
        )
    }

    private fun caller(value: Any?): CallingApp {
        val caller =
            JsonObject(value, "a caller", setOf("package_name", "sha256_cert_fingerprints"))
        return CallingApp(
            wellFormed(caller.text("package_name")),
            texts(caller, "sha256_cert_fingerprints")
        )
    }

    private fun texts(members: JsonObject, key: String): List<String> =
        readOnly(members.texts(key).map { wellFormed(it) })

    /** Refuses half of a surrogate pair, which an escape can be. */
    private fun wellFormed(text: String): String = text.also { utf8(it) }
}
