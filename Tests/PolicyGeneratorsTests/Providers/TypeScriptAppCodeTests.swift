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

      """#
  }

  private static let others = """
    signIn backup signIn2 featureClass feature2
    email profile openid 3
    profile
    https://www.googleapis.com/auth/drive.file
    undefined false

    """

  private static func compile(_ files: [String], in directory: URL) throws {
    let compiler = try #require(Tool.path("tsc"), "tsc is not installed")
    let build = try Tool.run(
      compiler,
      [
        "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
        "--noFallthroughCasesInSwitch", "--target", "es2018", "--module", "commonjs",
        "--outDir", "build",
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
      let run = try Tool.run(node, ["build/main.js"], in: directory)
      #expect(run.output == AppCodeTrial.answers + AppCodeTrial.settings + Self.others)
    }
  }

  @Test func `no value breaks out`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("typescript", AppCodeTrial.hostile(), to: directory)
      try Self.compile(["firebase-email-actions.ts", "google-scopes.ts"], in: directory)
      let run = try Tool.run(
        node,
        ["-e", "require('./build/firebase-email-actions'); require('./build/google-scopes')"],
        in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
