package linkpolicy.generated

/** The App Flip part of [Allowlist]: empty, because no policy has App Flip. */
abstract class AppFlipMethods internal constructor() {
    /** The clients, in the order of the policy. */
    internal abstract fun all(): List<Client>
}

/** The App Flip part of [LinkPolicyAllowlist]: empty, because no policy has App Flip. */
abstract class AppFlipFunctions internal constructor()
