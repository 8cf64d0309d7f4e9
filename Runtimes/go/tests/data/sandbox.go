//go:build !linkpolicy_prod_only

package allowlist

// Sandbox is the sandbox environment.
const Sandbox Environment = "sandbox"

func init() { register(Sandbox, sandboxClients) }

var sandboxClients = []client{}
