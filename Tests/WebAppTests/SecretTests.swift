import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing
import WebApp

/// No answer of the web API has a byte of a secret.
@Suite struct SecretTests {
  @Test(arguments: SecretForms.forms.indices)
  func `no answer has a secret`(form: Int) throws {
    var random = SeededRandom(seed: UInt64(form))
    let secret = SecretForms.secret(&random)
    try check(
      SecretForms.policy(
        SecretForms.forms[form]("client_secret", secret), place: TestForm.isFull ? form % 5 : 1),
      String(secret.prefix(8)))
  }

  @Test(arguments: SecretSpellings.lines)
  func `no answer has a key or token`(line: String) throws {
    var random = SeededRandom(seed: UInt64(line.utf8.count))
    for content in SecretSpellings.someContents(&random) {
      try check(
        SecretForms.policy([line.replacing("§", with: content.line)], place: 1),
        String(content.body.prefix(8)))
    }
  }

  private func check(_ policy: String, _ secret: String) throws {
    let server = TestServer(MemoryFileSystem(["Policies/a.yaml": policy]))
    var answers = [server.get("/api/files")]
    let list = try JSONValue(parsing: answers[0].bytes ?? [])
    if case .array(let files)? = list["files"], let id = files.first?["id"]?.stringValue {
      answers.append(server.get("/api/files/\(id)"))
    }
    let requests: [(String, JSONValue)] = [
      ("validate", [:]), ("generate", [:]), ("test", [:]), ("flow", ["allow_invalid": true]),
      ("addresses", [:]),
      ("who-allows", ["uri": "https://lumen.example/cb", "allow_invalid": true]),
      (
        "diff",
        ["old": ["files": [:], "disk": true], "new": ["disk": true], "allow_invalid": true]
      ),
    ]
    answers += requests.map { server.post($0.0, $0.1) }
    for answer in answers { #expect(!answer.text.contains(secret), "\(answer.text)\n\(policy)") }
  }
}
