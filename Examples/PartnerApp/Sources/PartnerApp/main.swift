// The allowlist is generated from Policies/partner.yaml at every build; no file of it is checked in.

import Foundation

/// What the answer to a request must be.
func expect(_ isAsExpected: Bool, _ what: String) {
  print(isAsExpected ? "ok  " : "BAD ", what)
  if !isAsExpected { failures += 1 }
}
nonisolated(unsafe) var failures = 0

expect(
  LinkPolicyAllowlist.isRedirectURIAllowed(
    clientID: "partner-app", environment: .prod, redirectURI: "com.partner.app:/callback"),
  "the registered redirect URI is allowed")
expect(
  !LinkPolicyAllowlist.isRedirectURIAllowed(
    clientID: "partner-app", environment: .prod, redirectURI: "com.partner.app.sandbox:/callback"),
  "the one of sandbox is not, in production")
expect(
  !LinkPolicyAllowlist.isRedirectURIAllowed(
    clientID: "partner-app", environment: .prod, redirectURI: "com.partner.app:/callback/"),
  "a slash more is another URI")

if failures > 0 {
  print("the allowlist does not do what the policy says")
  exit(1)
}
