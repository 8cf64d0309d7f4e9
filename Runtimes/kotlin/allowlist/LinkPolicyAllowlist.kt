package linkpolicy.generated

/**
 * Decisions on sign-in requests, by the clients that are compiled in.
 *
 * ```
 * when (val decision = LinkPolicyAllowlist.decideAuthorization(rawQuery, Environment.PROD)) {
 *     is AuthorizationDecision.Allow -> {
 *         // Authenticate the user and get their consent to decision.request.scopes, then redirect
 *         // to decision.request.successUrl(code) or decision.request.errorUrl("access_denied").
 *     }
 *     is AuthorizationDecision.RedirectError -> // Authenticate, then redirect to decision.target.
 *     is AuthorizationDecision.LocalError -> // Show an error page of your own.
 * }
 * ```
 *
 * The server still has to limit the lifetime of codes and let each be used once, revoke the tokens
 * of a code that is used twice, look up refresh tokens, and verify assertions.
 *
 * To build an artifact without an environment, leave out its class files:
 * `LinkPolicyAllowlistData$Prod*.class` or `LinkPolicyAllowlistData$Sandbox*.class`. Its requests
 * are then refused, because it has no clients.
 */
object LinkPolicyAllowlist : AppFlipFunctions() {
    /** The production clients, loaded when they are first used. */
    private object Prod {
        val allowlist = compiledIn("linkpolicy.generated.LinkPolicyAllowlistData\$Prod") {
            LinkPolicyAllowlistData.Prod.clients()
        }
    }

    /** The sandbox clients, loaded when they are first used. */
    private object Sandbox {
        val allowlist = compiledIn("linkpolicy.generated.LinkPolicyAllowlistData\$Sandbox") {
            LinkPolicyAllowlistData.Sandbox.clients()
        }
    }

    private fun compiledIn(dataClass: String, clients: () -> List<Client>): Allowlist {
        try {
            Class.forName(dataClass, false, LinkPolicyAllowlist::class.java.classLoader)
        } catch (leftOut: ClassNotFoundException) {
            return Allowlist.of(emptyList())
        }
        // Outside of the try statement: incomplete data must be an error.
        return Allowlist.of(clients())
    }

    /** The clients that are compiled in for an environment. */
    @JvmStatic
    fun allowlist(environment: Environment): Allowlist = when (environment) {
        Environment.PROD -> Prod.allowlist
        Environment.SANDBOX -> Sandbox.allowlist
    }

    /** See [Allowlist.isRedirectUriAllowed]. */
    @JvmStatic
    fun isRedirectUriAllowed(
        clientId: String?,
        environment: Environment,
        redirectUri: String?
    ): Boolean = allowlist(environment).isRedirectUriAllowed(clientId, redirectUri)

    /** See [Allowlist.isPostLogoutRedirectUriAllowed]. */
    @JvmStatic
    fun isPostLogoutRedirectUriAllowed(
        clientId: String?,
        environment: Environment,
        uri: String?
    ): Boolean = allowlist(environment).isPostLogoutRedirectUriAllowed(clientId, uri)

    /** See [Allowlist.isCorsOriginAllowed]. */
    @JvmStatic
    fun isCorsOriginAllowed(
        clientId: String?,
        environment: Environment,
        origin: String?
    ): Boolean = allowlist(environment).isCorsOriginAllowed(clientId, origin)

    /** See [Allowlist.isGrantTypeAllowed]. */
    @JvmStatic
    fun isGrantTypeAllowed(
        clientId: String?,
        environment: Environment,
        grantType: String?
    ): Boolean = allowlist(environment).isGrantTypeAllowed(clientId, grantType)

    /** See [Allowlist.decideAuthorization]. */
    @JvmStatic
    fun decideAuthorization(rawQuery: String?, environment: Environment): AuthorizationDecision =
        allowlist(environment).decideAuthorization(rawQuery)

    /** See [Allowlist.decideToken]. */
    @JvmStatic
    fun decideToken(
        rawForm: String?,
        authorization: String?,
        environment: Environment
    ): TokenDecision = allowlist(environment).decideToken(rawForm, authorization)

    /**
     * The URL to send the user to with a code. [Request.successUrl] adds the issuer, too.
     *
     * @param redirectUri That of an allowed request, never the parameter of the request itself.
     * @param state The state of the request.
     * @param issuer The `iss` of the server (RFC 9207).
     */
    @JvmStatic
    @JvmOverloads
    fun successUrl(
        redirectUri: String,
        code: String,
        state: String?,
        issuer: String? = null
    ): String = urlWith(redirectUri, "code" to code, "state" to state, "iss" to issuer)

    /**
     * The URL to send the user to with an error. [Request.errorUrl] adds the issuer, too.
     *
     * @param redirectUri That of an allowed request, never the parameter of the request itself.
     * @param state The state of the request.
     * @param issuer The `iss` of the server (RFC 9207).
     * @param description The `error_description`, which people read.
     */
    @JvmStatic
    @JvmOverloads
    fun errorUrl(
        redirectUri: String,
        error: String,
        state: String?,
        issuer: String? = null,
        description: String? = null
    ): String = errorResponseUrl(redirectUri, error, description, state, issuer)
}
