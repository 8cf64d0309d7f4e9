import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// How assumptions change flows, and which assumptions a flow rejects.
@Suite struct AssumptionTests {
  private static let project: Project? = {
    let files = DirectoryFileSystem(Fixtures.root)
    return try? Project(InputFiles(["Policies"], in: files, kind: nil).files)
  }()

  private func flow(_ id: String, _ facts: String...) throws -> SignInFlow {
    let report = try #require(Self.project).flows(id: id, facts: FlowFacts(facts))
    return try #require(report.flows.first)
  }

  private func step(_ name: String, _ flow: SignInFlow) throws -> SignInFlow.Step {
    try #require(flow.steps.first { $0.name == name }, "\(flow.id): \(flow.steps.map(\.name))")
  }

  private func error(_ id: String?, _ facts: String...) throws -> String {
    let project = try #require(Self.project)
    do throws(FlowError) {
      _ = try project.flows(id: id, facts: FlowFacts(facts))
      return ""
    } catch { return error.message }
  }

  // MARK: rejected assumptions

  @Test func `an assumption that doesn't affect a flow is rejected with a list`() throws {
    #expect(
      try error("authorize:lights-web:prod", "installed=false")
        == "`installed` doesn't affect flow `authorize:lights-web:prod`; "
        + "known assumptions: `user`, `timeout`, `account`, `code`")
    #expect(
      try error("google_sign_in:ios:prod", "account=disabled")
        == "`account` doesn't affect flow `google_sign_in:ios:prod`; "
        + "known assumptions: `user`, `unticked`")
    #expect(
      try error("apple:ios:prod", "code=used").hasSuffix("known assumptions: `user`, `account`"))
    for fact in ["offline=true", "timeout=true", "app_version=old"] {
      #expect(
        try error("email_action:sign_in/js:prod", fact).contains("doesn't affect"), "\(fact)")
    }
  }

  @Test func `network and version can't be assumed for an app that isn't installed`() throws {
    #expect(
      try error("app_flip_ios:google-home:prod", "installed=false", "offline=true")
        == "`offline` doesn't affect flow `app_flip_ios:google-home:prod` if the app isn't installed"
    )
    #expect(
      try error("email_action:sign_in/android:prod", "installed=false", "app_version=old")
        .hasSuffix("if the app isn't installed"))
  }

  @Test func `assumptions that affect different flows are rejected together`() throws {
    #expect(
      try error(nil, "offline=true", "app_version=old")
        == "no flow depends on all of `offline`, `app_version`: run them one by one")
  }

  @Test func `a scope that no flow requests can't be unticked`() throws {
    #expect(
      try error("google_sign_in", "unticked=https://www.googleapis.com/auth/drive.files")
        .contains("`https://www.googleapis.com/auth/drive.file`"))
    #expect(try error("google_sign_in", "unticked=email").contains("`email` is not a scope"))
  }

  @Test func `flows that don't depend on an assumption are left out and counted`() throws {
    let project = try #require(Self.project)
    let report = try project.flows(facts: FlowFacts(["app_version=old"]))
    #expect(Set(report.flows.map(\.subject)) == ["sign_in"])
    #expect(report.leftOut == (try project.flows().flows.count) - report.flows.count)
  }

  // MARK: email flows

  @Test(arguments: ["ios", "android"])
  func `an app that isn't installed can't handle an email link`(_ client: String) throws {
    let flow = try flow("email_action:sign_in/\(client):prod", "installed=false")
    #expect(flow.outcome == .inferred)
    #expect(flow.steps.map(\.name) == ["email", "link", "parsing", "code", "continue URL", "page"])
    #expect(try step("link", flow).message.contains("isn't installed"))
    #expect(try step("parsing", flow).message == "the link is read: \"EMAIL_SIGNIN\"")
    #expect(try step("code", flow).request["sdk"] == "js")
    let isStore = try step("link", flow).message.contains("Play Store")
    #expect(isStore == (client == "android"))
  }

  @Test func `an outdated app leads to the Play Store`() throws {
    let flow = try flow("email_action:sign_in/android:prod", "app_version=old")
    #expect(flow.outcome == .inferred)
    #expect(try step("link", flow).message.contains("older than `minimum_version` 12"))
  }

  @Test func `the page handles a link that stays in the browser`() throws {
    let text = Self.policy.replacing("handle_code_in_app: true", with: "handle_code_in_app: false")
    let report = try FlowPropertyTests.project(text).flows(id: "email_action:verify_email/ios:prod")
    let flow = try #require(report.flows.first)
    #expect(try step("code", flow).request["sdk"] == "js")
    #expect(try step("parsing", flow).message.contains("VERIFY_EMAIL"))
  }

  @Test func `an email flow ends at the continue URL with its state`() throws {
    let flow = try #require(
      try FlowPropertyTests.project(Self.policy).flows(id: "email_action:verify_email/js:prod")
        .flows.first)
    #expect(flow.outcome == .completes)
    #expect(try step("code", flow).request["operation"] == "apply")
    #expect(
      try step("continue URL", flow).message
        == "the user returns to `https://app.lumen.example/done?state=s1`, and its state is what was sent"
    )
  }

  @Test func `a changed continue URL is reported`() throws {
    let text = Self.policy.replacing("done?state=s1", with: "done?state=s1#top")
    let flow = try #require(
      try FlowPropertyTests.project(text).flows(id: "email_action:verify_email/js:prod").flows.first
    )
    #expect(flow.outcome == .inferred)
    #expect(
      try step("continue URL", flow).message
        == "the state is lost: the user returns to `https://app.lumen.example/done?state=s1`, "
        + "but `https://app.lumen.example/done?state=s1#top` was sent")
  }

  @Test(arguments: [
    ("code=used", "code-used"), ("code=expired", "code-expired"),
    ("account=disabled", "account-disabled"),
  ])
  func `an email flow ends at a rejected code`(_ fact: String, _ reason: String) throws {
    let flow = try flow("email_action:sign_in/ios:prod", fact)
    #expect(flow.outcome != .breaks && flow.steps.last?.name == "code")
    #expect(flow.steps.last?.answer["reason"]?.stringValue == reason)
    #expect(flow.message.contains("rejects the code"))
  }

  // MARK: OAuth

  @Test(arguments: [
    ("user=denies", "access_denied"), ("account=disabled", "access_denied"),
    ("timeout=true", "temporarily_unavailable"),
  ])
  func `a client receives the reason for an error`(_ fact: String, _ error: String) throws {
    let flow = try flow("authorize:lights-web:prod", fact)
    #expect(flow.steps[0].answer["error"]?.stringValue == error)
    #expect(flow.message.hasSuffix("the client gets `\(error)`"))
    #expect(!flow.steps.contains { $0.name == "token exchange" })
  }

  @Test func `without the app, the browser asks the user for consent`() throws {
    for kind in ["app_flip_ios", "app_flip_android"] {
      for fact in ["user=denies", "account=disabled"] {
        let flow = try flow("\(kind):google-home:prod", "installed=false", fact)
        #expect(flow.steps.first?.answer["error"] == "access_denied", "\(kind) \(fact)")
      }
    }
  }

  @Test(arguments: ["used", "expired"])
  func `a used or expired code gets no tokens`(_ state: String) throws {
    for id in ["authorize:lights-web:prod", "app_flip_ios:google-home:prod"] {
      let flow = try flow(id, "code=\(state)")
      #expect(flow.steps.last?.name == "token exchange")
      #expect(flow.steps.last?.answer["reason"]?.stringValue == "code-\(state)")
      #expect(flow.message == "the server rejects the code; the client gets no tokens")
    }
  }

  @Test func `a disabled account ends App Flip, and a timeout opens the browser`() throws {
    for kind in ["app_flip_ios", "app_flip_android"] {
      let disabled = try flow("\(kind):google-home:prod", "account=disabled")
      #expect(disabled.steps.contains { $0.answer["reason"] == "account-disabled" })
      #expect(!disabled.steps.contains { $0.name.hasPrefix("browser") })
      let late = try flow("\(kind):google-home:prod", "timeout=true")
      #expect(late.steps.contains { $0.name == "browser: token exchange" })
    }
  }

  // MARK: Google and Apple

  @Test func `a scope that the user declines turns a feature off`() throws {
    let flow = try flow(
      "google_sign_in:ios:prod", "unticked=https://www.googleapis.com/auth/drive.file")
    #expect(flow.outcome == .completes)
    #expect(flow.message == "feature backup stays off until the user grants its scopes")
    let granted = try step("feature backup: granted", flow)
    #expect(granted.answer["reason"] == "scopes-missing")
  }

  @Test func `Google Sign-In on iOS and account linking refresh their tokens`() throws {
    let flow = try flow("google_sign_in:ios:prod")
    #expect(flow.steps.last?.answer["reason"] == "token-refreshed")
    let web = try self.flow("google_sign_in:web:prod")
    #expect(!web.steps.contains { $0.name == "refresh" })
    let linking = try self.flow("app_flip_ios:google-home:prod")
    let form = try step("refresh", linking).request["form"]?.stringValue ?? ""
    #expect(form.contains("grant_type=refresh_token"))
  }

  @Test func `Sign in with Apple on Android exchanges a code and has no nonce`() throws {
    for platform in ["android", "web"] {
      let flow = try flow("apple:\(platform):prod")
      let names = flow.steps.map(\.name)
      #expect(
        names.starts(with: [
          "request settings", "web view and return URL", "code exchange", "ID token",
        ]))
      #expect(!names.contains("nonce"))
      let token = try step("ID token", flow).request
      #expect(token["raw_nonce"] == nil && token["claims"]?["nonce"] == nil)
      #expect(
        try step("web view and return URL", flow).message
          == "Apple sends the code to `https://acme-home.firebaseapp.com/__/auth/handler`")
    }
    let ios = try flow("apple:ios:prod")
    #expect(ios.steps.contains { $0.name == "nonce" })
    #expect(!ios.steps.contains { $0.name == "code exchange" })
  }

  @Test func `Firebase rejects an Apple sign-in to a disabled account`() throws {
    let flow = try flow("apple:ios:prod", "account=disabled")
    #expect(flow.outcome == .completes && flow.steps.last?.name == "sign-in")
    #expect(flow.message == "the account is disabled: Firebase refuses the sign-in")
  }

  private static let policy = """
    linkpolicy: 1
    name: lumen
    apps:
      lumen-ios: { platform: ios, bundle_id: com.lumen.app, team_id: A1B2C3D4E5, app_store_id: "1234567890" }
    providers:
      firebase:
        project_id: { prod: lumen-prod, sandbox: lumen-sbx }
        authorized_domains: { prod: [app.lumen.example], sandbox: [app.sandbox.lumen.example] }
        email_actions:
          verify_email:
            url: { prod: "https://app.lumen.example/done?state=s1", sandbox: "https://app.sandbox.lumen.example/done" }
            handle_code_in_app: true
            ios: lumen-ios
    """
}
