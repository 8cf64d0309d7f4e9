import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// A policy with everything that `diff` compares.
let basePolicy = Fixtures.policy("everything")

/// An edit of a policy and the expected changes.
struct Edit: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var from: String
  var to: String
  var changes: [String]

  /// - Parameter isNamed: whether the row starts with a name. If not, its changes are the name.
  init(_ row: [String], isNamed: Bool) {
    let cells = isNamed ? Array(row.dropFirst()) : row
    (from, to, changes) = (cells[0], cells[1], Array(cells.dropFirst(2)))
    testDescription = isNamed ? row[0] : changes.joined(separator: ", ")
  }
}

@Suite struct DifferenceTests {
  @Test(arguments: try Fixtures.rows("policy-edits").map { Edit($0, isNamed: true) })
  func `an edit gives the expected changes in both directions`(_ edit: Edit) throws {
    try #require(basePolicy.contains(edit.from))
    let edited = basePolicy.replacingFirst(edit.from, with: edit.to)
    let (old, new) = (Project(policy: basePolicy), Project(policy: edited))
    let there = PolicyDifference(old: old, new: new)
    #expect(there.summary.sorted() == edit.changes.sorted())
    #expect(there.problems(old: old, new: new) == [])
    let back = PolicyDifference(old: new, new: old)
    let mirrored = edit.changes.map { change in
      change.hasPrefix("w")
        ? "narrowing" + change.dropFirst(8)
        : change.hasPrefix("na") ? "widening" + change.dropFirst(9) : change
    }
    #expect(back.summary.sorted() == mirrored.sorted())
    #expect(back.problems(old: new, new: old) == [])
  }

  @Test func `the edited policy has no findings and no difference from itself`() {
    let project = Project(policy: basePolicy)
    #expect(!project.report.has(atLeast: .error))
    #expect(PolicyDifference(old: project, new: project).changes.isEmpty)
  }

  @Test func `a caller without a certificate is an error, not a change`() throws {
    let certificate = try #require(
      basePolicy.firstRange(of: #/sha256_cert_fingerprints:\n +- "F0:[0-9A-F:]+"/#))
    let project = Project(
      policy: basePolicy.replacingCharacters(in: certificate, with: "sha256_cert_fingerprints: []"))
    #expect(project.report.has(atLeast: .error))
    #expect(PolicyDifference(old: project, new: project).changes.isEmpty)
  }

  @Test func `a new client is one change at the line of its key`() throws {
    let policy =
      basePolicy + """
          kiosk:
            provider: generic
            type: web
            client_id: kiosk-1
            client_secret: { env: KIOSK_SECRET }
            redirect_uris: [https://kiosk.lumen.example/cb]
            scopes: [devices, profile]

        """
    let new = Project(policy: policy)
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: new)
    #expect(difference.summary == ["widening prod client", "widening sandbox client"])
    let change = try #require(difference.changes.first)
    #expect(change.old == nil && change.new?.path == "clients.kiosk")
  }

  @Test func `a change that others hide is not reported as its opposite`() {
    // All client IDs differ, so each side rejects all requests of the other as unknown.
    let new = basePolicy.replacing("home-1", with: "home-2")
      .replacing("state: required", with: "state: optional")
      .replacing("pkce: optional", with: "pkce: required")
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: Project(policy: new))
    #expect(
      difference.summary.filter { $0.contains(" prod ") } == [
        "widening prod client_id", "narrowing prod client_id", "widening prod state",
        "narrowing prod pkce",
      ])
  }

  private static let pieces = ["*", "$(", "$(food)", "?", "*/", "a"]

  /// A policy with a long pattern and an even longer value of a variable.
  private static func long(_ piece: String, _ count: Int) -> String {
    let pattern = "/" + String(repeating: piece, count: count)
    let value = String(repeating: "*p", count: count / 4)
    return basePolicy.replacing("path: /docs/* }", with: "path: \"\(pattern)\" }")
      .replacing("[burrito, pizza]", with: "[burrito, \"\(value)\"]")
  }

  @Test(arguments: pieces) func `a pattern of many kilobytes is compared`(_ piece: String) {
    let policy = Self.long(piece, TestForm.size(300, full: 5_000))
    let (old, new) = (Project(policy: basePolicy), Project(policy: policy))
    let difference = PolicyDifference(old: old, new: new)
    #expect(difference.problems(old: old, new: new) == [])
  }

  @Test(.countsInstructions, arguments: pieces)
  func `comparing a pattern of many kilobytes takes little work`(_ piece: String) throws {
    try Tool.withTemporaryDirectory { directory in
      try Data(basePolicy.utf8).write(to: directory.appending(path: "old.yaml"))
      try Data(Self.long(piece, 20_000).utf8).write(to: directory.appending(path: "new.yaml"))
      let count = try Instructions.count(["diff", "old.yaml", "new.yaml"], in: directory)
      #expect(count < Instructions.most, "\(count) instructions")
    }
  }

  @Test func `changes have the line of the value on each side`() throws {
    let new = basePolicy.replacing("pkce: optional", with: "pkce: required")
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: Project(policy: new))
    let change = try #require(difference.changes.first)
    #expect(change.old?.path == "clients.home.pkce" && change.new?.path == "clients.home.pkce")
    #expect(change.old?.column == 11)
  }
}

extension String {
  func replacingFirst(_ text: String, with other: String) -> String {
    replacing(text, with: other, maxReplacements: 1)
  }
}
