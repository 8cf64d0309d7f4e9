// Misuse that must not compile, and narrowing that must.

import {
  type AllowedRequest,
  type Allowlist,
  allowlist,
  type ClientView,
  decideAppFlip,
  type TokenRequest,
} from "../code/typescript/linkpolicy-allowlist.js";

const list: Allowlist = allowlist("prod");

export function narrowing(): string {
  const decision = list.decideAuthorization("");
  switch (decision.kind) {
    case "allow":
      return decision.request.redirectUri;
    case "redirect_error":
      return decision.target;
    case "local_error":
      return decision.error;
  }
}

export function token(): number {
  const decision = list.decideToken("", null);
  if (decision.kind === "allow") return decision.request.verify(null)?.status ?? 200;
  return decision.status;
}

// @ts-expect-error: only an allowed request has a URL.
export const target = list.decideAuthorization("").request;

// @ts-expect-error: an object literal is not an allowed request.
export const forged: AllowedRequest = { clientId: "x", redirectUri: "https://evil.example/" };

export function spread(request: AllowedRequest, other: TokenRequest): void {
  // @ts-expect-error: a copy is not an allowed request.
  const copy: AllowedRequest = { ...request, redirectUri: "https://evil.example/" };
  // @ts-expect-error: a copy is not a token request.
  const second: TokenRequest = { ...other, clientId: "x" };
  // @ts-expect-error: requests are read-only.
  request.redirectUri = "https://evil.example/";
  void [copy, second];
}

export function view(client: ClientView): void {
  // @ts-expect-error: views are read-only.
  client.isPublic = true;
  // @ts-expect-error: so are their lists.
  client.redirectUris.push("https://evil.example/");
}

// @ts-expect-error: the environment is one of two.
export const environment = allowlist("production");

// @ts-expect-error: the other environment needs a value.
export const flip = decideAppFlip("https://app.example/flip");
