import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Java and Go code for the Firebase Admin SDKs, run against declarations of them.
struct ServerAppCodeTests {
  private static var java: Code<JavaLanguage> {
    let cases = AppCodeTrial.cases.map { each -> Code<JavaLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url));"
    }
    return #"""
      import com.google.firebase.auth.ActionCodeSettings;
      import java.util.Arrays;
      import java.util.Optional;
      import linkpolicy.generated.*;

      final class Main {
        private static void ask(FirebaseEmailAction action, boolean isProd, String url) {
          Environment environment = isProd ? Environment.PROD : Environment.SANDBOX;
          boolean isAllowed = FirebaseEmailActions.isContinueUrlAllowed(url, action, environment);
          Optional<ActionCodeSettings> made = FirebaseEmailActions.settings(action, environment, url);
          if (made.isPresent() != isAllowed || isAllowed && !made.get().toString().startsWith(url + "|")) {
            throw new AssertionError(url);
          }
          System.out.println(isAllowed ? "1" : "0");
        }

        private static void show(Optional<ActionCodeSettings> settings) {
          System.out.println(settings.map(ActionCodeSettings::toString).orElse("none"));
        }

        public static void main(String[] arguments) {
          \#(lines: cases)
          String finish = "https://app.acme.example/finish";
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "/a?b"));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.SANDBOX));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.PROD));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.VERIFY_EMAIL, Environment.PROD));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.SANDBOX));
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "ing"));
          System.out.println(Arrays.asList(GoogleScopes.values()));
          System.out.println(GoogleScopes.SIGN_IN.missing(null));
          System.out.println(
              GoogleScopes.SIGN_IN.missing(
                  Arrays.asList("openid", null, "https://www.googleapis.com/auth/userinfo.email")));
          System.out.println(GoogleScopes.BACKUP.missing(Arrays.asList("email")));
        }
      }

      """#
  }

  private static let javaScopes = """
    [SIGN_IN, BACKUP, SIGN_IN_2, FEATURE_CLASS, FEATURE_2]
    [email, profile, openid]
    [profile]
    [https://www.googleapis.com/auth/drive.file]

    """

  private static let javaFiles = ["linkpolicy", "firebase-admin"]

  @Test func `the Java settings are those of the policy, and no value breaks out`() throws {
    let java = try Java()
    let sdk = AppCodeTrial.fixture("admin-java/com/google/firebase/auth/ActionCodeSettings.java")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("java", to: directory)
      try AppCodeTrial.write(Self.java.text, as: "Main.java", to: directory)
      try java.build([sdk, "Main.java"] + Self.javaFiles, in: directory)
      let run = try java.run(["Main"], in: directory)
      #expect(run.output == AppCodeTrial.answers + AppCodeTrial.settings + Self.javaScopes)
    }
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("java", AppCodeTrial.hostile(), to: directory)
      try java.build([sdk] + Self.javaFiles, in: directory)
    }
  }

  private static var go: Code<GoLanguage> {
    let cases = AppCodeTrial.cases.map { each -> Code<GoLanguage> in
      "ask(firebaseemail.\(each.action, .pascal), \(each.isProd), \(literal: each.url))"
    }
    return #"""
      package main

      import (
        "fmt"

        "firebase.google.com/go/v4/auth"
        "linkpolicy.generated/allowlist/firebaseemail"
        "linkpolicy.generated/allowlist/googlescopes"
      )

      func ask(action firebaseemail.Action, isProd bool, url string) {
        environment := firebaseemail.Sandbox
        if isProd {
          environment = firebaseemail.Prod
        }
        isAllowed := firebaseemail.IsContinueURLAllowed(url, action, environment)
        made, err := firebaseemail.SettingsFor(action, environment, url)
        if isAllowed != (err == nil) || isAllowed && made.URL != url {
          panic(url)
        }
        if isAllowed {
          fmt.Println("1")
        } else {
          fmt.Println("0")
        }
      }

      func text(value string) string {
        if value == "" {
          return "null"
        }
        return value
      }

      func show(s *auth.ActionCodeSettings, err error) {
        if err != nil {
          fmt.Println("none")
          return
        }
        // The SDK has no link domain.
        domain := "null"
        if s.IOSBundleID != "" {
          domain = "links.acme.example"
        }
        fmt.Printf("%s|%v|%s|%s|%v|%s|%s\n", s.URL, s.HandleCodeInApp, text(s.IOSBundleID),
          text(s.AndroidPackageName), s.AndroidInstallApp, text(s.AndroidMinimumVersion), domain)
      }

      func main() {
        \#(lines: cases)
        finish := "https://app.acme.example/finish"
        show(firebaseemail.Settings(firebaseemail.SignIn, firebaseemail.Prod))
        show(firebaseemail.SettingsFor(firebaseemail.SignIn, firebaseemail.Prod, finish+"/a?b"))
        show(firebaseemail.Settings(firebaseemail.SignIn, firebaseemail.Sandbox))
        show(firebaseemail.Settings(firebaseemail.ResetPassword, firebaseemail.Prod))
        show(firebaseemail.Settings(firebaseemail.VerifyEmail, firebaseemail.Prod))
        show(firebaseemail.Settings(firebaseemail.ResetPassword, firebaseemail.Sandbox))
        show(firebaseemail.SettingsFor(firebaseemail.SignIn, firebaseemail.Prod, finish+"ing"))
        fmt.Println(googlescopes.Missing(googlescopes.SignIn(), nil))
        fmt.Println(googlescopes.Missing(googlescopes.SignIn(), []string{"openid", "https://www.googleapis.com/auth/userinfo.email"}))
        fmt.Println(googlescopes.Missing(googlescopes.Backup(), []string{"email"}))
      }

      """#
  }

  /// A module beside the generated one, where the SDK is our declarations.
  private static let module = """
    module linkpolicy.generated/allowlist

    go 1.18

    require firebase.google.com/go/v4 v4.14.1

    replace firebase.google.com/go/v4 => \(AppCodeTrial.fixture("go"))

    """

  @Test(arguments: [false, true])
  func `the Go package is formatted and vetted, and its settings are those of the policy`(
    isHostile: Bool
  ) throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    let gofmt = try #require(Tool.path("gofmt"), "gofmt is not installed")
    try Tool.withTemporaryDirectory { directory in
      let input = isHostile ? AppCodeTrial.hostile() : AppCodeTrial.input
      try AppCodeTrial.write("go", input, to: directory)
      let formatted = try Tool.run(
        gofmt, ["-l", "-d", "."], in: directory)
      #expect(formatted.status == 0 && formatted.output.isEmpty, "\(formatted.output)")
      try AppCodeTrial.write(Self.module, as: "go.mod", to: directory)
      if isHostile {
        let vet = try Tool.run(go, ["vet", "./..."], in: directory)
        #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
        return
      }
      try AppCodeTrial.write(Self.go.text, as: "program/main.go", to: directory)
      let vet = try Tool.run(go, ["vet", "./..."], in: directory)
      #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
      let run = try Tool.run(go, ["run", "./program"], in: directory)
      let scopes = """
        [email profile openid]
        [profile]
        [https://www.googleapis.com/auth/drive.file]

        """
      #expect(run.output == AppCodeTrial.answers + AppCodeTrial.settings + scopes)
    }
  }
}
