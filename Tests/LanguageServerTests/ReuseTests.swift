import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Unchanged files aren't decoded again. The findings must be the same as without reuse.
@Suite struct ReuseTests {
  /// The findings of an editor, without files that have none.
  private static func findings(_ session: ServerSession) -> [String: [JSONValue]] {
    session.findings.filter { !$0.value.isEmpty }
  }

  @Test func `findings after changes equal those of a new session`() throws {
    var random = SeededRandom(seed: 2_911)
    let texts = try ["Policies", "Examples", "Tests/Fixtures/policies"]
      .flatMap { try Fixtures.files(below: $0) }.filter { $0.hasSuffix(".yaml") }
      .map { try Fixtures.text($0) }.filter { $0.utf8.count < 6_000 }
    let association = #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home"]}]}}"#
    var files = ["Policies/m.yaml": try #require(texts.first)]
    var session = ServerSession(files)
    session.open("Policies/m.yaml", texts[0])
    var version = 1
    for _ in 0..<TestForm.size(40, full: 200) {
      let name = "Policies/\(random.one(of: ["a", "k", "q", "z"])).yaml"
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        files[name] = nil
        try? session.files.remove("/w/\(name)", upTo: "/w")
      case 1:
        let site = "Policies/apple-app-site-association"
        files[site] = random.one(of: [association, association + "x", "{}"])
        try session.files.write(Array((files[site] ?? "").utf8), to: "/w/\(site)")
      case 2:
        version += 1
        let text = random.one(of: texts)
        session.notify(
          "textDocument/didChange",
          [
            "textDocument": ["uri": "file:///w/Policies/m.yaml", "version": .int(version)],
            "contentChanges": [["text": .string(text)]],
          ])
        // The open document is used, and the file on disk is unchanged.
        files["Policies/m.yaml"] = text
      default:
        // Names and client IDs occur twice, so findings of one file depend on others.
        let text = random.one(of: texts)
        files[name] = text
        try session.files.write(Array(text.utf8), to: "/w/\(name)")
      }
      session.notify("workspace/didChangeWatchedFiles", ["changes": []])
      session.settle()
      var fresh = ServerSession(files)
      fresh.open("Policies/m.yaml", files["Policies/m.yaml"] ?? "")
      fresh.settle()
      #expect(Self.findings(session) == Self.findings(fresh), "\(files.keys.sorted())")
    }
    #expect(!Self.findings(session).isEmpty)
  }
}
