package linkpolicy.generated

/** True if App Flip may respond at the redirect URI. */
private fun Client.isAppFlipTarget(requested: String): Boolean =
    target(requested) != null && requested !in browserRedirectUris

/** The reason why no client may use a redirect URI in App Flip. */
private fun mismatch(requested: String, clients: List<Client>): String =
    if (clients.any { it.target(requested) != null }) {
        "redirect-uri-browser-only"
    } else {
        "redirect-uri-not-registered"
    }

/** The checks of App Flip links. */
internal object AppFlipLink {
    fun decide(clients: List<Client>, url: String?): AppFlipDecision {
        val link = url?.substringBefore('?')
        val candidates = clients.filter { link != null && it.universalLink == link }
        if (url == null || candidates.isEmpty()) {
            return AppFlipDecision.Ignore("link-not-configured")
        }
        return try {
            decide(candidates, Parameters.link(url.substringAfter('?', "")))
        } catch (unreadable: UnreadableRequest) {
            AppFlipDecision.NotHandled(unreadable.reason)
        }
    }

    private fun decide(candidates: List<Client>, parameters: Parameters): AppFlipDecision {
        val requested = parameters["redirect_uri"]
            ?: return AppFlipDecision.NotHandled("redirect-uri-missing")
        val client = candidates.firstOrNull { it.id == parameters["client_id"] }
        val owners = if (client == null) candidates else listOf(client)
        val owner = owners.firstOrNull { it.isAppFlipTarget(requested) }
            ?: return AppFlipDecision.NotHandled(mismatch(requested, owners))
        val state = parameters["state"]
        fun returned(reason: String): AppFlipDecision {
            val error = "invalid_request"
            val url = errorResponseUrl(requested, error, null, state, owner.issuer)
            return AppFlipDecision.ReturnError(url, error, reason)
        }
        if (state == null && client?.requiresState != false) return returned("state-missing")
        if (client == null) {
            val isMissing = parameters["client_id"] == null
            return returned(if (isMissing) "client-id-missing" else "client-unknown")
        }
        if (!client.takesCodes) return returned("grant-type-not-allowed")
        val scopes =
            client.requested(parameters["scope"]) ?: return returned("scope-not-allowed")
        client.challengeProblem(parameters)?.let { return returned(it) }
        val request = Request.of(client, requested, scopes, parameters)
        return AppFlipDecision.Allow(request, client.allowance(requested))
    }
}

/** The checks of App Flip intents. */
internal object AppFlipIntent {
    fun decide(
        clients: List<Client>,
        caller: Caller?,
        extras: AppFlipExtras,
        action: String?
    ): AppFlipResult {
        val candidates = clients.filter {
            it.intentAction != null && (action == null || action == it.intentAction)
        }
        if (candidates.isEmpty()) return AppFlipResult.Ignore("link-not-configured")
        val client = candidates.firstOrNull { it.id == extras.clientId }
        val owners = if (client == null) candidates else listOf(client)
        if (caller == null || owners.none { isCaller(caller, it) }) {
            return AppFlipResult.Cancelled("caller-unknown")
        }
        val requested = extras.redirectUri.orEmpty()
        if (requested == "") return invalid("Invalid redirect URI", "redirect-uri-missing")
        if (owners.none { it.isAppFlipTarget(requested) }) {
            return invalid("Invalid redirect URI", mismatch(requested, owners))
        }
        if (client == null) {
            val isMissing = extras.clientId.isNullOrEmpty()
            return invalid(
                "Invalid client",
                if (isMissing) "client-id-missing" else "client-unknown"
            )
        }
        return when {
            !client.takesCodes -> invalid("Invalid request", "grant-type-not-allowed")
            !client.scopes.containsAll(extras.scopes) ->
                invalid("Invalid scope", "scope-not-allowed")
            // An intent has no code challenge.
            client.requiresPkce -> invalid("Invalid request", "pkce-missing")
            // The activity returns its result to its caller, so it doesn't need a state.
            else -> AppFlipResult.Allow(Request.of(client, requested, extras.scopes), "allowed")
        }
    }

    private fun invalid(description: String, reason: String): AppFlipResult =
        AppFlipResult.IntentError(type = 3, code = 1, description = description, reason = reason)

    /** Compares the package name, and the only certificate by the bytes of its hash. */
    private fun isCaller(caller: Caller, client: Client): Boolean {
        val certificate = caller.certificates.singleOrNull()?.let { hash(it) } ?: return false
        return client.callers.any { known ->
            known.packageName == caller.packageName &&
                known.certificates.any { hash(it) == certificate }
        }
    }

    /** The digits of a SHA-256 in hex, with a colon between every two or with none. */
    private fun hash(text: String): List<Int>? {
        val step = when (text.length) {
            64 -> 2
            95 -> 3
            else -> return null
        }
        val isSeparated = step == 2 || (2 until 95 step 3).all { text[it] == ':' }
        val digits = (0 until 32).flatMap {
            listOf(hexDigit(text[it * step]), hexDigit(text[it * step + 1]))
        }
        return if (isSeparated && -1 !in digits) digits else null
    }
}
