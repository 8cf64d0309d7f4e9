import PolicyGenerators

/// The version of linkpolicy, as `--version` and reports show it.
public let linkPolicyVersion: String = toolVersion
