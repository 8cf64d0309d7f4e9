package linkpolicy.generated

/** The decision on an App Flip vector. */
internal fun appFlipAnswer(allowlist: Allowlist, vector: Vector): String {
    if (vector.text("kind") == "app_flip_ios") {
        return show(vector, allowlist.decideAppFlip(vector.text("url")))
    }
    val caller = vector.nested("caller")?.let {
        Caller(it.text("package").orEmpty(), it.texts("certs"))
    }
    val extras = vector.nested("extras")?.let {
        AppFlipExtras(it.text("client_id"), it.text("redirect_uri"), it.texts("scopes"))
    }
    return show(vector, allowlist.decideAppFlip(caller, extras, vector.text("action")))
}

private fun show(vector: Vector, decision: AppFlipDecision): String {
    val answer = when (decision) {
        is AppFlipDecision.Allow -> "allow " + decision.request.successUrl("C1")
        is AppFlipDecision.ReturnError -> "redirect " + decision.target
        is AppFlipDecision.NotHandled -> "not-handled"
        is AppFlipDecision.Ignore -> "ignore"
    }
    return vector.withReason(answer, decision.reason)
}

private fun show(vector: Vector, result: AppFlipResult): String {
    val answer = when (result) {
        is AppFlipResult.Allow -> "allow " + result.request.redirectUri
        is AppFlipResult.IntentError ->
            "error ${result.type} ${result.code} ${result.description}"
        is AppFlipResult.Cancelled -> "cancelled"
        is AppFlipResult.Ignore -> "ignore"
    }
    return vector.withReason(answer, result.reason)
}
