import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import * as requests from "../build/code/typescript/authorization-requests.js";
import * as emails from "../build/code/typescript/firebase-email-actions.js";
import * as google from "../build/code/typescript/google-scopes.js";

test("continue URLs start with the registered one", () => {
  const url = "https://app.example/finish";
  for (const [rest, isAllowed] of [
    ["", true],
    ["/a/b.c", true],
    ["?a=1", true],
    ["ing", false],
    ["/../x", false],
    ["/a\n", false],
    [`?${"a".repeat(2048)}`, false],
  ]) {
    assert.equal(emails.isContinueUrlAllowed(url + rest, "signIn", "prod"), isAllowed);
  }
  assert.equal(emails.isContinueUrlAllowed("home:/x", "reset", "prod"), false);
  assert.deepEqual(emails.emailActionSettings("signIn", "prod", `${url}/a`), {
    url: `${url}/a`,
    handleCodeInApp: true,
    iOS: { bundleId: "com.example.app" },
  });
  for (const [action, environment, value] of [
    ["signIn", "sandbox"],
    ["constructor", "prod"],
    ["signIn", "__proto__"],
    [["signIn"], "prod"],
    ["signIn", "prod", "https://evil.example/"],
    ["signIn", "prod", [url]],
  ]) {
    assert.throws(() => emails.emailActionSettings(action, environment, value), RangeError);
  }
});

test("missing scopes", () => {
  const long = "https://www.googleapis.com/auth/userinfo.email";
  assert.deepEqual(google.missingScopes("signIn", null), ["email", "profile"]);
  assert.deepEqual(google.missingScopes("signIn", `openid ${long}`), ["profile"]);
  const prefix = "https://www.googleapis.com/auth/userinfo.";
  for (const feature of ["signIn", "signInLong"]) {
    const scopes = google.GoogleScopes[feature];
    for (const granted of [["email", "profile"], [`${prefix}email`, `${prefix}profile`]]) {
      assert.deepEqual(google.missingScopes(feature, granted), []);
    }
    assert.deepEqual(google.missingScopes(feature, ["openid", `${prefix}openid`, "Email"]), scopes);
  }
  assert.deepEqual(google.missingScopes("backup", google.GoogleScopes.backup), []);
});

test("requests are new, and only registered values are sent", async () => {
  const { loopback, web } = requests.RedirectUris.app;
  const made = await requests.authorizationRequest("app", "prod", { redirectUri: loopback, port: 51004 });
  const { searchParams } = new URL(made.url);
  assert.equal(searchParams.get("redirect_uri"), "http://127.0.0.1:51004/cb");
  const challenge = createHash("sha256").update(made.codeVerifier).digest("base64url");
  assert.equal(searchParams.get("code_challenge"), challenge);
  assert.equal(searchParams.get("scope"), "read write");
  const other = await requests.authorizationRequest("app", "prod", { redirectUri: web, scopes: [] });
  assert.notEqual(other.state, made.state);
  assert.equal(new URL(other.url).searchParams.get("scope"), null);
  for (const [client, environment, options] of [
    ["app", "sandbox", { redirectUri: web }],
    ["__proto__", "prod", { redirectUri: web }],
    ["app", "prod", { redirectUri: `${web}/` }],
    ["app", "prod", { redirectUri: web, port: 80 }],
    ["app", "prod", { redirectUri: loopback, port: 0 }],
    ["app", "prod", { redirectUri: web, scopes: ["x"] }],
  ]) {
    await assert.rejects(requests.authorizationRequest(client, environment, options), RangeError);
  }
});
