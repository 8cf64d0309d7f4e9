import PolicyText
import Testing

/// Providers are taken away, accounts end, users prove themselves again.
@Suite struct AccountEndingTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  private func answer(
    _ input: [(key: String, value: JSONValue)], _ user: JSONValue?
  ) -> JSONValue {
    simulator.answer([
      "kind": "account_link", "input": .object(input),
      "facts": ["users": user.map { ["U1": $0] } ?? .object([])],
    ])
  }

  private func unlink(_ provider: String, _ user: JSONValue?, _ revoked: Bool? = nil) -> JSONValue {
    answer(
      [("op", "unlink"), ("credential", ["provider": .string(provider)])]
        + (revoked.map { [("revoked", .bool($0))] } ?? []), user)
  }

  private static let user: JSONValue = [
    "current": true, "providers": [["apple.com", "S"], "password"], "phone": "+4930123456",
  ]

  @Test func `a linked provider is unlinked, another is not`() {
    let gone = unlink("apple.com", Self.user, true)
    #expect(gone["decision"] == "allow" && gone["result"]?["user"] == "U1", "\(gone.text())")
    #expect(gone["next"] == .null)
    #expect(unlink("phone", Self.user)["decision"] == "allow")
    let none = unlink("google.com", Self.user)
    #expect(none["decision"] == "deny" && none["error"] == "no-such-provider", "\(none.text())")
    #expect(none["reason"] == "provider-not-linked")
    #expect(answer([("op", "unlink"), ("provider", "password")], Self.user)["decision"] == "allow")
    #expect(answer([("op", "unlink")], Self.user)["error"] == "invalid_line")
  }

  @Test func `the last provider leaves nobody who can sign in`() {
    let last = unlink("apple.com", ["current": true, "providers": [["apple.com", "S"]]], true)
    #expect(last["decision"] == "allow" && last.text().contains("no provider is left"))
    #expect(!unlink("apple.com", Self.user, true).text().contains("no provider is left"))
  }

  @Test func `a token of Apple that was not revoked is told, and no more is claimed than known`() {
    for operation in ["delete", "unlink"] {
      func effects(_ revoked: Bool?) -> (text: String, next: JSONValue?) {
        let answer = answer(
          [("op", .string(operation)), ("credential", ["provider": "apple.com"])]
            + (revoked.map { [("revoked", .bool($0))] } ?? []), Self.user)
        #expect(answer["decision"] == "allow", "\(answer.text())")
        return (answer["result"]?["effects"]?.text() ?? "", answer["next"])
      }
      #expect(effects(true).text.contains("was revoked before"))
      #expect(effects(true).next == .null)
      #expect(effects(false).text.contains("is not revoked"))
      #expect(effects(false).next == "revoke_apple_token")
      #expect(effects(nil).text.contains("is unknown"))
    }
    let other = answer(
      [("op", "delete"), ("revoked", false)], ["current": true, "providers": ["password"]])
    #expect(other["decision"] == "allow" && !other.text().contains("Apple"), "\(other.text())")
    #expect(answer([("op", "delete"), ("revoked", "yes")], Self.user)["error"] == "invalid_line")
  }

  @Test(arguments: ["unlink", "delete", "link", "reauthenticate"])
  func `nobody who is signed in can do none of it`(operation: String) {
    let nobody = answer(
      [("op", .string(operation)), ("credential", ["provider": "apple.com", "sub": "S"])],
      ["providers": [["apple.com", "S"]]])
    #expect(nobody["decision"] == "deny", "\(nobody.text())")
  }

  @Test(arguments: ["unlink", "delete"])
  func `a disabled user is refused by the server`(operation: String) {
    let disabled = answer(
      [("op", .string(operation)), ("credential", ["provider": "apple.com"])],
      ["current": true, "disabled": true, "providers": [["apple.com", "S"]]])
    #expect(disabled["error"] == "user-disabled", "\(disabled.text())")
  }

  @Test func `an operation that there is not is refused with the nearest`() {
    let wrong = answer([("op", "unlnk"), ("credential", ["provider": "apple.com"])], Self.user)
    #expect(wrong["error"] == "invalid_line" && wrong.text().contains("unlink"))
  }
}
