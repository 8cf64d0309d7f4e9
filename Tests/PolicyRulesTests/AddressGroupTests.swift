import PolicyDiagnostics
import PolicyModel
import PolicyRules
import PolicySourceTree
import PolicyTestSupport
import PolicyText
import Testing

/// Rules get the addresses of a policy some clients at a time: how many changes nothing.
struct AddressGroupTests {
  private static func findings(of policy: [UInt8], clientsAtATime: Int) -> [Diagnostic] {
    let source = SourceFile(name: "policy.yaml", bytes: policy)
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    let workspace = Workspace(sources: [source], documents: [document])
    return WorkspaceIndex(workspace).findings(
      of: document, in: workspace, clientsAtATime: clientsAtATime)
  }

  /// Clients of which some repeat, mistype or misplace an address, with facts that only the whole policy tells.
  private static func estate(clients: Int) -> String {
    var text = """
      linkpolicy: 1
      name: estate
      domains:
        prod-only.example:
          environment: prod
          links: []
      clients:

      """
    for index in 0..<clients {
      let host = index % 41 == 0 ? "prod-only.example" : "app\(index).estate.example"
      let fault = [0: "#x", 1: "", 2: "/../y", 3: "%zz"][index % 37] ?? ""
      text += """
          client-\(index):
            provider: \(index % 5 == 0 ? "google-account-linking" : "generic")
            type: \(index % 7 == 0 ? "native" : "web")
            client_id: { prod: id-\(index)-p, sandbox: id-\(index)-s }
            redirect_uris:
              prod: ["https://\(host)/cb\(fault)", "https://\(host)/cb\(index % 29 == 0 ? "" : "2")"]
              sandbox: ["https://\(host)/cb", "https://sbx\(index).estate.example/cb2"]

        """
    }
    return text + """
      providers:
        firebase:
          project_id: { prod: estate-prod }
          authorized_domains: { prod: [estate.example, unused.example, estate-prod.firebaseapp.com] }

      """
  }

  @Test func `groups of any size have the findings of one group`() {
    let policy = Array(Self.estate(clients: 300).utf8)
    let whole = Self.findings(of: policy, clientsAtATime: .max)
    #expect(Set(whole.map(\.rule)).count > 8)
    #expect(whole.count > 300)
    for count in [1, 7, 64, 299, 300] {
      #expect(
        Checking.describe(Self.findings(of: policy, clientsAtATime: count))
          == Checking.describe(whole), "\(count) clients at a time")
    }
  }

  @Test func `fixtures have the same findings client by client`() throws {
    let files = try ["rules", "policies"].flatMap {
      try Fixtures.files(below: "Tests/Fixtures/\($0)")
    }.filter { $0.hasSuffix(".yaml") }
    #expect(files.count > 50)
    for file in files {
      let policy = try Fixtures.bytes(file)
      #expect(
        Checking.describe(Self.findings(of: policy, clientsAtATime: 1))
          == Checking.describe(Self.findings(of: policy, clientsAtATime: .max)), "\(file)")
    }
  }
}
