import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing
import WebApp

/// The security table of `serve`, row by row, without a server. `Web/Tests` runs a real server.
@Suite struct SecurityTests {
  private let server = TestServer(MemoryFileSystem(["Policies/a.yaml": "linkpolicy: 1\nname: a\n"]))

  private func head(
    _ method: String = "GET", _ target: String = "/", hosts: [String] = ["localhost:1"],
    _ fields: [(name: String, value: String)] = []
  ) -> WebHead {
    WebHead(method: method, target: target, hosts: hosts, fields: fields)
  }

  // MARK: host

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:65535", "[::1]", "[::1]:8080",
  ])
  func `the loopback names with any port are accepted`(host: String) {
    #expect(HostRule.isOwn(host))
  }

  @Test(arguments: [
    "", "evil.example", "localhost.", "localhost.evil.example", "127.0.0.1.evil.example",
    "127.0.0.2",
    "0.0.0.0", "localhost:", "localhost:x", "localhost:123456", "[::1]x", "::1", "127.1",
    "2130706433",
    "localhost@evil.example", "evil.example:80#localhost", " localhost", "localhost ",
    "[::ffff:127.0.0.1]",
  ])
  func `every other host is rejected`(host: String) {
    #expect(server.send(head(hosts: [host])).status == 400)
  }

  @Test func `a request has one host, and the target is a path`() {
    #expect(server.send(head(hosts: [])).code == "host")
    #expect(server.send(head(hosts: ["localhost", "localhost"])).code == "host")
    #expect(server.send(head("GET", "http://localhost:1/")).code == "target")
    #expect(server.send(head("OPTIONS", "*")).code == "target")
    #expect(server.send(head("GET", "")).code == "target")
    #expect(server.send(head()).status == 200)
  }

  // MARK: origin

  @Test func `only our own pages may send requests`() {
    for origin in ["http://localhost:1"] {
      #expect(server.send(head("GET", "/", [("origin", origin)])).status == 200)
    }
    let foreign = [
      "null", "https://localhost:1", "http://localhost", "http://localhost:2",
      "http://127.0.0.1:1", "http://evil.example", "", "http://localhost:1/",
    ]
    for origin in foreign {
      #expect(server.send(head("GET", "/", [("origin", origin)])).status == 403, "\(origin)")
    }
    let twice = [(name: "origin", value: "http://localhost:1")]
    #expect(server.send(head("GET", "/", twice + twice)).status == 403)
  }

  @Test func `the browser says which page sends a request`() {
    for site in ["same-origin", "none"] {
      #expect(server.send(head("GET", "/", [("sec-fetch-site", site)])).status == 200)
    }
    for site in ["same-site", "cross-site", "", "none, none"] {
      #expect(server.send(head("GET", "/", [("Sec-Fetch-Site", site)])).status == 403, "\(site)")
    }
  }

  @Test(arguments: ["OPTIONS", "TRACE", "CONNECT"])
  func `preflight requests are rejected`(method: String) {
    let answer = server.send(server.head(method, "/api/validate"))
    #expect(answer.status == 403)
    #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
  }

  // MARK: token

  @Test func `the API requires the token, and the pages don't`() {
    #expect(server.send(head("GET", "/app.js")).status == 200)
    #expect(server.send(head("GET", "/api/info")).status == 401)
    #expect(server.get("/api/info").status == 200)
    let old = TokenGate(clock: { 0 }).text
    for value in ["Bearer \(old)", "Bearer ", "bearer \(server.gate.text)", server.gate.text] {
      #expect(
        server.send(head("GET", "/api/info", [("authorization", value)])).status == 401, "\(value)")
    }
    let both = [(name: "authorization", value: "Bearer \(server.gate.text)")]
    #expect(server.send(head("GET", "/api/info", both + both)).status == 401)
  }

  @Test func `only requests with the token are told that a path doesn't exist`() {
    #expect(server.send(head("GET", "/api/nothing")).status == 401)
    #expect(server.get("/api/nothing").status == 404)
  }

  @Test func `after ten wrong tokens there is a pause, which doesn't affect the right token`() {
    let clock = TestClock()
    let server = TestServer(MemoryFileSystem(), clock: clock)
    let wrong = head("GET", "/api/info", [("authorization", "Bearer 0")])
    for _ in 0..<TokenGate.maximumFailures { #expect(server.send(wrong).status == 401) }
    #expect(server.send(wrong).status == 429)
    #expect(server.get("/api/info").status == 200)
    clock.advance(TokenGate.pause)
    #expect(server.send(wrong).status == 401)
  }

  @Test func `a token has 128 random bits`() {
    let tokens = Set((0..<50).map { _ in TokenGate(clock: { 0 }).text })
    #expect(tokens.count == 50)
    #expect(tokens.allSatisfy { $0.count == 32 })
  }

  @Test func `the code of --open can be exchanged for the token once, within half a minute`() {
    let clock = TestClock()
    let server = TestServer(MemoryFileSystem(), clock: clock)
    func redeem(_ code: String) -> WebAnswer { server.post("session", ["code": .string(code)]) }
    let code = server.gate.makeCode()
    #expect(code != server.gate.text)
    #expect(redeem(code).text.contains(server.gate.text))
    #expect(redeem(code).status == 401)
    let late = server.gate.makeCode()
    clock.advance(TokenGate.codeLifetime)
    #expect(redeem(late).status == 401)
    let guessed = server.gate.makeCode()
    let wrong = (0..<3 * TokenGate.maximumFailures).map { redeem(String($0)).status }
    #expect(Set(wrong) == [401, 429])
    // A wrong guess doesn't use the code up, and the pause applies only to wrong guesses.
    #expect(redeem(guessed).text.contains(server.gate.text))
    let over = server.gate.makeCode()
    server.gate.endCode()
    #expect(redeem(over).status == 429)
  }

  @Test func `other pages and files may link to the first page only`() {
    let visit = [
      (name: "sec-fetch-site", value: "cross-site"), (name: "sec-fetch-mode", value: "navigate"),
      (name: "sec-fetch-dest", value: "document"),
    ]
    let token = [(name: "authorization", value: "Bearer \(server.gate.text)")]
    #expect(server.send(head("GET", "/", visit)).status == 200)
    for path in ["/app.js", "/api/info", "/?", "/index.html"] {
      #expect(server.send(head("GET", path, visit + token)).status == 403, "\(path)")
    }
    for method in ["HEAD", "POST", "OPTIONS"] {
      #expect(server.send(head(method, "/", visit)).status == 403, "\(method)")
    }
    for missing in [1, 2] {
      var fields = visit
      fields.remove(at: missing)
      #expect(server.send(head("GET", "/", fields)).status == 403)
    }
    let other = [(name: "origin", value: "http://evil.example")]
    #expect(server.send(head("GET", "/", visit + other)).status == 403)
  }

  @Test func `the token identifies the owner, and checking it never counts as a guess`() {
    #expect(server.service.isFromOwner(server.head("GET", "/api/info")))
    for _ in 0..<2 * TokenGate.maximumFailures {
      #expect(!server.service.isFromOwner(head("GET", "/", [("authorization", "Bearer 0")])))
    }
    #expect(server.send(head("GET", "/api/info", [("authorization", "Bearer 0")])).status == 401)
  }

  // MARK: bodies

  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
    "application/jsonx", "text/plain; application/json",
  ])
  func `a body that a form can send is rejected`(type: String) {
    let head = WebHead(
      method: "POST", target: "/api/validate", hosts: ["localhost"],
      fields: [("authorization", "Bearer \(server.gate.text)"), ("content-type", type)])
    #expect(server.send(head, Array("{}".utf8)).status == 415)
  }

  @Test func `a body without a type, or with two, is rejected`() {
    let token = [(name: "authorization", value: "Bearer \(server.gate.text)")]
    let json = [(name: "content-type", value: "application/json")]
    #expect(server.send(head("POST", "/api/validate", token)).status == 415)
    #expect(server.send(head("POST", "/api/validate", token + json + json)).status == 415)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"files":1}"#, #"{"files":{"a":1}}"#, #"{"other":1}"#, #"{"disk":0}"#,
  ])
  func `an invalid body gets an error`(body: String) {
    let answer = server.send(server.head("POST", "/api/validate"), Array(body.utf8))
    #expect(answer.status == 400)
    #expect(answer.text.hasPrefix(#"{"schemaVersion":1,"error":{"code":""#))
  }

  @Test func `methods and paths are exact`() {
    #expect(server.send(head("POST", "/app.js")).status == 405)
    #expect(server.get("/api/validate").status == 405)
    #expect(server.post("info", [:]).status == 405)
    let paths = [
      "/app.js/", "//app.js", "/./app.js", "/x/../app.js", "/%61pp.js", "/APP.JS", "/app.js%00",
      "/..%2f..%2fetc%2fpasswd", "/../../etc/passwd", "/app.js;x",
    ]
    for path in paths { #expect(server.send(head("GET", path)).status == 404, "\(path)") }
    #expect(server.send(head("GET", "/app.js?x")).status == 200)
    #expect(server.send(head("HEAD", "/app.js")).bytes == [])
  }

  // MARK: headers

  @Test func `pages run only our own scripts, and nothing is cached`() {
    let policy = SecurityHeaders.policy
    for directive in [
      "default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
      "form-action 'none'", "require-trusted-types-for 'script'",
    ] { #expect(policy.contains(directive)) }
    #expect(!policy.contains("unsafe"))
    let names = SecurityHeaders.fields.map(\.name)
    for name in [
      "x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
      "cross-origin-resource-policy",
    ] { #expect(names.contains(name)) }
    #expect(server.get("/api/info").fields.contains { $0 == ("cache-control", "no-store") })
  }

  @Test(arguments: [
    ("POST", "/api/diff", "`linkpolicy diff`"), ("POST", "/api/addresses", "--target report`"),
    ("GET", "/api/rules/uri-http", "`linkpolicy explain`"), ("GET", "/api/files", "command line"),
  ])
  func `a request that takes too long gets the command to run instead`(
    method: String, path: String, words: String
  ) {
    let server = TestServer(MemoryFileSystem())
    let work = server.service.work(of: server.head(method, path))
    #expect(work.late.status == 503 && work.late.code == "late")
    #expect(work.late.text.contains(words), "\(work.late.text)")
    // Repeating the request wouldn't help.
    #expect(!work.late.fields.contains { $0.name == "retry-after" })
    #expect(WebAnswer.busy.fields.contains { $0.name == "retry-after" })
  }
}

/// `/api/diff` in the hostile repositories of the command line's tests.
@Suite(.enabled(if: Tool.path("git") != nil, "git is not installed"))
struct HostileRepositoryTests {
  @Test(arguments: HostileRepository.all)
  func `a page gets the base or an error, and nothing of the repository runs`(
    _ repository: HostileRepository
  ) throws {
    _ = try repository.with { sandbox in
      let server = TestServer(
        DirectoryFileSystem(sandbox.directory), paths: ["Policies"],
        processes: POSIXProcessRunner(), workingDirectory: sandbox.directory.path)
      let answer = server.post("diff", ["old": ["revision": "v1"], "new": ["disk": true]])
      #expect(!sandbox.hasRun)
      switch repository.outcome {
      case .files:
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains("scope `rooms` added"), "\(answer.text)")
      case .refused(let words):
        #expect(answer.status == 400)
        #expect(answer.text.contains(words), "\(answer.text)")
      }
    }
  }

  @Test(arguments: ["-h", "--upload-pack=x", "HEAD..main", "a:b", ":/fix", "a\n", ""])
  func `a name that git could interpret as something else is rejected`(name: String) {
    let server = TestServer(MemoryFileSystem([:]))
    let answer = server.post("diff", ["old": ["revision": .string(name)], "new": ["disk": true]])
    #expect(answer.status == 400)
  }
}

/// No response of the web API has a byte of a secret.
@Suite struct SecretTests {
  @Test(arguments: SecretForms.forms.indices)
  func `no response has a secret`(form: Int) throws {
    var random = SeededRandom(seed: UInt64(form))
    let secret = SecretForms.secret(&random)
    try check(
      SecretForms.policy(
        SecretForms.forms[form]("client_secret", secret), place: TestForm.isFull ? form % 5 : 1),
      String(secret.prefix(8)))
  }

  @Test(arguments: SecretSpellings.lines)
  func `no response has a key or token`(line: String) throws {
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
