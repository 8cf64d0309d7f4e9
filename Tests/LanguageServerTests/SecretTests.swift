import PolicyTestSupport
import PolicyText
import Testing

/// Nothing that an editor shows has a byte of a secret.
@Suite struct SecretTests {
  @Test(arguments: SecretForms.forms.indices)
  func `an editor is shown no secret`(form: Int) {
    var random = SeededRandom(seed: UInt64(form))
    let secret = SecretForms.secret(&random)
    let policy = SecretForms.policy(
      SecretForms.forms[form]("client_secret", secret), place: TestForm.isFull ? form % 5 : 1)
    check(policy, secret)
  }

  @Test(arguments: SecretSpellings.lines)
  func `an editor is shown no key or token`(line: String) {
    var random = SeededRandom(seed: UInt64(line.utf8.count))
    for content in SecretSpellings.someContents(&random) {
      let policy = SecretForms.policy(
        [line.replacing("§", with: content.line)], place: 1)
      check(policy, String(content.body.prefix(24)))
    }
  }

  private func check(_ policy: String, _ secret: String) {
    var session = ServerSession(["Policies/a.yaml": policy])
    session.open("Policies/a.yaml", policy)
    session.settle()
    var shown = session.findings.values.flatMap { $0 } + session.sent
    let document: JSONValue = ["uri": "file:///w/Policies/a.yaml"]
    for (number, line) in policy.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(secret.prefix(8)) || line.contains("client_secret") {
      for column in [line.utf16.count / 2, line.utf16.count] {
        for method in ["hover", "completion", "definition", "signatureHelp"] {
          shown.append(
            session.request(
              "textDocument/\(method)",
              [
                "textDocument": document,
                "position": ["line": .int(number), "character": .int(column)],
              ]))
        }
      }
    }
    for method in ["documentSymbol", "codeLens", "documentLink", "foldingRange"] {
      shown.append(session.request("textDocument/\(method)", ["textDocument": document]))
    }
    for message in shown {
      let text = message.text()
      #expect(!text.contains(secret.prefix(8)), "\(text) of\n\(policy)")
    }
  }
}
