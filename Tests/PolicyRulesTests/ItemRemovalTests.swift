import PolicyText
import Testing

/// Fixes that take an entry away leave the rest as it was.
@Suite struct ItemRemovalTests {
  static func fixed(_ lines: String, _ rule: RuleID) throws -> String? {
    let head =
      "linkpolicy: 1\nname: example\nproviders:\n  firebase:\n    project_id: { prod: p }\n"
    let policy = head + lines
    let finding = try #require(Checking.diagnostics(policy).first { $0.rule == rule })
    guard let edit = finding.fixes.first?.edits.first else { return nil }
    var bytes = Array(policy.utf8)
    let span = edit.location.span
    bytes.replaceSubrange(span.start..<span.end, with: edit.replacement.utf8)
    return String(String(decoding: bytes, as: UTF8.self).dropFirst(head.count))
  }

  @Test(
    arguments: [
      ("[p.firebaseapp.com, p.firebaseapp.com]", "[p.firebaseapp.com]"),
      (
        "[p.firebaseapp.com, 'p.firebaseapp.com' , a.example]",
        "[p.firebaseapp.com , a.example]"
      ),
      (
        "\n        - p.firebaseapp.com # ours\n        - p.firebaseapp.com # again\r\n        - a.example",
        "\n        - p.firebaseapp.com # ours\n        - a.example"
      ),
    ])
  func `the second entry of a list goes`(list: String, left: String) throws {
    #expect(
      try Self.fixed(
        "    authorized_domains:\n      prod: \(list)\n", "authorized-domain-redundant")
        == "    authorized_domains:\n      prod: \(left)\n")
  }

  @Test func `an entry that is laid out over lines is left alone`() throws {
    let list = "[p.firebaseapp.com\n        , \"p.firebase\\\n        app.com\"\n        ]"
    let text = try Self.fixed(
      "    authorized_domains: { prod: \(list) }\n", "authorized-domain-redundant")
    #expect(text == "    authorized_domains: { prod: [p.firebaseapp.com\n        \n        ] }\n")
  }

  @Test(
    arguments: [
      (
        "        url: { prod: https://a.example/ }\n        dynamic_link_domain: x.example\n",
        "        url: { prod: https://a.example/ }\n"
      ),
      (
        "        { dynamic_link_domain: x.example, url: { prod: https://a.example/ } }\n",
        "        { url: { prod: https://a.example/ } }\n"
      ),
      (
        "        { url: { prod: https://a.example/ }, dynamic_link_domain: { prod: x.example } }\n",
        "        { url: { prod: https://a.example/ } }\n"
      ),
    ])
  func `a key goes with its value`(action: String, left: String) throws {
    let head = "    email_actions:\n      verify_email:\n"
    #expect(try Self.fixed(head + action, "link-domain-retired") == head + left)
  }
}
