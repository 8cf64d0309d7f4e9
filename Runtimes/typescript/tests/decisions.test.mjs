import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import * as a from "../build/code/typescript/linkpolicy-allowlist.js";

const prod = a.allowlist("prod");
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const uri = "https://app.example/cb?x=1";
const googleUri = "https://oauth-redirect.example/r/acme";
const flipUri = "https://oauth-redirect.example/a/com.example";

function encoded(fields) {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

const query = (changes = {}) =>
  encoded({
    client_id: "spa",
    redirect_uri: uri,
    response_type: "code",
    state: "SECRET-STATE",
    scope: "read",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  });
const form = (changes = {}) =>
  encoded({
    grant_type: "authorization_code",
    client_id: "spa",
    code: "SECRET-CODE",
    redirect_uri: uri,
    code_verifier: verifier,
    ...changes,
  });
const google = (changes = {}) =>
  form({
    client_id: "google",
    client_secret: "SECRET",
    redirect_uri: googleUri,
    code_verifier: undefined,
    ...changes,
  });
const basic = (id, secret) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

function allowed(changes) {
  const decision = prod.decideAuthorization(query(changes));
  assert.equal(decision.kind, "allow", decision.reason);
  return decision.request;
}

function token(body, header) {
  const decision = prod.decideToken(body, header);
  assert.equal(decision.kind, "allow", decision.reason);
  return decision.request;
}

function tokenError(body, header) {
  const decision = prod.decideToken(body, header);
  assert.equal(decision.kind, "error");
  return decision;
}

test("decisions have a reason", () => {
  for (const [changes, kind, error, reason] of [
    [{ client_id: undefined }, "local_error", "invalid_request", "client-id-missing"],
    [{ client_id: "x" }, "local_error", "invalid_client", "client-unknown"],
    [{ redirect_uri: undefined }, "local_error", "invalid_request", "redirect-uri-missing"],
    [{ redirect_uri: `${uri}/` }, "local_error", "invalid_request", "redirect-uri-not-registered"],
    [{ response_type: undefined }, "redirect_error", "invalid_request", "response-type-missing"],
    [{ response_type: "token" }, "redirect_error", "unsupported_response_type", "response-type-unsupported"],
    [{ state: undefined }, "redirect_error", "invalid_request", "state-missing"],
    [{ scope: "read  x" }, "redirect_error", "invalid_scope", "scope-not-allowed"],
    [{ code_challenge: undefined }, "redirect_error", "invalid_request", "pkce-missing"],
    [{ code_challenge_method: "plain" }, "redirect_error", "invalid_request", "pkce-method"],
    [{ code_challenge: "x" }, "redirect_error", "invalid_request", "pkce-challenge"],
  ]) {
    const decision = prod.decideAuthorization(query(changes));
    assert.deepEqual([decision.kind, decision.error, decision.reason], [kind, error, reason]);
  }
  const loopback = { client_id: "native", redirect_uri: "http://127.0.0.1:51004/cb", scope: undefined };
  assert.equal(prod.decideAuthorization(query(loopback)).reason, "loopback-port");
});

test("unreadable requests are refused", () => {
  for (const [text, reason] of [
    ["client_id=spa&x=%zz", "malformed-request"],
    ["client_id=spa&client_id=spa", "duplicate-parameter"],
    ["client_id=spa&client_id=spa&x=%ff", "malformed-request"],
    [Uint8Array.of(0x61, 0xff), "malformed-request"],
  ]) {
    assert.equal(prod.decideAuthorization(text).reason, reason);
  }
});

test("bytes are the same as text", () => {
  assert.equal(prod.decideAuthorization(Buffer.from(query())).kind, "allow");
  assert.equal(token(Buffer.from(form())).code, "SECRET-CODE");
  const header = Buffer.from(basic("machine", "s"));
  assert.equal(prod.decideToken("grant_type=client_credentials", header).kind, "allow");
});

test("other parameters are in order", () => {
  const { request } = prod.decideAuthorization(`${query()}&nonce=n&resource=a&resource=b+c&prompt=`);
  assert.deepEqual(request.otherParameters, [
    ["nonce", "n"],
    ["resource", "a"],
    ["resource", "b c"],
    ["prompt", ""],
  ]);
  assert.equal(request.parameter("resource"), "a");
  assert.equal(request.parameter("request"), undefined);
});

test("a code is for the request that it was issued for", () => {
  const issued = JSON.parse(JSON.stringify(allowed().issuedCode));
  assert.equal(token(form()).verify(null, issued), undefined);
  assert.ok(token(form()).accepts(issued));
  for (const [stored, reason] of [
    [null, "code-unknown"],
    ["x", "code-unknown"],
    [{}, "code-other-client"],
    [{ ...issued, client_id: ["spa"] }, "code-other-client"],
    [{ ...issued, redirect_uri: "https://x" }, "redirect-uri-other-request"],
    [{ ...issued, code_challenge: "x" }, "code-verifier-mismatch"],
    [{ ...issued, code_challenge: verifier }, "code-verifier-mismatch"],
    [{ ...issued, code_challenge: [challenge] }, "code-verifier-mismatch"],
    // The client requires PKCE.
    [{ ...issued, code_challenge: null }, "code-verifier-unexpected"],
  ]) {
    const error = token(form()).verify(null, stored);
    assert.deepEqual([error.status, error.error, error.reason], [400, "invalid_grant", reason]);
    assert.ok(!token(form()).accepts(stored));
  }
  assert.equal(tokenError(form({ code_verifier: undefined })).reason, "code-verifier-missing");
  const challenged = {
    client_id: "google",
    redirect_uri: null,
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  assert.equal(token(google()).verify("SECRET", challenged).reason, "code-verifier-missing");
});

test("an issued code has the same JSON in every language", () => {
  const full = '{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}';
  const least = '{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}';
  const expected = [JSON.parse(full), JSON.parse(least)].map((code) => Object.keys(code));
  for (const keys of expected) assert.deepEqual(Object.keys(allowed().issuedCode), keys);
  assert.equal(
    JSON.stringify(allowed().issuedCode),
    full.replace('"a"', '"spa"').replace("b:c", uri).replace('"d"', `"${challenge}"`),
  );
  for (const text of [full, least]) {
    const stored = JSON.parse(text.replace('"a"', '"spa"').replace('"d"', `"${challenge}"`));
    const reason = text === full ? "redirect-uri-other-request" : "code-verifier-unexpected";
    assert.equal(token(form()).verify(null, stored).reason, reason);
  }
});

test("the server refuses a token or code", () => {
  const refresh = token("grant_type=refresh_token&refresh_token=r&client_id=spa").invalidGrant();
  assert.deepEqual([refresh.status, refresh.reason], [400, "refresh-token-unknown"]);
  assert.equal(refresh.body, '{"error":"invalid_grant"}');
  assert.equal(token(form()).invalidGrant().reason, "code-unknown");
});

test("secrets are compared", () => {
  const request = token("grant_type=client_credentials", basic("machine", "gr\u00fc\u00df"));
  for (const secret of ["gr\u00fc\u00df", Buffer.from("gr\u00fc\u00df"), true]) {
    assert.equal(request.verify(secret), undefined);
  }
  for (const secret of [null, undefined, "", "x", Buffer.from(""), false, 1, [true], ["gr\u00fc\u00df"], "\ud800"]) {
    const error = request.verify(secret);
    assert.deepEqual([error.status, error.error], [401, "invalid_client"]);
    assert.equal(error.reason, "client-secret-wrong");
  }
  const issued = { client_id: "google", redirect_uri: googleUri };
  assert.equal(token(google()).verify("SECRET", issued), undefined);
  const error = token(google()).verify("wrong", issued);
  assert.deepEqual([error.status, error.error], [400, "invalid_grant"]);
});

test("token errors are ready to send", () => {
  assert.deepEqual({ ...tokenError(form({ client_id: "x" })) }, {
    kind: "error",
    status: 400,
    error: "invalid_client",
    headers: { "Content-Type": "application/json;charset=UTF-8", "Cache-Control": "no-store" },
    body: '{"error":"invalid_client"}',
    reason: "client-unknown",
  });
  const error = tokenError("grant_type=refresh_token", basic("x", "s"));
  assert.deepEqual([error.status, error.error], [401, "invalid_client"]);
  assert.equal(error.headers["WWW-Authenticate"], 'Basic realm="token", charset="UTF-8"');
});

test("grants need their parameters", () => {
  const grant = "urn:ietf:params:oauth:grant-type:";
  const device = `grant_type=${grant}device_code&client_id=native`;
  const exchange = `grant_type=${grant}token-exchange&client_id=native`;
  for (const [text, reason] of [
    [device, "parameter-missing"],
    [`${device}&device_code=`, "parameter-missing"],
    [`${device}&device_code=a&device_code=b`, "duplicate-parameter"],
    [`${exchange}&subject_token=t`, "parameter-missing"],
    ["grant_type=password", "grant-type-unsupported"],
    ["grant_type=refresh_token&client_id=native", "grant-type-not-allowed"],
    [
      "grant_type=refresh_token&client_id=spa&refresh_token=r&scope=read+all",
      "scope-not-allowed",
    ],
    ["x=1", "grant-type-missing"],
  ]) {
    assert.equal(tokenError(text).reason, reason);
  }
  assert.equal(token(`${device}&device_code=d&scope=s`).parameter("device_code"), "d");
  const refresh = token("grant_type=refresh_token&refresh_token=r&client_id=spa&scope=read&code=c");
  assert.deepEqual([refresh.scope, refresh.code], ["read", undefined]);
});

test("authentication is checked", () => {
  const body = "grant_type=client_credentials";
  for (const [text, header, reason] of [
    [`${body}&client_id=machine`, undefined, "client-authentication-missing"],
    [body, basic("machine", ""), "client-authentication-missing"],
    [`${body}&client_secret=s&client_id=machine`, undefined, "client-authentication-method"],
    [`${body}&client_secret=s`, basic("machine", "s"), "client-authentication-twice"],
    [body, "Bearer x", "client-authentication-malformed"],
    [body, ["Basic bTpz"], "client-authentication-malformed"],
    [`${body}&client_id=x`, basic("machine", "s"), "client-id-mismatch"],
  ]) {
    assert.equal(tokenError(text, header).reason, reason);
  }
});

test("the server's questions", () => {
  const client = prod.client("machine");
  assert.equal(client.tokenEndpointAuth, "client_secret_basic");
  assert.deepEqual(prod.clients.map(({ key }) => key), ["google-home", "spa", "native", "machine"]);
  assert.equal(prod.client("__proto__"), undefined);
  assert.deepEqual({ ...prod.corsHeaders("https://x", true) }, { Vary: "Origin" });
  assert.deepEqual({ ...prod.corsHeaders("https://app.example", true) }, {
    Vary: "Origin",
    "Access-Control-Allow-Origin": "https://app.example",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
  });
  const bye = "https://app.example/bye";
  assert.equal(prod.postLogoutUrl("spa", bye), bye);
  assert.equal(prod.postLogoutUrl("spa", bye, "a b"), `${bye}?state=a%20b`);
  for (const [id, target, state] of [["spa", `${bye}/`], ["spa", bye, "\ud800"], ["spa", bye, ["s"]], [["spa"], bye]]) {
    assert.equal(prod.postLogoutUrl(id, target, state), undefined);
  }
});

test("nothing forges a request or a client", () => {
  for (const value of [allowed(), token(form())]) {
    assert.throws(() => new value.constructor(Symbol("linkpolicy"), {}, {}), TypeError);
    assert.throws(() => new value.constructor(), TypeError);
    const copy = { ...value, redirectUri: "https://evil.example/" };
    assert.equal(copy.successUrl, undefined);
    assert.equal(copy.accepts, undefined);
    const derived = Object.create(value, { redirectUri: { value: "https://evil.example/" } });
    assert.throws(() => derived.clientId, TypeError);
    assert.throws(() => {
      "use strict";
      value.redirectUri = "https://evil.example/";
    }, TypeError);
    assert.throws(() => Object.assign(value, { x: 1 }), TypeError);
    assert.equal(structuredClone(value).redirectUri, undefined);
  }
  assert.throws(() => new a.Allowlist(Symbol("linkpolicy"), []), TypeError);
  const view = prod.client("spa");
  assert.throws(() => view.redirectUris.push("https://evil.example/"), TypeError);
  assert.throws(() => {
    view.isPublic = false;
  }, TypeError);
  assert.throws(() => allowed().scopes.push("x"), TypeError);
});

test("no printed form shows a secret", () => {
  const bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const values = [
    prod.decideAuthorization(query({ nonce: "SECRET" })),
    prod.decideAuthorization(query({ scope: "x" })),
    a.decideAppFlip(`https://www.example/flip?redirect_uri=${flipUri}&state=SECRET`, "prod"),
    prod.decideToken(form({ resource: "SECRET" })),
    prod.decideToken(google()),
    prod.decideToken(google({ grant_type: bearer, assertion: "SECRET", intent: "get" })),
    prod.decideToken("grant_type=refresh_token&client_id=spa&refresh_token=SECRET"),
  ];
  for (const value of values) {
    for (const each of [value, value.request]) {
      for (const shown of [inspect(each, { depth: 9, getters: false }), JSON.stringify(each), `${each}`]) {
        for (const secret of ["SECRET", verifier, challenge]) assert.ok(!shown?.includes(secret), shown);
      }
    }
  }
});

test("values that are not strings never match", () => {
  for (const value of [["spa"], new String("spa"), { toString: () => "spa" }, 1, true, null, undefined, Symbol("spa")]) {
    assert.equal(prod.client(value), undefined);
    assert.ok(!prod.isRedirectUriAllowed(value, uri) && !prod.isRedirectUriAllowed("spa", value));
    assert.ok(!prod.isPostLogoutRedirectUriAllowed(value, "https://app.example/bye"));
    assert.ok(!prod.isPostLogoutRedirectUriAllowed("spa", value));
    assert.ok(!prod.isCorsOriginAllowed(value, "https://app.example"));
    assert.ok(!prod.isCorsOriginAllowed("spa", value));
    assert.ok(!prod.isGrantTypeAllowed(value, "authorization_code"));
    assert.ok(!prod.isGrantTypeAllowed("spa", value));
    assert.deepEqual({ ...prod.corsHeaders(value) }, { Vary: "Origin" });
    assert.throws(() => a.allowlist(value), RangeError);
  }
});
