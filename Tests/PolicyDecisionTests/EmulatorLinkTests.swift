import PolicyDecision
import PolicyTestSupport
import PolicyText
import Testing

/// Links of the Auth emulator; no request asks about them.
struct EmulatorLinkTests {
  @Test func `every recorded link is built`() throws {
    let rows = try Fixtures.table("firebase_emulator_links.tsv").filter {
      $0["operation"] == "build_link"
    }
    #expect(!rows.isEmpty)
    for row in rows {
      let input = try VectorFile.parse(row["input_json"])
      func text(_ key: String) -> String { input[key]?.stringValue ?? "" }
      let link = EmulatorLink.build(
        host: text("host"), mode: text("mode"), language: text("lang"), code: text("oobCode"),
        continueURL: input["continueUrl"]?.stringValue.map { ExactString($0) })
      #expect(link == ExactString(row["expected"] ?? ""), "\(row)")
    }
  }

  @Test func `the emulator sends its own link and asks for no domain`() {
    let answer = Simulator("linkpolicy: 1\nname: none\n").answer([
      "kind": "email_action", "sdk": "emulator",
      "input": [
        "requestType": "EMAIL_SIGNIN", "url": "https://not-listed.example/?a=b c",
        "handleCodeInApp": true,
      ],
    ])
    #expect(
      answer["result"]?["link"]
        == .string(
          "http://127.0.0.1:9099/emulator/action?mode=signIn&lang=en&oobCode=CODE"
            + "&apiKey=fake-api-key&continueUrl=https%3A%2F%2Fnot-listed.example%2F%3Fa%3Db+c"))
  }
}
