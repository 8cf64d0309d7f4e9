import LinkPolicy
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// A batch remembers answers: each is the one that the same line gets without a memory.
@Suite struct RequestBatchTests {
  private static let project: Project? = {
    let files = DirectoryFileSystem(Fixtures.root)
    return try? Project(InputFiles(["Policies"], in: files, kind: nil).files)
  }()

  /// Lines as they stand in logs, and as nobody should write them: few requests, each again and again with other values
  /// of `id` and `state`.
  private struct Lines {
    var random: SeededRandom
    private let clients: [(environment: String, id: String, uri: String)]

    init(_ project: Project, seed: UInt64) {
      random = SeededRandom(seed: seed)
      var clients = [("prod", "nobody", "https://nobody.example/callback")]
      for document in project.workspace.policies {
        for client in document.policy.clients {
          for environment in Environment.allCases {
            guard let id = client.clientID?[environment]?.value.string,
              let uri = client.redirectURIs?[environment]?.first?.value.string
            else { continue }
            clients.append((environment.rawValue, id, uri))
          }
        }
      }
      self.clients = clients
    }

    /// As clients send it.
    private mutating func plain() -> String {
      let (environment, clientID, uri) = random.one(of: clients)
      return
        #"{"id":"R\#(random.next() % 1_000)","kind":"authorize","environment":"\#(environment)","#
        + #""query":"client_id=\#(clientID)&redirect_uri=\#(PercentEncoding.encode(uri))"#
        + "&response_type=code&state=s\(random.next() % 1_000)\(Self.challenge)\"}"
    }

    private static let challenge =
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

    mutating func line() -> String {
      if random.once(in: 2) { return plain() }
      let (environment, clientID, registered) = random.one(of: clients)
      let uri = random.one(of: [
        registered, registered, registered, registered + "/", registered + "?state=s1",
        registered + "&state=s1", "https://nobody.example/?id=s1", "",
      ])
      let client = random.one(of: [clientID, clientID, clientID, clientID + "x"])
      var members = [#""environment":"\#(environment)""#, #""kind":"authorize""#]
      if random.once(in: 10) { members[1] = #""kind":"app_flip_ios""# }
      if random.once(in: 20) { members.append(#""policy":"another""#) }
      let names = random.one(of: ["query", "query", "url", "fields"])
      let state = state()
      if names == "fields" {
        members += [
          #""client_id":"\#(client)""#, #""redirect_uri":"\#(uri)""#, #""response_type":"code""#,
        ]
        if let state { members.append(#""state":\#(random.one(of: ["", " "]))"\#(state)""#) }
      } else {
        let shown = random.once(in: 8) ? uri : PercentEncoding.encode(uri)
        var pieces = [
          "client_id=\(client)", "redirect_uri=\(shown)", "response_type=code", "scope=\(scope())",
        ]
        if let state { pieces.insert("state=\(state)", at: random.one(of: [0, 3, 4])) }
        if random.once(in: 20) { pieces.append("st%61te=s1") }
        if random.once(in: 20) { pieces.append("x=%zz") }
        let query = pieces.joined(separator: random.once(in: 30) ? #"\u0026"# : "&")
        let text = names == "url" ? "https://auth.example/authorize?" + query : query
        members.append(#""\#(names)":"\#(text)""#)
      }
      if random.once(in: 20) { members.append(#""ctx":{"id":"s1","state":"s1"}"#) }
      if random.once(in: 20) { members.append(#""outcome":"deny""#) }
      if let id = id() { members.insert(id, at: random.one(of: [0, 0, 0, members.count])) }
      let line = "{" + members.joined(separator: random.one(of: [",", ", "])) + "}"
      return random.once(in: 40) ? String(line.dropLast()) : line
    }

    private mutating func scope() -> String { random.one(of: ["", "profile", "admin%20profile"]) }

    private mutating func id() -> String? {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: nil
      case 1: #""id":17"#
      case 2: #""id":"a\"b""#
      case 3: #""id":"\u00fc""#
      case 4: #""id":"ü""#
      case 5: #""id":"""#
      case 6: #""id" : "s1""#
      case 7: #""id":"1","id":"2""#
      case 8: #""id":{"id":"s1"}"#
      default: #""id":"R\#(random.next() % 1_000)<>/&='""#
      }
    }

    private mutating func state() -> String? {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: nil
      case 1: ""
      case 2: "a%20b"
      case 3: "a+b"
      case 4: "s1"
      case 5: "ü"
      case 6: "a=b"
      case 7: "s#1"
      default: "s~\(random.next() % 1_000)"
      }
    }
  }

  @Test(arguments: [false, true])
  func `answers with a memory are those without`(withTrace: Bool) throws {
    let project = try #require(Self.project)
    let evaluator = RequestEvaluator(project, withTrace: withTrace)
    var batch = RequestBatch(evaluator)
    var lines = Lines(project, seed: withTrace ? 1 : 2)
    var allowed = 0
    for _ in 0..<TestForm.size(1_000, full: 4_000) {
      let line = Array(lines.line().utf8)
      let answer = evaluator.answer(line: line)
      var output: [UInt8] = []
      let outcome = batch.answer(line: line, to: &output)
      #expect(outcome == answer.decision?.outcome)
      let text = answer.json.text()
      #expect(output.elementsEqual(text.utf8), "\(String(decoding: line, as: UTF8.self))")
      if outcome == .allow { allowed += 1 }
    }
    #expect(allowed > 150)
  }

  @Test func `what an answer depends on is never taken for a value that comes back`() throws {
    let project = try #require(Self.project)
    let evaluator = RequestEvaluator(project)
    var batch = RequestBatch(evaluator)
    // A client key that looks like an ID, a state in an address, and the state of another parameter's text.
    let lines = [
      #"{"kind":"authorize","client":{"id":"a"},"state":"s"}"#,
      #"{"kind":"authorize","client_id":"a","redirect_uri":"https://a.example/?state=1"}"#,
      #"{"kind":"authorize","client_id":"a","redirect_uri":"https://a.example/?state=2"}"#,
      #"{"kind":"authorize","error_description":"?state=1&","query":"client_id=a&state=1"}"#,
      #"{"kind":"authorize","error_description":"?state=2&","query":"client_id=a&state=1"}"#,
      #"{"kind":"universal_link","id":"1","url":"https://a.example/?state=1"}"#,
      #"{"kind":"universal_link","id":"1","url":"https://a.example/?state=2"}"#,
    ]
    for line in lines + lines {
      var output: [UInt8] = []
      _ = batch.answer(line: Array(line.utf8), to: &output)
      let alone = evaluator.answer(line: Array(line.utf8)).json.text()
      #expect(String(decoding: output, as: UTF8.self) == alone)
    }
  }
}
