import Foundation
import PolicyTestSupport
import Testing

/// Builds and runs the plug-ins in `Examples/PartnerApp` with SwiftPM.
///
/// Their tool is the built program in an artifact bundle, so SwiftPM doesn't compile linkpolicy
/// again.
@Suite(.needsRelease, .needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct PluginTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "linkpolicy",
      platforms: [.macOS(.v14)],
      products: [
        .plugin(name: "LinkPolicyBuildToolPlugin", targets: ["LinkPolicyBuildToolPlugin"]),
        .plugin(name: "LinkPolicyCommandPlugin", targets: ["LinkPolicyCommandPlugin"]),
      ],
      targets: [
        .binaryTarget(name: "tool", path: "tool.artifactbundle"),
        .plugin(
          name: "LinkPolicyBuildToolPlugin", capability: .buildTool(), dependencies: ["tool"]),
        .plugin(
          name: "LinkPolicyCommandPlugin",
          capability: .command(
            intent: .custom(verb: "linkpolicy", description: "linkpolicy"),
            permissions: [.writeToPackageDirectory(reason: "writes files")]),
          dependencies: ["tool"]),
      ]
    )

    """

  /// Creates a package with the plug-ins, and the example next to it.
  private func layOut(in directory: URL) throws -> URL {
    let files = FileManager.default
    let bundle = directory.appending(path: "tool.artifactbundle")
    let example = directory.appending(path: "Examples/PartnerApp")
    for folder in [bundle, example.deletingLastPathComponent()] {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data(Self.manifest.utf8).write(to: directory.appending(path: "Package.swift"))
    for name in ["Plugins", "Examples/PartnerApp"] {
      try files.copyItem(
        at: Fixtures.root.appending(path: name), to: directory.appending(path: name))
    }
    try files.copyItem(
      at: URL(filePath: BuiltTool.path), to: bundle.appending(path: "linkpolicy"))
    let target = try Tool.run("/usr/bin/env", ["swift", "-print-target-info"])
    let triple = try #require(
      target.output.firstMatch(of: #/"unversionedTriple": "([^"]+)"/#)?.output.1)
    let info = """
      {"schemaVersion": "1.0", "artifacts": {"linkpolicy": {"type": "executable", "version": "1.0.0",
        "variants": [{"path": "linkpolicy", "supportedTriples": ["\(triple)"]}]}}}
      """
    try Data(info.utf8).write(to: bundle.appending(path: "info.json"))
    return example
  }

  private func swift(_ arguments: [String], in package: URL) throws -> Tool.Result {
    try Tool.run("/usr/bin/env", ["swift"] + arguments, in: package)
  }

  @Test func `the next build has a change of the policy, and an error stops it`() throws {
    try Tool.withTemporaryDirectory { directory in
      let example = try layOut(in: directory)
      let first = try swift(["run", "PartnerApp"], in: example)
      #expect(first.status == 0, "\(first.output.suffix(4_000))")

      let path = example.appending(path: "Policies/partner.yaml")
      let policy = try String(contentsOf: path, encoding: .utf8)
      let redirect = "com.partner.app:/callback"
      #expect(policy.contains(redirect))
      try Data(policy.replacing(redirect, with: "com.partner.app:/changed").utf8).write(to: path)
      #expect(try swift(["build"], in: example).status == 0)
      #expect(try swift(["run", "--skip-build", "PartnerApp"], in: example).status != 0)

      try Data(policy.replacing(redirect, with: redirect + "#x").utf8).write(to: path)
      let wrong = try swift(["build"], in: example)
      #expect(wrong.status != 0)
      #expect(
        wrong.output.contains(#/partner\.yaml:\d+:\d+: error: .*\[uri-fragment\]/#),
        "\(wrong.output.suffix(4_000))")

      try Data(policy.utf8).write(to: path)
      let command = try swift(
        [
          "package", "--allow-writing-to-package-directory", "linkpolicy", "validate", "--fail-on",
          "note",
        ], in: example)
      #expect(command.status == 0, "\(command.output.suffix(4_000))")
    }
  }

  /// Each configuration has its own name, so that no build can use the code of the previous one.
  @Test func `the plug-in compiles code with the configured name`() throws {
    try Tool.withTemporaryDirectory { directory in
      let example = try layOut(in: directory)
      let main = example.appending(path: "Sources/PartnerApp/main.swift")
      let program = try String(contentsOf: main, encoding: .utf8)
      for (name, generate) in [
        (
          "PartnerSignIn",
          "{ options: { swift: { access: internal, name: \"PartnerSignIn\", output: gen/swift } } }"
        ),
        (
          "OtherSignIn",
          "\n  options:\n    swift:\n      # names\n\n      output: gen/swift\n      name: OtherSignIn\n"
        ),
        (
          "ThirdSignIn",
          "\n  options:\n    typescript: { name: swift }\n    swift: # { name: Other }\n      name: >-\n        ThirdSignIn\n"
        ),
      ] {
        let configuration = "linkpolicy_config: 1\npolicies: [Policies]\ngenerate: \(generate)\n"
        try Data(configuration.utf8).write(to: example.appending(path: "linkpolicy.yaml"))
        try Data(program.replacing("LinkPolicyAllowlist", with: name).utf8).write(to: main)
        let run = try swift(["run", "PartnerApp"], in: example)
        #expect(run.status == 0, "\(generate): \(run.output.suffix(4_000))")
      }
    }
  }
}
