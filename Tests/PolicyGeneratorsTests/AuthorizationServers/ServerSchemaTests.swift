import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The exports as the models of the servers describe them: `Tests/Schemas/servers`, each with its source.
struct ServerSchemaTests {
  /// The files of a target by policy: the one with clients of every kind, random ones, and the example
  /// policies if the server can be told all their clients.
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
  func `every file fits the model of its server`(target: String) throws {
    let result = try Self.check(try Self.files(target), target)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Changes that the models refuse, so that the check is one.
  static let faults = [
    ("keycloak", "\"basic\"", "\"other\""), ("auth0", "app_type: spa", "app_type: browser"),
    ("dex", "secretEnv:", "secret_env:"), ("okta", "\"DISABLED\"", "\"NONE\""),
    ("hydra", " offline_access", ""), ("cognito", "\"lumen/devices\"", "\"devices\""),
    ("cognito", "SupportedIdentityProviders", "IdentityProviders"),
    ("client-metadata", "\"redirect_uris\"", "\"redirectUris\""),
  ]

  @Test(.needs("check-jsonschema"), arguments: faults)
  func `the models refuse what the servers do`(target: String, text: String, other: String) throws {
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
