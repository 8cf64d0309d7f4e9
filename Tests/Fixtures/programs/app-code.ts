import type { ActionCodeSettings } from "firebase/auth";
import type { ActionCodeSettings as AdminSettings } from "firebase-admin/auth";
import {
  type EmailAction, type Environment, continueUrl, emailActionSettings, isContinueUrlAllowed,
} from "./firebase-email-actions";
import { GoogleScopes, missingScopes } from "./google-scopes";
import {
  appleCredential, appleLinkingNeedsConsent, appleNonce, appleProvider, updatedAppleCredential,
} from "./apple-sign-in";
import { RedirectUris, authorizationRequest, type AuthorizationOptions } from "./authorization-requests";

declare const console: { log(...values: readonly unknown[]): void };

function ask(action: EmailAction, isProd: boolean, url: string): void {
  const environment = isProd ? "prod" : "sandbox";
  const isAllowed = isContinueUrlAllowed(url, action, environment);
  let made = "";
  try {
    made = emailActionSettings(action, environment, url).url;
  } catch (error) {
    if (!(error instanceof RangeError) || isAllowed) throw error;
  }
  if (isAllowed && made !== url) throw new Error(url);
  console.log(isAllowed ? "1" : "0");
}

function show(action: EmailAction, environment: Environment, url?: string): void {
  try {
    const settings: ActionCodeSettings = emailActionSettings(action, environment, url);
    const admin: AdminSettings = settings as AdminSettings;
    const { iOS, android } = admin;
    console.log(
      [
        settings.url, settings.handleCodeInApp, iOS ? iOS.bundleId : "null",
        android ? android.packageName : "null", android ? android.installApp : false,
        (android && android.minimumVersion) || "null", settings.linkDomain || "null",
      ].join("|"),
    );
  } catch (error) {
    console.log("none");
  }
}

// CASES
show("signIn", "prod");
show("signIn", "prod", "https://app.acme.example/finish/a?b");
show("signIn", "sandbox");
show("resetPassword", "prod");
show("verifyEmail", "prod");
show("resetPassword", "sandbox");
show("signIn", "prod", "https://app.acme.example/finishing");
console.log(Object.keys(GoogleScopes).join(" "));
console.log(missingScopes("signIn", null).join(" "), missingScopes("signIn", "").length);
console.log(
  missingScopes("signIn", "openid https://www.googleapis.com/auth/userinfo.email").join(" "),
);
console.log(missingScopes("backup", ["email"]).join(" "));
console.log(continueUrl("resetPassword", "sandbox"), isContinueUrlAllowed("", "constructor" as string as EmailAction, "prod"));

async function request(environment: Environment, options: AuthorizationOptions): Promise<void> {
  try {
    const made = await authorizationRequest("homeApp", environment, options);
    console.log("request", environment, made.url, made.state, made.codeVerifier, made.redirectUri, made.issuer);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.log("request none");
  }
}

async function main(): Promise<void> {
  const nonces: string[] = [];
  for (let count = 0; count < 1000; count += 1) nonces.push((await appleNonce()).raw);
  console.log(new Set(nonces).size, new Set(nonces.join("")).size, nonces.every((raw) => raw.length === 32));
  console.log((await appleNonce("abc")).sha256, (await appleNonce("\u00e9%")).sha256);
  console.log(JSON.stringify(appleProvider()));
  console.log(JSON.stringify(appleCredential("token", await appleNonce("raw"))));
  for (const code of ["auth/credential-already-in-use", "auth/email-already-in-use"]) {
    console.log(JSON.stringify(updatedAppleCredential({ code, customData: { idToken: "t" } })));
  }
  console.log(updatedAppleCredential(undefined), updatedAppleCredential("x"), appleLinkingNeedsConsent);
  console.log((await authorizationRequest("site", "prod", { redirectUri: RedirectUris.site.httpsWwwAcmeExampleCb })).url.length > 100);

  const uris = RedirectUris.homeApp;
  await request("prod", { redirectUri: uris.comAcmeHomeCb });
  await request("prod", { redirectUri: uris.httpsAppAcmeExampleCbX1Y });
  await request("prod", { redirectUri: uris.http127001Cb, port: 51004 });
  await request("sandbox", { redirectUri: uris.comAcmeHomeSbxCb });
  await request("sandbox", { redirectUri: uris.http1CbZ, port: 61023 });
  await request("prod", { redirectUri: "com.acme.home:/cb", scopes: ["read:all"] });
  await request("prod", { redirectUri: "com.acme.home:/cb", scopes: [] });
  await request("prod", { redirectUri: uris.comAcmeHomeSbxCb });
  await request("prod", { redirectUri: "com.acme.home:/cb/" });
  await request("prod", { redirectUri: uris.comAcmeHomeCb, scopes: ["x"] });
  await request("prod", { redirectUri: uris.comAcmeHomeCb, port: 80 });
  await request("prod", { redirectUri: uris.http127001Cb, port: 0 });
}

main().catch((error) => console.log(String(error)));
