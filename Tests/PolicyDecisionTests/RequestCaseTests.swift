import PolicyTestSupport
import PolicyText
import Testing

/// The requests of `Tests/Vectors/requests` and their expected results.
struct RequestCaseTests {
  private static let cases = Result { try TestCase.all(in: "requests") }

  @Test(arguments: try cases.get())
  func `a request has the expected result`(row: TestCase) throws {
    let policies = try row["policies"] ?? row["policy"] ?? .null
    let simulator = Simulator((policies.items ?? [policies]).compactMap(\.stringValue))
    row.check(try row["expect"], of: simulator.answer(try row.merged("request")))
  }

  @Test(arguments: ["a", "example.com"])
  func `a long entry with other operators is inferred not to match`(host: String) {
    let entry = String(repeating: "(", count: 5_000) + String(repeating: ")*", count: 5_000)
    let answer = Simulator("linkpolicy: 1\nname: none\n").answer([
      "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      "facts": ["authorized_domains": [.string(entry)]],
    ])
    #expect(answer["decision"] == "deny" && answer["confidence"] == "inferred")
  }

  @Test func `there are hundreds of cases`() throws {
    #expect(try Self.cases.get().count > 400)
  }
}
