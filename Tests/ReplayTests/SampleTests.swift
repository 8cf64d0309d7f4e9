import LinkPolicy
import Testing

/// The contents of samples.
@Suite struct SampleTests {
  private static let secret = "s3cret"

  @Test(arguments: [
    #"{"client_id":"nobody","redirect_uri":"https://x.example/","state":"s3cret","code":"s3cret"}"#,
    #"{"query":"client_id=nobody&state=s3cret&code=s3cret"}"#,
    #"{"query":"client_id=nobody&st%61te=s3cret&c%6Fde=s3cret&x=1#state=s3cret"}"#,
    #"{"query":"state=s3cret%zz&client_id=nobody"}"#,
    #"{"url":"https://x.example/a?client_id=nobody&+state=1&state=s3cret#code=s3cret"}"#,
    #"{"url":"https://x.example/a#state=s3cret"}"#, #"{"state":"s3cret""#,
  ])
  func `state and code are omitted unless an option includes them`(_ line: String) throws {
    let log = Array((line + "\n").utf8)
    let hidden = try Replaying.run(log, against: Replaying.older).json.text()
    #expect(!hidden.contains(Self.secret), "\(hidden)")
    #expect(hidden.contains("\"samples\":[{"))
    let shown = try Replaying.run(log, against: Replaying.older) { $0.redacts = false }
    #expect(shown.json.text().contains(Self.secret))
  }

  @Test func `a changed decision shows both decisions with their lines`() throws {
    let line = #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/old"}"#
    let summary = try Replaying.run([line, line], against: Replaying.older)
    #expect(summary.flips == ["allow_to_deny": 2, "deny_to_allow": 0])
    let flip = try #require(summary.samples.first { $0.kind == "allow_to_deny" })
    #expect(flip.count == 2)
    #expect(flip.reason == "redirect-uri-not-registered")
    #expect(flip.old["decision"]?.stringValue == "allow")
    #expect(flip.old["source"]?["file"]?.stringValue == "old/lumen.yaml")
    #expect(
      flip.old["source"]?["path"]?.stringValue == "clients.website.redirect_uris.prod[1]")
    #expect(flip.new["decision"]?.stringValue == "deny")
    #expect(flip.new["source"]?["path"]?.stringValue == "clients.website")
  }

  @Test func `the option limits the samples of each class and reason`() throws {
    let lines = (0..<40).map {
      #"{"client_id":"web-prod","redirect_uri":"https://lumen.example/cb\#($0)"}"#
    }
    for limit in [0, 1, 5, 100] {
      let summary = try Replaying.run(Array(lines.joined(separator: "\n").utf8)) {
        $0.samples = limit
      }
      #expect(summary.samples.count == min(limit, 40))
      #expect(summary.samples.allSatisfy { $0.count == 40 })
    }
  }

  @Test func `a key that exists in two policies is printed with its policy`() throws {
    let other = Replaying.policy.replacing("name: lumen", with: "name: nova")
      .replacing("-prod", with: "-nova-prod").replacing("-sandbox", with: "-nova-sandbox")
      .replacing("terminal:", with: "console:")
    let files = [("a.yaml", Replaying.policy), ("b.yaml", other)].map { name, text in
      InputFile(
        source: .init(name: name, bytes: Array(text.utf8)), kind: .policy, isExplicit: true)
    }
    let summary = try Replay(Project(files)).run(["log"], logs: OneLog(bytes: []))
    #expect(
      Set(summary.clients.keys.map(\.string)) == [
        "lumen/website", "nova/website", "lumen/strict", "nova/strict", "terminal", "console",
      ])
  }
}
