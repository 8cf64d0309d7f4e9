package linkpolicy.generated

/** The environment that a client belongs to. */
enum class Environment {
    /** Production. */
    PROD,

    /** The sandbox, where integrations are tested. */
    SANDBOX
}
