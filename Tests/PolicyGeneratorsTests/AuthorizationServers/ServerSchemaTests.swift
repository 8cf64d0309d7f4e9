import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Checks exports against schemas of the servers in `Tests/Schemas/servers`, which document their
/// sources.
struct ServerSchemaTests {
  /// The files of a target by policy: one with all client types, random ones, and the example
  /// policies if the server supports all their clients.
  static func files(_ target: String) throws -> [[GeneratedFile]] {
    let random = (0..<12).map { Workspace(ServerPolicies.random(seed: $0)) }
    let examples = try ServerPolicies.examples()
    return try (examples.suffix(1) + random).map { try files($0, target) }
      + examples.prefix(1).compactMap { try? files($0, target) }
  }

  private static func files(_ workspace: Workspace, _ target: String) throws -> [GeneratedFile] {
    #expect(workspace.structureFindings.map(\.message) == [])
    return try GeneratorRegistry.files(for: GeneratorInput(workspace), targets: [target])
      .filter { !$0.path.hasSuffix(".md") }
  }

  @Test(.needs("check-jsonschema"), arguments: ServerTargetTests.targets)
  func `every file conforms to the server's schema`(target: String) throws {
    let result = try Self.check(try Self.files(target), target)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Changes that the schemas must reject, to make sure that they check something.
  static let problems = [
    ("keycloak", "\"basic\"", "\"other\""), ("auth0", "app_type: spa", "app_type: browser"),
    ("dex", "secretEnv:", "secret_env:"), ("okta", "\"DISABLED\"", "\"NONE\""),
    ("hydra", " offline_access", ""), ("cognito", "\"lumen/devices\"", "\"devices\""),
    ("cognito", "SupportedIdentityProviders", "IdentityProviders"),
    ("client-metadata", "\"redirect_uris\"", "\"redirectUris\""),
  ]

  @Test(.needs("check-jsonschema"), arguments: problems)
  func `the schemas reject invalid values`(target: String, text: String, other: String) throws {
    let files = try Self.files(target)[0].map { file in
      let changed = String(decoding: file.bytes, as: UTF8.self).replacing(text, with: other)
      return GeneratedFile(path: file.path, target: target, text: changed)
    }
    #expect(try files.map(\.bytes) != Self.files(target)[0].map(\.bytes))
    #expect(try Self.check([files], target).status != 0)
  }

  private static func check(
    _ policies: [[GeneratedFile]], _ target: String
  ) throws -> Tool.Result {
    let tool = try #require(Tool.path("check-jsonschema"))
    let schema = Fixtures.root.appending(path: "Tests/Schemas/servers/\(target).schema.json").path
    return try Tool.withTemporaryDirectory { directory in
      var paths: [String] = []
      for (index, files) in policies.enumerated() {
        for file in files {
          let url = directory.appending(path: "\(index)/\(file.path)")
          try Data(file.bytes).write(withFolderTo: url)
          paths.append(url.path)
        }
      }
      #expect(!paths.isEmpty)
      return try Tool.run(tool, ["--schemafile", schema] + paths)
    }
  }
}

/// Reads the generated files with client libraries of the servers.
struct ServerModelTests {
  /// A Python interpreter that has the libraries.
  static let python: String? = {
    let tools = ProcessInfo.processInfo.environment["LINKPOLICY_TOOLS"].map { "\($0)/bin/python" }
    return [tools, Tool.path("python3")].compactMap { $0 }.first { python in
      (try? Tool.run(python, ["-c", "import botocore, ory_hydra_client, yaml"]))?.status == 0
    }
  }()

  @Test(.needs(python != nil, "botocore and ory-hydra-client are not installed"))
  func `the client libraries know every member`() throws {
    let python = try #require(Self.python)
    try Tool.withTemporaryDirectory { directory in
      let files = try GeneratorRegistry.files(
        for: ServerTargetTests.input(), targets: ServerTargetTests.targets)
      for file in files {
        let url = directory.appending(path: file.path)
        try Data(file.bytes).write(withFolderTo: url)
      }
      let result = try Tool.run(
        python, ["-c", Fixtures.program("server_models.py"), directory.path])
      #expect(result.output == "32\n", "\(result.output)")
    }
  }
}

/// Reads generated YAML with the program's own parser.
enum YAMLTexts {
  /// All strings; nil if the parser reports anything.
  static func texts(_ bytes: [UInt8]) -> [ExactString]? {
    let result = YAMLReader.read(SourceFile(name: "generated.yaml", bytes: bytes), file: FileID(0))
    guard result.diagnostics.isEmpty, let root = result.tree.root else { return nil }
    var texts: [ExactString] = []
    var open = [root]
    while let node = open.popLast() {
      switch result.tree.kind(node) {
      case .scalar: texts.append(result.tree.text(node))
      case .sequence: open += Array(result.tree.items(node))
      default: open += result.tree.entries(node).map(\.value)
      }
    }
    return texts
  }
}
