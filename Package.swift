// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target. CI turns warnings into errors through the environment, so that a
/// newer compiler never stops somebody who only wants to build the tool.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + (Context.environment["LINKPOLICY_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// A library target: one line of what it is, and the targets it may reach (nothing else).
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A library for tests over `Tests/<name>`.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// A test target over `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The plug-ins build the tool a second time, for the machine that builds. Whoever builds linkpolicy itself
/// needs none: neither in its own folder, nor where pre-commit has cloned it (`repo` and eight characters),
/// nor with `LINKPOLICY_SKIP_PLUGINS`.
let needsNoPlugins =
  Context.environment["LINKPOLICY_SKIP_PLUGINS"] != nil
  || Context.environment["PWD"] == Context.packageDirectory
  || Context.packageDirectory.split(separator: "/").last.map {
    $0.utf8.count == 12 && $0.hasPrefix("repo")
  } ?? false

let plugins: [Target] =
  needsNoPlugins
  ? []
  : [
    // Compiles the allowlist of a package's policies into its targets.
    .plugin(
      name: "LinkPolicyBuildToolPlugin", capability: .buildTool(), dependencies: ["linkpolicy"]),
    // `swift package linkpolicy …`
    .plugin(
      name: "LinkPolicyCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "linkpolicy", description: "Validate, generate and simulate sign-in policies."),
        permissions: [
          .writeToPackageDirectory(reason: "`generate` and `validate --fix` write files.")
        ]), dependencies: ["linkpolicy"]),
  ]

let package = Package(
  name: "linkpolicy",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "linkpolicy", targets: ["linkpolicy"]),
    .library(name: "LinkPolicy", targets: ["LinkPolicy"]),
  ] + plugins.map { .plugin(name: $0.name, targets: [$0.name]) },
  dependencies: [
    // The command line: help, usage errors, completions.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // SHA-256 of generated files, nonces and code verifiers, signatures of ID tokens; no cryptography
    // of our own.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // libyaml, the YAML reader: its events give both ends of every node.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    library("PolicyText"),
    library("PolicyDiagnostics", ["PolicyText"]),
    library("PolicySourceTree", ["CLibYAML", "PolicyDiagnostics", "PolicyText"]),
    library("PolicyModel", ["PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    library("AssociationFiles", ["PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    library(
      "PolicyDecision",
      [
        "PolicyModel", "AssociationFiles", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    library(
      "PolicyRules",
      [
        "PolicyDecision", "PolicyModel", "AssociationFiles", "PolicySourceTree",
        "PolicyDiagnostics",
        "PolicyText",
      ]),
    library(
      "PolicyGenerators",
      ["PolicyDecision", "PolicyModel", "AssociationFiles", "PolicyDiagnostics", "PolicyText"]),
    library(
      "PolicyReplay",
      ["PolicyDecision", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    library(
      "LinkPolicy",
      [
        "PolicyReplay", "PolicyGenerators", "PolicyRules", "PolicyDecision", "PolicyModel",
        "AssociationFiles",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    library(
      "LinkPolicyCLI",
      [
        "LinkPolicy",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "linkpolicy", dependencies: ["LinkPolicyCLI"], swiftSettings: settings),
    // Regenerates schemas, documentation and manual from the tables; not part of the product.
    .executableTarget(
      name: "linkpolicy-dev",
      dependencies: ["LinkPolicyCLI", "LinkPolicy", "PolicyModel", "PolicyRules"],
      swiftSettings: settings),
    // How long one decision takes; not part of the product.
    .executableTarget(
      name: "decision-benchmark",
      dependencies: ["LinkPolicy", "PolicyDecision", "PolicyDiagnostics", "PolicyText"],
      path: "Benchmarks/Decision", swiftSettings: settings),
    // What all tests share: fixtures, goldens, seeded randomness, tools.
    support("PolicyTestSupport", ["PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    // What tests of whole projects share: policies given as text, file systems in memory.
    support(
      "ProjectTestSupport",
      [
        "PolicyTestSupport", "LinkPolicy", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics",
        "PolicyText",
      ]),
    tests("PolicyDiagnosticsTests", ["PolicyDiagnostics", "PolicyText"]),
    tests("PolicySourceTreeTests", ["PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    tests(
      "PolicyModelTests",
      [
        "PolicyTestSupport", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "PolicyRulesTests",
      [
        "PolicyTestSupport", "PolicyRules", "PolicyDecision", "PolicyModel", "PolicySourceTree",
        "PolicyDiagnostics",
        "PolicyText",
      ]),
    tests(
      "AssociationRulesTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicy", "PolicyGenerators", "PolicyRules",
        "PolicyDecision", "PolicyModel", "AssociationFiles", "PolicySourceTree",
        "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "AssociationFilesTests",
      [
        "PolicyTestSupport", "AssociationFiles", "PolicySourceTree", "PolicyDiagnostics",
        "PolicyText",
      ]),
    tests(
      "PolicyDecisionTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicy", "PolicyDecision", "PolicyModel",
        "PolicySourceTree",
        "PolicyDiagnostics",
        "PolicyText", "AssociationFiles",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    tests(
      "PolicyGeneratorsTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "PolicyGenerators", "PolicyDecision",
        "PolicyModel",
        "AssociationFiles",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests("ReportersTests", ["PolicyTestSupport", "PolicyDiagnostics", "PolicyText"]),
    tests(
      "DiffTests",
      [
        "PolicyTestSupport", "LinkPolicy", "PolicyDecision", "PolicyModel", "AssociationFiles",
        "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "FlowTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LinkPolicy",
        "AssociationFiles", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "CommandLineTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LinkPolicy", "PolicyRules",
        "PolicyDiagnostics",
      ]),
    tests("RepositoryTests", ["PolicyTestSupport"]),
    tests(
      "GenerationTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicy", "PolicyGenerators",
        "PolicyDecision", "PolicyModel",
        "PolicyDiagnostics", "PolicyText",
      ]),
    tests("PreCommitTests", ["PolicyTestSupport"]),
    // The example of the library, as a package of its own sees it: public symbols only.
    .testTarget(
      name: "LibraryTests", dependencies: ["LinkPolicy"],
      path: "Examples/Library/Tests/LibraryTests", packageAccess: false, swiftSettings: settings),
    tests(
      "ReplayTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LinkPolicy", "PolicyReplay",
        "PolicyDecision", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
  ] + plugins
)
