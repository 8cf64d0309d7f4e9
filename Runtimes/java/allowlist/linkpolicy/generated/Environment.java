package linkpolicy.generated;

/** The environment that a client belongs to. */
public enum Environment {
  /** Production. */
  PROD,
  /** The sandbox, where integrations are tested. */
  SANDBOX
}
