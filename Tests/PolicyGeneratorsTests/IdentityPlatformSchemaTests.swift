import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// `identity-platform.json` as Google's API describes it: `Tests/Schemas/identity-platform.schema.json`.
struct IdentityPlatformSchemaTests {
  /// The documents of all policies of the repository, and one with everything.
  static func files() throws -> [GeneratedFile] {
    try Array(AppleAppTests.files(ProviderTargetTests.full, ["firebase"]).values)
      + ExportFormatTests.files("firebase").flatMap(\.files)
  }

  @Test(.needs("check-jsonschema")) func `every document fits the API`() throws {
    let files = try Self.files()
    #expect(files.count > 20)
    let result = try Self.check(files)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(
    .needs("check-jsonschema"),
    arguments: [
      ("authorizedDomains", "authorised_domains"), ("HOSTING_DOMAIN", "HOSTING"),
      ("\"bundleIds\"", "\"bundleIDs\""), ("google.com\"", "google\""),
    ])
  func `the API's description refuses other members`(text: String, other: String) throws {
    let file = try #require(
      try AppleAppTests.files(ProviderTargetTests.full, ["firebase"])[
        "prod/providers/identity-platform.json"])
    let changed = String(decoding: file.bytes, as: UTF8.self).replacing(text, with: other)
    #expect(Array(changed.utf8) != file.bytes)
    let result = try Self.check([
      GeneratedFile(path: file.path, target: "firebase", text: changed)
    ])
    #expect(result.status != 0)
  }

  @Test func `an update mask names the members of its resource and no others`() throws {
    var masks = 0
    for file in try Self.files() {
      let document = try ProviderTargetTests.json(file)
      let providers = document["defaultSupportedIdpConfigs"] as? [NSDictionary] ?? []
      for resource in [document] + providers {
        let mask = try #require(resource["updateMask"] as? String)
        let paths = mask.split(separator: ",").map { String($0) }
        #expect(Set(paths) == Set(Self.leaves(resource)), "\(file.path)")
        #expect(Set(paths).count == paths.count)
        masks += 1
      }
    }
    #expect(masks > 40)
  }

  /// The paths of the values of a resource.
  private static func leaves(_ resource: NSDictionary) -> [String] {
    resource.flatMap { key, value -> [String] in
      let key = key as? String ?? ""
      let isOwn = ["comment", "name", "updateMask", "defaultSupportedIdpConfigs"].contains(key)
      // References to secrets are values.
      guard !isOwn else { return [] }
      guard !["clientSecret", "privateKey"].contains(key), let inner = value as? NSDictionary else {
        return [key]
      }
      return leaves(inner).map { "\(key).\($0)" }
    }
  }

  private static func check(_ files: [GeneratedFile]) throws -> Tool.Result {
    let tool = try #require(Tool.path("check-jsonschema"))
    let schema = Fixtures.root.appending(path: "Tests/Schemas/identity-platform.schema.json").path
    return try Tool.withTemporaryDirectory { directory in
      let paths = try files.enumerated().map { index, file in
        let url = directory.appending(path: "\(index).json")
        try Data(file.bytes).write(to: url)
        return url.path
      }
      return try Tool.run(tool, ["--schemafile", schema] + paths)
    }
  }
}
