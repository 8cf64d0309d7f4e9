package linkpolicy.generated

/** Scopes that are requested from Google together; users can deny each of them. */
interface GoogleScopeSet {
    /** The scopes, in the order of the policy. */
    val scopes: List<String>

    /**
     * The scopes that weren't granted, in order; all of them for null. Scopes are compared exactly,
     * except that Google grants `email` and `profile` under their long names.
     */
    fun missing(granted: Collection<String>?): List<String> {
        val known = granted.orEmpty().map { longName(it) }.toSet()
        return scopes.filter { longName(it) !in known }
    }
}

private fun longName(scope: String): String =
    if (scope == "email" || scope == "profile") {
        "https://www.googleapis.com/auth/userinfo.$scope"
    } else {
        scope
    }
