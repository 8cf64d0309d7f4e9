extension KotlinTarget {
  /// The decisions.
  static let functions: Code<KotlinLanguage> = #"""
    /** True when the client may have its answer sent to the redirect URI. */
    fun isRedirectUriAllowed(
        clientId: String,
        environment: Environment,
        redirectUri: String
    ): Boolean = table(environment).client(clientId)?.target(redirectUri) != null

    /** True when the client may have a user sent to the URI after the sign-out. */
    fun isPostLogoutRedirectUriAllowed(
        clientId: String,
        environment: Environment,
        uri: String
    ): Boolean = uri in table(environment).client(clientId)?.postLogoutRedirectUris.orEmpty()

    /**
     * True when scripts of the origin may read what the client gets: answer with
     * `Access-Control-Allow-Origin: ORIGIN` and `Vary: Origin`, else with neither.
     *
     * @param origin The header `Origin` as it came.
     */
    fun isCorsOriginAllowed(clientId: String, environment: Environment, origin: String): Boolean =
        origin in table(environment).client(clientId)?.corsOrigins.orEmpty()

    /** True when the client may use the grant type at the token endpoint. */
    fun isGrantTypeAllowed(
        clientId: String,
        environment: Environment,
        grantType: String
    ): Boolean = grantType in table(environment).client(clientId)?.grantTypes.orEmpty()

    /**
     * Decides a request at the authorization endpoint.
     *
     * @param rawQuery The query as it arrived, without the `?`, not decoded.
     */
    fun decideAuthorization(rawQuery: String, environment: Environment): AuthorizationDecision {
        val parameters = Parameters.read(rawQuery, plusIsSpace = true)
        val clientId = parameters?.clientId
            ?: return AuthorizationDecision.LocalError("invalid_request")
        val client = table(environment).client(clientId)
            ?: return AuthorizationDecision.LocalError("invalid_client")
        val redirectUri = client.target(parameters.redirectUri)
            ?: return AuthorizationDecision.LocalError("invalid_request")
        val state = parameters.state
        fun refused(error: String) = AuthorizationDecision.RedirectError(
            errorUrl(redirectUri, error, state, client.issuer),
            error
        )
        val responseType = parameters.responseType ?: return refused("invalid_request")
        if (responseType !in client.responseTypes) return refused("unsupported_response_type")
        if (state == null && client.requiresState) return refused("invalid_request")
        val scopes = client.requested(parameters.scope) ?: return refused("invalid_scope")
        if (!client.accepts(parameters.codeChallenge, parameters.codeChallengeMethod)) {
            return refused("invalid_request")
        }
        return AuthorizationDecision.Allow(
            client.request(redirectUri, scopes, parameters)
        )
    }

    /**
     * Decides an App Flip request that arrived as a universal link.
     *
     * @param url The link that opened the app, not decoded.
     */
    fun decideAppFlip(url: String, environment: Environment): AppFlipDecision {
        val link = url.substringBefore('?')
        val candidates = table(environment).clients.filter { it.universalLink == link }
        if (candidates.isEmpty()) return AppFlipDecision.Ignore
        val parameters = Parameters.read(url.substringAfter('?', ""), plusIsSpace = false)
        val requested = parameters?.redirectUri ?: return AppFlipDecision.NotHandled
        val client = candidates.firstOrNull { it.id == parameters.clientId }
        val owners = if (client == null) candidates else listOf(client)
        val owner = owners.firstOrNull { it.hasAppFlipTarget(requested) }
        val redirectUri = owner?.target(requested) ?: return AppFlipDecision.NotHandled
        val state = parameters.state
        val scopes = client?.requested(parameters.scope)
        if (client == null || scopes == null || (state == null && client.requiresState) ||
            !client.accepts(parameters.codeChallenge, parameters.codeChallengeMethod)
        ) {
            val error = "invalid_request"
            return AppFlipDecision.ReturnError(
                errorUrl(redirectUri, error, state, owner.issuer),
                error
            )
        }
        return AppFlipDecision.Allow(
            client.request(redirectUri, scopes, parameters)
        )
    }

    /**
     * Decides an App Flip intent.
     *
     * @param caller Who sent the intent; null where nobody knows, and then it is refused.
     * @param action The action of the intent; null where the app has only one App Flip action.
     */
    fun decideAppFlip(
        caller: Caller?,
        extras: AppFlipExtras,
        environment: Environment,
        action: String? = null
    ): AppFlipResult {
        val candidates = table(environment).clients.filter {
            it.intentAction != null && (action == null || action == it.intentAction)
        }
        if (candidates.isEmpty()) return AppFlipResult.Ignore
        val client = candidates.firstOrNull { it.id == extras.clientId }
        val owners = if (client == null) candidates else listOf(client)
        if (caller == null || owners.none { it.accepts(caller) }) return AppFlipResult.Cancelled
        val requested = extras.redirectUri
        if (requested == null || owners.none { it.hasAppFlipTarget(requested) }) {
            return AppFlipResult.Error(type = 3, code = 1, description = "Invalid redirect URI")
        }
        if (client == null) {
            return AppFlipResult.Error(type = 3, code = 1, description = "Invalid client")
        }
        if (!client.scopes.containsAll(extras.scopes)) {
            return AppFlipResult.Error(type = 3, code = 1, description = "Invalid scope")
        }
        // An intent has no code challenge.
        if (client.requiresPkce) {
            return AppFlipResult.Error(type = 3, code = 1, description = "Invalid request")
        }
        // The result is bound to the call of the activity: there is no state to send back.
        return AppFlipResult.Allow(
            Request(
                client.id,
                requested,
                null,
                extras.scopes,
                codeChallenge = null,
                issuedCode = IssuedCode(client.id, requested),
                issuer = null
            )
        )
    }

    /**
     * Where to send the user with a code.
     *
     * @param redirectUri The one of an allowed request, never the text of the request itself.
     */
    fun successUrl(
        redirectUri: String,
        code: String,
        state: String?,
        issuer: String? = null
    ): String = url(redirectUri, listOf("code" to code, "state" to state, "iss" to issuer))

    /**
     * Where to send the user with an error.
     *
     * @param redirectUri The one of an allowed request, never the text of the request itself.
     * @param description Sent as `error_description`, for people.
     */
    fun errorUrl(
        redirectUri: String,
        error: String,
        state: String?,
        issuer: String? = null,
        description: String? = null
    ): String = url(
        redirectUri,
        listOf(
            "error" to error,
            "error_description" to description,
            "state" to state,
            "iss" to issuer
        )
    )
    """#
}
