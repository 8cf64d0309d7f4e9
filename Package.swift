// swift-tools-version: 6.2
import PackageDescription

/// Set by `make release`: a static binary, from exact versions of the packages.
let isRelease = Context.environment["LINKPOLICY_RELEASE"] != nil
/// Set by the Makefile, for people who work on linkpolicy itself: leaves out the plug-ins, for which SwiftPM would
/// compile the tool a second time. `strict` also turns warnings into errors, as CI does.
let development = Context.environment["LINKPOLICY_DEVELOPMENT"]
/// Set by `.ci/fuzz`: instruments every target, and builds the fuzz program instead of the tests.
let isFuzzing = Context.environment["LINKPOLICY_FUZZ"] != nil

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + (development == "strict" ? [.treatAllWarnings(as: .error)] : [])
  + (isFuzzing ? [.unsafeFlags(["-enable-testing"])] : [])

/// Tests of a release aren't optimized, which would take longer than it saves; SwiftPM finds them by their real path.
let testSettings: [SwiftSetting] =
  isRelease
  ? [
    .unsafeFlags([
      "-Onone", "-file-prefix-map", "\(Context.packageDirectory)=\(Context.packageDirectory)",
    ])
  ] : []

/// Set here and not for the whole build, so that the tests of a release share its objects. The libraries are those that
/// the compiler names by itself in a static build.
let staticLinking: [LinkerSetting] =
  isRelease
  ? [
    .unsafeFlags(
      [
        "-static-executable", "-Xlinker", "-s", "-l_FoundationCShims", "-l_FoundationCollections",
        "-lswiftSynchronization",
      ], .when(platforms: [.linux]))
  ] : []

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: settings + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []))
}

/// A library for tests, in `Tests/<name>`.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// A test target in `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name, dependencies: ["PolicyTestSupport"] + dependencies,
    swiftSettings: settings + testSettings)
}

func apple(_ name: String, _ version: Version) -> Package.Dependency {
  let url = "https://github.com/apple/\(name)"
  return isRelease ? .package(url: url, exact: version) : .package(url: url, from: version)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

let plugins: [Target] =
  development != nil || isFuzzing
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
    // What `Web/` serves; the program doesn't contain it.
    .library(name: "WebApp", targets: ["WebApp"]),
  ] + plugins.map { .plugin(name: $0.name, targets: [$0.name]) },
  dependencies: [
    // The command line: help, usage errors, completions.
    apple("swift-argument-parser", "1.8.2"),
    // SHA-256 of generated files, nonces and code verifiers, signatures of ID tokens.
    apple("swift-crypto", "4.5.2"),
  ] + (isRelease ? [apple("swift-asn1", "1.7.4")] : []),
  // A target may use every target of ours below it; the dependencies name the highest ones, and those of others.
  targets: [
    // The YAML reader: its events give both ends of every node.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    library("PolicyText"),
    library("PolicyDiagnostics", ["PolicyText"]),
    library("PolicySourceTree", ["CLibYAML", "PolicyDiagnostics"]),
    library("PolicyModel", ["PolicySourceTree"]),
    library("AssociationFiles", ["PolicySourceTree"]),
    library("PolicyDecision", ["PolicyModel", "AssociationFiles", crypto, cryptoExtras]),
    library("PolicyFormatting", ["PolicyModel"]),
    library("PolicyRules", ["PolicyDecision"]),
    library("PolicyGenerators", ["PolicyDecision"]),
    library("Deployment", ["PolicyModel", crypto]),
    library("PolicyReplay", ["PolicyDecision"]),
    library("PolicyImport", ["PolicyModel", "AssociationFiles", crypto]),
    library(
      "LinkPolicy",
      [
        "PolicyImport", "PolicyReplay", "PolicyGenerators", "PolicyRules", "PolicyFormatting",
        "Deployment", crypto,
      ]),
    library("EditorSupport", ["LinkPolicy"]),
    library("LanguageServer", ["EditorSupport"]),
    library("LinkPolicyCLI", ["LanguageServer", argumentParser]),
    library("WebApp", ["LinkPolicyCLI", crypto]),
    .executableTarget(
      name: "linkpolicy", dependencies: ["LinkPolicyCLI"], swiftSettings: settings,
      linkerSettings: staticLinking),
    // Makes schemas, documentation and manual from the tables; not part of the product.
    .executableTarget(
      name: "linkpolicy-dev", dependencies: ["LinkPolicyCLI"], swiftSettings: settings),
    // Measures one decision; not part of the product.
    .executableTarget(
      name: "decision-benchmark", dependencies: ["LinkPolicy"], path: "Benchmarks/Decision",
      swiftSettings: settings),
    // Fixtures, goldens, seeded randomness, tools.
    support("PolicyTestSupport", ["PolicySourceTree"]),
    // Policies given as text, file systems in memory.
    support("ProjectTestSupport", ["PolicyTestSupport", "LinkPolicy"]),
    tests("PolicyDiagnosticsTests"),
    tests("PolicySourceTreeTests"),
    tests("PolicyModelTests", ["PolicyModel"]),
    tests("PolicyFormattingTests", ["ProjectTestSupport"]),
    tests("LanguageServerTests", ["ProjectTestSupport", "LanguageServer"]),
    tests("PolicyRulesTests", ["PolicyRules"]),
    tests("AssociationRulesTests", ["ProjectTestSupport"]),
    tests("AssociationFilesTests", ["AssociationFiles"]),
    tests("PolicyDecisionTests", ["ProjectTestSupport", crypto, cryptoExtras]),
    tests("PolicyGeneratorsTests", ["ProjectTestSupport"]),
    tests("ReportersTests"),
    tests("DiffTests", ["LinkPolicy"]),
    tests("FlowTests", ["ProjectTestSupport", "LinkPolicyCLI"]),
    tests("CommandLineTests", ["ProjectTestSupport", "LinkPolicyCLI"]),
    tests("WebAppTests", ["ProjectTestSupport", "WebApp"]),
    tests("ImportTests", ["ProjectTestSupport"]),
    tests("RepositoryTests"),
    tests("DeploymentTests", ["ProjectTestSupport", "LinkPolicyCLI"]),
    tests("GenerationTests", ["ProjectTestSupport"]),
    tests("PreCommitTests"),
    tests("ReplayTests", ["ProjectTestSupport", "LinkPolicyCLI"]),
    // The example of the library, as another package sees it: public symbols only.
    .testTarget(
      name: "LibraryTests", dependencies: ["LinkPolicy"],
      path: "Examples/Library/Tests/LibraryTests", packageAccess: false,
      swiftSettings: settings + testSettings),
  ] + plugins
)

// `Borrowed` links to the second engine and the oracles of the tests.
if isFuzzing {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .target(
      name: "PolicyTestSupport", dependencies: [], path: "Tests/PolicyTestSupport",
      sources: ["Fixtures.swift", "SeededRandom.swift", "Tool.swift"], swiftSettings: settings),
    .target(
      name: "ProjectTestSupport", dependencies: ["LinkPolicy"], path: "Tests/ProjectTestSupport",
      sources: ["MemoryFileSystem.swift", "Workspaces.swift"], swiftSettings: settings),
    .executableTarget(
      name: "linkpolicy-fuzz",
      dependencies: [
        "CLibFuzzer", "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI",
      ],
      path: "Tests/Fuzz", exclude: ["CLibFuzzer"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}
