package linkpolicy.generated

/** The decision on an App Flip vector: no client has an App Flip link or action. */
@Suppress("UNUSED_PARAMETER")
internal fun appFlipAnswer(allowlist: Allowlist, vector: Vector): String =
    vector.withReason("ignore", "link-not-configured")
