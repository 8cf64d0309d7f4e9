import PolicyText
import Testing

/// Which scopes a question of `scopes` is about, who is asked, and what the user leaves unticked.
@Suite struct GoogleScopeRequestTests {
  private static let prefix = "https://www.googleapis.com/auth/"
  private static let file = JSONValue.string(prefix + "drive.file")
  private static let events = JSONValue.string(prefix + "calendar.events")
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    providers:
      google_sign_in:
        scopes:
          sign_in: [openid, email]
          features:
            backup: ["\(prefix)drive.file"]
            agenda: ["\(prefix)calendar.events"]

    """)

  private func ask(
    _ operation: String, _ input: JSONValue? = nil, _ facts: JSONValue = .object([])
  ) -> JSONValue {
    simulator.answer(
      .object(
        [("kind", "scopes"), ("operation", .string(operation)), ("facts", facts)]
          + (input.map { [("input", $0)] } ?? [])))
  }

  @Test func `sign-in asks for the scopes of sign-in, not for those of features`() {
    #expect(ask("signInScopes")["result"] == ["openid", "email", "profile"])
    #expect(ask("signInScopes", .null)["result"] == ["openid", "email", "profile"])
    #expect(
      ask("signInScopes", ["feature": "backup"])["result"] == [Self.file, "email", "profile"])
    let missing = ask("missingScopes", nil, ["granted": ["openid", "email"]])
    #expect(missing["decision"] == "allow", "\(missing.text())")
  }

  @Test func `a feature asks for its own scopes and for no other's`() {
    let granted: JSONValue = ["granted": ["openid", "email", Self.file]]
    #expect(ask("missingScopes", ["feature": "backup"], granted)["decision"] == "allow")
    let agenda = ask("missingScopes", ["feature": "agenda"], granted)
    #expect(agenda["decision"] == "deny" && agenda["result"]?["missing"] == [Self.events])
    #expect(ask("addScopes", ["feature": "backup"], granted)["error"] == "-8")
    #expect(
      ask("addScopes", ["feature": "agenda"], granted)["result"]?["flow_with"]
        == ["openid", "email", Self.file, Self.events])
    #expect(
      ask("signInResult", ["feature": "agenda"], granted)["result"]?["missing"] == [Self.events])
  }

  @Test func `email and profile are granted under either name, and only addScopes compares texts`()
  {
    let long: JSONValue = .string(Self.prefix + "userinfo.email")
    for (asked, granted): (JSONValue, JSONValue) in [("email", long), (long, "email")] {
      let facts: JSONValue = ["granted": [granted]]
      for operation in ["missingScopes", "signInResult"] {
        #expect(ask(operation, [asked], facts)["result"]?["missing"] == [], "\(operation)")
      }
      let unticked: JSONValue = ["user_unticked": [granted]]
      #expect(ask("signInResult", [asked], unticked)["result"]?["missing"] == [asked])
      #expect(ask("addScopes", [asked], facts)["result"]?["flow_with"] == [granted, asked])
    }
  }

  @Test func `a feature that the policy does not have is refused with the nearest`() {
    let unknown = ask("missingScopes", ["feature": "backups"])
    #expect(unknown["error"] == "invalid_line")
    #expect(unknown["message"]?.stringValue?.contains("`backup`") == true)
    #expect(ask("missingScopes", ["feature": 1])["error"] == "invalid_line")
  }

  @Test(arguments: ["addScopes", "signInScopes", "missingScopes", "signInResult"])
  func `a scope that the policy does not have is denied`(operation: String) {
    let foreign = ask(operation, [.string(Self.prefix + "drive.files")])
    #expect(foreign["decision"] == "deny", "\(foreign.text())")
    #expect(foreign["reason"] == "scope-not-allowed")
    #expect(foreign["nearest"]?["value"] == Self.file, "\(foreign.text())")
    let own = ask(operation, [Self.file], ["granted": ["openid"]])
    #expect(own["reason"] != "scope-not-allowed", "\(own.text())")
    // Every sign-in asks for these, whatever the policy says.
    let basic = ask(operation, ["profile", .string(Self.prefix + "userinfo.profile")])
    #expect(basic["reason"] != "scope-not-allowed", "\(basic.text())")
  }

  @Test func `a policy without scopes forbids none`() {
    let other = Simulator("linkpolicy: 1\nname: none\nproviders: { google_sign_in: {} }\n")
    let answer = other.answer([
      "kind": "scopes", "operation": "addScopes", "input": [Self.file], "facts": ["granted": []],
    ])
    #expect(answer["decision"] == "allow", "\(answer.text())")
  }

  @Test(arguments: [("addScopes", "-9"), ("missingScopes", ""), ("grantedScopes", "")])
  func `nobody who is not signed in has scopes or gets more`(operation: String, error: String) {
    let input: JSONValue? = operation == "grantedScopes" ? "openid" : nil
    let out = ask(operation, input, ["signed_in": false, "granted": ["openid", "email"]])
    #expect(out["decision"] == "deny" && out["reason"] == "not-signed-in", "\(out.text())")
    #expect(out["error"]?.stringValue ?? "" == error)
    let signedIn = ask(operation, input, ["signed_in": true, "granted": ["openid", "email"]])
    #expect(signedIn["reason"] != "not-signed-in")
    #expect(ask(operation, input, ["signed_in": "no"])["error"] == "invalid_line")
  }

  @Test func `signing in needs nobody who is signed in`() {
    #expect(ask("signInScopes", nil, ["signed_in": false])["decision"] == "allow")
    #expect(ask("signInResult", nil, ["signed_in": false])["decision"] == "allow")
  }

  @Test(arguments: ["addScopes", "missingScopes", "signInResult"])
  func `a box that the user unticks is a scope that is missing`(operation: String) {
    let answer = ask(operation, ["feature": "backup"], ["user_unticked": [Self.file]])
    #expect(answer["decision"] == "deny", "\(answer.text())")
    #expect(answer["reason"] == "scopes-missing" && answer["next"] == "ask_again")
    #expect(answer["result"]?["missing"] == [Self.file])
    let other = ask(operation, ["feature": "backup"], ["user_unticked": [Self.events]])
    #expect(other["decision"] == "allow", "\(other.text())")
  }
}
