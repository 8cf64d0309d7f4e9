package linkpolicy.generated

/** The checks of authorization requests. */
internal object AuthorizationEndpoint {
    fun decide(allowlist: Allowlist, query: ByteArray): AuthorizationDecision {
        val parameters = Parameters.authorization(query)
        val id = parameters["client_id"]
            ?: return AuthorizationDecision.LocalError("invalid_request", "client-id-missing")
        val client = allowlist.find(id)
            ?: return AuthorizationDecision.LocalError("invalid_client", "client-unknown")
        val requested = parameters["redirect_uri"]
        val redirectUri = client.target(requested)
            ?: return AuthorizationDecision.LocalError(
                "invalid_request",
                if (requested == null) "redirect-uri-missing" else "redirect-uri-not-registered"
            )
        val scopes = client.requested(parameters["scope"])
        val problem = problem(client, parameters, scopes)
        if (problem != null || scopes == null) {
            val reason = problem.orEmpty()
            val error = error(reason)
            val url =
                errorResponseUrl(redirectUri, error, null, parameters["state"], client.issuer)
            return AuthorizationDecision.RedirectError(url, error, reason)
        }
        val request = Request.of(client, redirectUri, scopes, parameters)
        return AuthorizationDecision.Allow(request, client.allowance(requested))
    }

    /** The reason to refuse a request of a client; null if it is allowed. */
    private fun problem(client: Client, parameters: Parameters, scopes: List<String>?): String? {
        val responseType = parameters["response_type"] ?: return "response-type-missing"
        return when {
            responseType !in client.responseTypes -> "response-type-unsupported"
            !client.mayReceive(responseType) -> "grant-type-not-allowed"
            parameters["state"] == null && client.requiresState -> "state-missing"
            scopes == null -> "scope-not-allowed"
            else -> client.challengeProblem(parameters)
        }
    }

    /** The error of a reason (RFC 6749 section 4.1.2.1). */
    private fun error(reason: String): String = when (reason) {
        "response-type-unsupported" -> "unsupported_response_type"
        "grant-type-not-allowed" -> "unauthorized_client"
        "scope-not-allowed" -> "invalid_scope"
        else -> "invalid_request"
    }
}
