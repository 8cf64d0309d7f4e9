import PolicyText
import Testing
import PolicyTestSupport

/// Definition, references and rename of all names in policies.
@Suite struct NameTests {
  static let policy = Fixtures.policy("language-server-names")

  private static let tests = """
    linkpolicy_tests: 1
    policy: lumen
    tests:
      - name: nobody
        request: { kind: authorize, client: website, query: redirect_uri=x }
        expect: { decision: deny }

    """

  private static let deployed = """
    {"applinks":{"details":[{"appIDs":["R7KM2QX94T.com.lumen.home"],"components":[{"/":"/menu/*"}]}]}}
    """

  private static func session() -> ServerSession {
    ServerSession([
      "Policies/a.yaml": policy, "Policies/tests/t.yaml": tests,
      "Policies/apple-app-site-association": deployed,
    ])
  }

  private static func marked(_ old: String, _ new: String) -> String {
    #expect(policy.contains(old), "\(old)")
    return policy.replacing(old, with: new, maxReplacements: 1)
  }

  /// Returns the files after a rename, or the message if it is rejected.
  private static func renamed(
    _ old: String, _ new: String, to name: String
  ) -> (texts: [String: String], message: String?) {
    var session = session()
    let answer = session.request(
      "textDocument/rename", "Policies/a.yaml", marked(old, new), [("newName", .string(name))])
    var texts = ["a.yaml": policy, "t.yaml": tests, "apple-app-site-association": deployed]
    for file in answer["documentChanges"]?.items ?? [] {
      let uri = file[path: "textDocument", "uri"]?.stringValue ?? ""
      let key = String(uri.split(separator: "/").last ?? "")
      texts[key] = texts[key].map { Edits.applied(file["edits"], to: $0) }
    }
    return (texts, answer[path: "error", "message"]?.stringValue)
  }

  /// Counts how often a string contains another.
  private static func count(_ part: String, in text: String?) -> Int {
    (text ?? "").ranges(of: part).count
  }

  @Test func `a variable is renamed only in the patterns of its host`() {
    let (texts, _) = Self.renamed("/menu/$(food)", "/menu/$(fo‸od)", to: "dish")
    #expect(Self.count("$(dish)", in: texts["a.yaml"]) == 2)
    #expect(Self.count("dish", in: texts["a.yaml"]) == 3)
    #expect(Self.count("food", in: texts["a.yaml"]) == 2)
  }

  @Test func `an anchor is renamed with its aliases`() {
    let (texts, _) = Self.renamed("&scopes", "&sco‸pes", to: "granted")
    #expect(texts["a.yaml"]?.contains("scopes: &granted [devices]") == true)
    #expect(texts["a.yaml"]?.contains("scopes: *granted") == true)
  }

  @Test func `a feature is renamed with the tests that use it`() {
    let (texts, _) = Self.renamed("features: { backup", "features: { back‸up", to: "drive")
    #expect(texts["a.yaml"]?.contains("{ feature: drive }") == true)
    #expect(texts["a.yaml"]?.contains("features: { drive:") == true)
  }

  @Test func `a client and a policy are renamed in test files`() {
    #expect(
      Self.renamed("  website: &", "  web‸site: &", to: "site").texts["t.yaml"]?
        .contains("client: site,") == true)
    #expect(
      Self.renamed("name: lumen\n", "name: lum‸en\n", to: "light").texts["t.yaml"]?
        .contains("policy: light") == true)
  }

  @Test func `a rename doesn't change the platform's name of an app`() {
    let (texts, _) = Self.renamed("  lumen-ios:", "  lumen‸-ios:", to: "iphone")
    #expect(texts["a.yaml"]?.contains("lumen-ios") == false)
    #expect(texts["apple-app-site-association"] == Self.deployed)
  }

  @Test(arguments: [
    ("/menu/$(food)", "/menu/$(fo‸od)", "lang", "predefined by Apple"),
    ("/menu/$(food)", "/menu/$(fo‸od)", "a b", "not a valid name of a variable"),
    ("/menu/$(food)", "/menu/$(fo‸od)", "", "not a valid name of a variable"),
    ("/$(lang)/", "/$(la‸ng)/", "x", "is not declared"),
    ("&scopes", "&sco‸pes", "site", ""), ("&scopes", "&sco‸pes", "a]", "not a valid anchor"),
    ("features: { backup", "features: { back‸up", "a b", "not a valid id"),
    ("  website: &", "  web‸site: &", "copy", "is already declared"),
    ("  lumen.example:", "  lumen‸.example:", "x.example", "can't rename a"),
    ("https://lumen.example/cb", "https://lumen‸.example/cb", "x.example", "can't rename a"),
    ("provider: generic", "provi‸der: generic", "x", "only apps"),
  ])
  func `a rename to an existing or invalid name is rejected with the reason`(
    _ old: String, _ new: String, _ name: String, _ wanted: String
  ) {
    let message = Self.renamed(old, new, to: name).message ?? ""
    #expect(wanted.isEmpty ? message.isEmpty : message.contains(wanted), "\(message)")
  }

  private static func locations(_ value: JSONValue) -> [String] {
    (value.items ?? []).map {
      let uri = $0["uri"]?.stringValue ?? ""
      return
        "\(uri.split(separator: "/").last ?? ""):\($0[path: "range", "start", "line"]?.integer ?? -1)"
    }
  }

  @Test func `an app ID in a deployed file leads to its app`() {
    var session = Self.session()
    let name = "Policies/apple-app-site-association"
    let marked = Self.deployed.replacing("R7KM", with: "R7‸KM")
    #expect(
      Self.locations(session.request("textDocument/definition", name, marked)) == ["a.yaml:3"])
    #expect(
      Self.locations(session.request("textDocument/references", name, marked)).sorted()
        == ["a.yaml:14", "a.yaml:3", "a.yaml:7", "apple-app-site-association:0"])
  }

  @Test func `a host in a URL leads to its declaration`() {
    var session = Self.session()
    let marked = Self.marked("https://lumen.example/cb", "https://lumen‸.example/cb")
    #expect(
      Self.locations(session.request("textDocument/definition", "Policies/a.yaml", marked))
        == ["a.yaml:5"])
  }

  @Test func `a test leads to the entry that decides it`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    let text = cleanPolicy.replacing(
      "    request: { kind: authorize, client: website, query: redirect_uri=x }",
      with: "    request: { kind: universal_link, url: https://lumen.example/open/x }")
    let marked = text.replacing("name: allowed", with: "na‸me: allowed")
    #expect(
      Self.locations(session.request("textDocument/definition", "Policies/a.yaml", marked))
        == ["a.yaml:9"])
  }

  @Test func `workspace symbols are found by any part of their name, including client IDs`() {
    var session = Self.session()
    session.open("Policies/a.yaml", Self.policy)
    func names(_ query: String) -> [String] {
      (session.request("workspace/symbol", ["query": .string(query)]).items ?? []).map {
        "\($0["name"]?.stringValue ?? "") (\($0["containerName"]?.stringValue ?? ""))"
      }
    }
    #expect(names("WEB-PROD") == ["lumen-web-prod (website · prod)"])
    #expect(names("copy").count == 3)
    #expect(names("").count > 9)
  }
}
