import LinkPolicy
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// A single request lowers the client that it names, many lower all of them: the answers are the same.
@Suite struct SingleRequestTests {
  private static let project: Project? = {
    let files = DirectoryFileSystem(Fixtures.root)
    return try? Project(InputFiles(["Policies"], in: files, kind: nil).files)
  }()

  /// Requests about every client of our own policies: its own values, those of the other environment, and
  /// values that nobody has.
  private static var requests: [(kind: String, request: JSONValue)] {
    var requests: [(kind: String, request: JSONValue)] = []
    func authorize(_ environment: Environment, _ id: String, _ uri: String, policy: String?) {
      let query =
        "client_id=\(PercentEncoding.encode(id))&redirect_uri=\(PercentEncoding.encode(uri))"
        + "&response_type=code&state=s"
      var entries: [(key: String, value: JSONValue)] = [
        ("environment", .string(environment.rawValue)), ("query", .string(query)),
      ]
      if let policy { entries.append(("policy", .string(policy))) }
      requests.append(("authorize", .object(entries)))
    }
    for document in project?.workspace.policies ?? [] {
      let name = document.name.string
      for client in document.policy.clients {
        for environment in Environment.allCases {
          let id = client.clientID?[environment]?.value.string ?? "nobody"
          let uris = Environment.allCases.flatMap { client.redirectURIs?[$0] ?? [] }
          for uri in uris.map(\.value.string) + ["https://nobody.example/callback"] {
            authorize(environment, id, uri, policy: nil)
            authorize(environment, id, uri, policy: name)
            authorize(environment, id, uri, policy: "another")
            authorize(environment, id + "x", uri, policy: nil)
          }
          requests.append(
            (
              "authorize",
              [
                "environment": .string(environment.rawValue),
                "client": .string(client.id.value.string),
                "redirect_uri": .string(uris.first?.value.string ?? ""),
                "response_type": "token",
              ]
            ))
          if let link = client.appFlipIOS?.universalLink?[environment]?.value.string {
            let url = link + "?client_id=\(id)&response_type=code&state=s"
            requests.append(
              (
                "app_flip_ios",
                ["environment": .string(environment.rawValue), "url": .string(url)]
              ))
          }
        }
      }
    }
    return requests
  }

  @Test func `one request is answered as one of many`() throws {
    let project = try #require(Self.project)
    let requests = Self.requests
    #expect(requests.count > 100)
    for kind in ["authorize", "app_flip_ios"] {
      let one = RequestEvaluator(project, defaultKind: kind, onlyKind: true, withTrace: true)
      let many = RequestEvaluator(project, defaultKind: kind, withTrace: true)
      for request in requests where request.kind == kind {
        let answer = one.answer(request.request).json.text()
        #expect(answer == many.answer(request.request).json.text(), "\(request.request.text())")
      }
    }
  }
}
