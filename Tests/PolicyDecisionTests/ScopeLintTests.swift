import PolicyModel
import PolicyText
import Testing

/// Scopes are judged from one table, alone and together.
@Suite struct ScopeLintTests {
  private static let prefix = GoogleScopeTable.prefix
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    providers:
      google_sign_in:
        scopes:
          sign_in: [openid, "\(prefix)calendar", "\(prefix)calendar.readonly"]
          features: { backup: ["\(prefix)drive.flie"] }

    """)

  private func lint(_ input: JSONValue?) -> JSONValue {
    simulator.answer(
      .object(
        [("kind", "scopes"), ("operation", "lintScope")] + (input.map { [("input", $0)] } ?? [])))
  }

  @Test(arguments: [
    ("drive.flie", "note", "scope-unknown", "inferred"),
    ("calendar.events", "note", "scope-sensitive", "certain"),
    ("contacts", "note", "scope-sensitive", "inferred"),
    ("gmail.readonly", "warning", "scope-restricted", "certain"),
    ("fitness.sleep.read", "warning", "scope-restricted", "inferred"),
    ("chat.messages", "warning", "scope-restricted", "certain"),
    ("chat.messages.readonly", "warning", "scope-restricted", "inferred"),
    ("spreadsheets", "note", "scope-sensitive", "certain"),
    ("presentations.readonly", "note", "scope-sensitive", "certain"),
    ("gmail.send", "note", "scope-sensitive", "certain"),
    ("tasks", "note", "scope-sensitive", "inferred"),
    ("drive.file", "", "", "certain"), ("gmail.labels", "", "", "certain"),
    // It exists, and nothing public says whether it needs verification.
    ("bigquery", "", "", "inferred"),
  ])
  func `unknown, sensitive, restricted and sound scopes are told apart`(
    name: String, severity: String, rule: String, confidence: String
  ) {
    let answer = lint(.string(Self.prefix + name))
    #expect(answer["decision"] == "allow", "\(answer.text())")
    #expect(answer["result"]?["severity"]?.stringValue ?? "" == severity, "\(answer.text())")
    #expect(answer["result"]?["rule"]?.stringValue ?? "" == rule)
    #expect(answer["confidence"]?.stringValue == confidence)
  }

  @Test func `an unknown scope comes with the nearest`() {
    let near = JSONValue.string(Self.prefix + "drive.file")
    #expect(lint(.string(Self.prefix + "drive.flie"))["result"]?["nearest"] == near)
    #expect(lint(.string(Self.prefix + "zzzzzzzz"))["result"]?["nearest"] == nil)
  }

  @Test func `scopes that are asked for together are judged together`() {
    let own = lint(nil)
    #expect(own["result"]?.text().contains("scope-redundant") == true, "\(own.text())")
    let feature = lint(["feature": "backup"])
    #expect(feature["result"]?.text().contains("scope-unknown") == true, "\(feature.text())")
    let list = lint([.string("https://mail.google.com/"), .string(Self.prefix + "gmail.send"), "x"])
    #expect(list["decision"] == "deny" && list["error"] == "scope-not-url", "\(list.text())")
  }

  @Test(arguments: [
    ("drive", "drive.readonly"), ("drive", "drive.metadata.readonly"), ("drive", "drive.file"),
    ("gmail.modify", "gmail.readonly"), ("calendar", "calendar.events"),
    ("tasks", "tasks.readonly"),
  ])
  func `a broader scope covers a narrower one, never the other way`(broad: String, narrow: String) {
    let (broad, narrow) = (
      ExactString(Self.prefix + broad), ExactString(Self.prefix + narrow)
    )
    #expect(GoogleScope.broader(than: narrow, among: [narrow, broad]) == broad)
    #expect(GoogleScope.broader(than: broad, among: [narrow, broad]) == nil)
  }

  @Test func `the table has each name once and every name is sound`() {
    let names = GoogleScopeTable.names
    #expect(Set(names).count == names.count)
    for name in names {
      let scope = ExactString(Self.prefix + name)
      #expect(GoogleScope.fault(of: scope) == nil && GoogleScope.entry(of: scope) != nil, "\(name)")
    }
  }
}
