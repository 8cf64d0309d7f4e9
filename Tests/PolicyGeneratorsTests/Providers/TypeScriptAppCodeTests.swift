import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// TypeScript code for Firebase and Google Sign-In, compiled against declarations of the SDKs and run.
struct TypeScriptAppCodeTests {
  private static var program: Code<TypeScriptLanguage> {
    let cases = AppCodeTrial.cases.map { each -> Code<TypeScriptLanguage> in
      "ask(\"\(each.action, .camel)\", \(each.isProd), \(literal: each.url));"
    }
    return #"""
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

      \#(lines: cases)
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

      """#
  }

  private static let others = """
    signIn backup signIn2 featureClass feature2
    email profile openid 3
    profile
    https://www.googleapis.com/auth/drive.file
    undefined false
    1000 64 true
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 634ea8e3167592d8710ed9fa12a7caf32e1f424bd8fa3789fb1c25eaacbba3a0
    {"providerId":"apple.com","scopes":["name","email"],"parameters":{"locale":"fr"}}
    {"idToken":"token","rawNonce":"raw"}
    {"idToken":"t"}
    null
    null null true
    true

    """

  private static let sdk = """
    exports.OAuthProvider = class {
      static credentialFromError(error) { return error.customData; }
      constructor(providerId) { Object.assign(this, { providerId, scopes: [] }); }
      addScope(scope) { this.scopes.push(scope); return this; }
      setCustomParameters(parameters) { this.parameters = parameters; return this; }
      credential(options) { return options; }
    };

    """

  private static func compile(_ files: [String], in directory: URL) throws {
    let compiler = try #require(Tool.path("tsc"), "tsc is not installed")
    let build = try Tool.run(
      compiler,
      [
        "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
        "--noFallthroughCasesInSwitch", "--target", "es2020", "--module", "commonjs",
        "--outDir", "build", "--skipDefaultLibCheck",
      ] + files, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
  }

  @Test func `settings fit both SDKs, and settings and scopes are those of the policy`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("typescript", to: directory)
      try AppCodeTrial.write(Self.program.text, as: "main.ts", to: directory)
      try Self.compile(
        ["main.ts", AppCodeTrial.fixture("typescript/firebase.d.ts")], in: directory)
      // What runs in the place of the SDK.
      let module = directory.appending(path: "node_modules/firebase/auth")
      try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
      try AppCodeTrial.write(Self.sdk, as: "index.js", to: module)
      let run = try Tool.run(node, ["build/main.js"], in: directory)
      let output = OwnClientTrial.check(run.output, AppCodeTrial.input)
      #expect(output == AppCodeTrial.answers + AppCodeTrial.settings + Self.others)
    }
  }

  @Test func `no value breaks out`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("typescript", AppCodeTrial.hostile(), to: directory)
      let files = ["firebase-email-actions", "google-scopes", "authorization-requests"]
      try Self.compile(
        files.map { $0 + ".ts" } + [
          "apple-sign-in.ts", AppCodeTrial.fixture("typescript/firebase.d.ts"),
        ], in: directory)
      let run = try Tool.run(
        node, ["-e", files.map { "require('./build/\($0)');" }.joined()], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
