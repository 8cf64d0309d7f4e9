import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The generated clients of authorization servers.
struct ServerTargetTests {
  static let targets = [
    "keycloak", "auth0", "hydra", "dex", "okta", "cognito", "client-metadata",
  ]

  /// A policy with all client types.
  static func input() throws -> GeneratorInput {
    let text = try Data(
      contentsOf: Fixtures.root.appending(path: "Tests/Goldens/servers/policy.yaml"))
    let workspace = Workspace(texts: [
      (name: "Policies/lumen.yaml", text: String(decoding: text, as: UTF8.self))
    ])
    #expect(workspace.structureFindings.map(\.message) == [])
    return GeneratorInput(workspace)
  }

  /// Returns a target's files by path.
  static func files(_ clients: String, _ target: String) throws -> [String: GeneratedFile] {
    let workspace = Workspace(texts: [
      (name: "Policies/one.yaml", text: "linkpolicy: 1\nname: one\nclients:\n\(clients)\n")
    ])
    return try AppleAppTests.files(workspace, [target])
  }

  @Test(arguments: targets)
  func `every file is as recorded`(target: String) throws {
    let files = try GeneratorRegistry.files(for: Self.input(), targets: [target])
    for file in files {
      #expect(file.target == target)
      #expect(file.path.hasPrefix("\(file.environment?.rawValue ?? "")/authorization-server/"))
      try Golden.check(file.bytes, "servers/generated/\(file.path)")
    }
    let folders = ["prod", "sandbox"].map {
      Fixtures.root.appending(
        path: "Tests/Goldens/servers/generated/\($0)/authorization-server/\(target)")
    }
    let recorded = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0.path)) ?? []
    }
    #expect(recorded.count == files.count)
  }

  @Test func `they are generated only on request`() throws {
    let paths = try GeneratorRegistry.files(for: Self.input()).map(\.path)
    #expect(!paths.isEmpty)
    #expect(!paths.contains { $0.utf8.firstRange(of: "authorization-server".utf8) != nil })
    #expect(Set(GeneratorRegistry.defaultNames).isDisjoint(with: Self.targets))
    #expect(
      GeneratorRegistry.defaultNames == [
        "aasa", "assetlinks", "entitlements", "info-plist", "android-manifest", "json", "report",
        "checklist",
      ])
  }

  @Test func `a policy without clients has no files`() throws {
    for target in Self.targets {
      let workspace = Workspace(texts: [(name: "a.yaml", text: "linkpolicy: 1\nname: one\n")])
      #expect(try AppleAppTests.files(workspace, [target]).isEmpty)
    }
  }

  @Test func `client names are unique if policies share a key`() throws {
    let texts = ["one", "Two"].map { name in
      (
        name: "Policies/\(name).yaml",
        text: """
        linkpolicy: 1
        name: \(name)
        clients:
          app: { provider: generic, type: web, client_id: id-of-\(name), redirect_uris: [https://\(name).example/cb], scopes: [a] }
          \(name): { provider: generic, type: web, client_id: other-of-\(name), redirect_uris: [https://\(name).example/cb], scopes: [a] }

        """
      )
    }
    let files = try AppleAppTests.files(Workspace(texts: texts), ["okta"])
    let names = files.keys.filter { $0.hasPrefix("prod") }.compactMap {
      $0.split(separator: "/").last
    }
    #expect(Set(names) == ["one.app.json", "Two.app.json", "one.json", "Two.json", "README.md"])
  }

  // MARK: unsupported values

  @Test(arguments: try Fixtures.rows("server-refusals"))
  func `a value that a server would interpret differently is not generated`(row: [String]) throws {
    let refusal = (target: row[0], client: row[1], message: row[2])
    let id = refusal.client.contains("client_id") ? "" : "client_id: c, "
    let client = "  c: { provider: generic, type: web, \(id)\(refusal.client) }"
    let error = #expect(throws: GeneratorError.self) {
      try Self.files(client, refusal.target)
    }
    #expect(error?.description.hasPrefix("\(refusal.target): ") ?? false)
    #expect(error?.message.hasSuffix(refusal.message) ?? false, "\(error?.message ?? "")")
    #expect(error?.anchor != nil)
  }

  // MARK: values

  @Test(arguments: targets)
  func `no value breaks out of its string`(target: String) throws {
    let hostile = [
      "https://a.example/\"", "https://a.example/'x", "https://a.example/\\n", "a: b", "- x", "&a",
      "!t", "| x", "https://a.example/\u{85}\u{2028}\u{FEFF}", "https://a.example/\u{1F512}", "yes",
      "null", "0x10", "https://a.example/\u{7}", "https://a.example/`|</a>",
      "https://a.example/,#x",
    ]
    for value in hostile where target != "hydra" || URIParts(ExactString(value)).authority != nil {
      // Okta rejects other client IDs.
      let id = target == "okta" ? "client" : "client-" + value
      let client =
        "  c: { provider: generic, type: web, client_id: \(Self.yaml(id)), redirect_uris: [\(Self.yaml(value))], scopes: [s] }"
      let files = try Self.files(client, target)
      // Resource servers have only scopes.
      for (path, file) in files
      where path.hasSuffix(".json") && !path.hasSuffix(".resource-server.json") {
        let object = try JSONSerialization.jsonObject(with: Data(file.bytes))
        #expect(Self.texts(object).contains(value), "\(path)")
      }
      for (path, file) in files where path.hasSuffix(".yaml") {
        let tree = Workspace(texts: [
          (name: path, text: String(decoding: file.bytes, as: UTF8.self))
        ])
        // The parser only reports that the file isn't a policy.
        #expect(tree.structureFindings.allSatisfy { $0.rule != "yaml-syntax" })
        let result = try #require(YAMLTexts.texts(file.bytes))
        #expect(result.contains(ExactString(value)), "\(path): \(value.debugDescription)")
      }
    }
  }

  /// Returns a JSON string, which is valid YAML too.
  private static func yaml(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case " "..."~": String(scalar)
        default:
          "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
            + String(scalar.value, radix: 16)
        }
      }.joined() + "\""
  }

  private static func texts(_ object: Any) -> [String] {
    switch object {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let members as [String: Any]: members.values.flatMap(texts)
    default: []
    }
  }
}
