/// The version of linkpolicy, as `--version` and reports show it.
public let linkPolicyVersion = "0.1.0"
