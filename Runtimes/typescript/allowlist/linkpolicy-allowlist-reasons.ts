/** Why a request is allowed or refused: an ID of `linkpolicy rules --reasons`. */
export type Reason =
  | "allowed"
  | "loopback-port"
  | "malformed-request"
  | "duplicate-parameter"
  | "client-id-missing"
  | "client-unknown"
  | "redirect-uri-missing"
  | "redirect-uri-not-registered"
  | "redirect-uri-browser-only"
  | "response-type-missing"
  | "response-type-unsupported"
  | "state-missing"
  | "scope-not-allowed"
  | "pkce-missing"
  | "pkce-method"
  | "pkce-challenge"
  | "link-not-configured"
  | "caller-unknown"
  | "grant-type-missing"
  | "grant-type-unsupported"
  | "grant-type-not-allowed"
  | "intent-unsupported"
  | "parameter-missing"
  | "client-authentication-missing"
  | "client-authentication-method"
  | "client-authentication-twice"
  | "client-authentication-malformed"
  | "client-id-mismatch"
  | "client-secret-wrong"
  | "code-unknown"
  | "code-other-client"
  | "redirect-uri-other-request"
  | "code-verifier-missing"
  | "code-verifier-unexpected"
  | "code-verifier-mismatch"
  | "refresh-token-unknown";

/** A check failed. */
export class Refusal {
  constructor(
    readonly reason: Reason,
    readonly error: string,
    readonly status: 400 | 401 = 400,
  ) {}
}

/** The result of an action, or why it refuses. */
export function attempt<Value>(action: () => Value): Value | Refusal {
  try {
    return action();
  } catch (problem) {
    if (problem instanceof Refusal) return problem;
    throw problem;
  }
}
