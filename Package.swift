// swift-tools-version: 6.2
import PackageDescription

/// Set by `make release`: builds a static binary from exact versions of the packages.
let isRelease = Context.environment["LINKPOLICY_RELEASE"] != nil
/// Set by the Makefile: leaves out the plug-ins, for which SwiftPM would compile the tool a second time. `strict` also
/// turns warnings into errors, as CI does.
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

/// Tests of a release aren't optimized, which would take longer than it saves; SwiftPM finds them by their real path.
let root = Context.packageDirectory
let testFlags = ["-Onone", "-file-prefix-map", "\(root)=\(root)"]
let testSettings: [SwiftSetting] = isRelease ? [.unsafeFlags(testFlags)] : []

/// Set here and not for the whole build, so that the tests of a release share its objects. The libraries are those that
/// the compiler names by itself in a static build.
let staticFlags = [
  "-static-executable", "-Xlinker", "-s", "-l_FoundationCShims", "-l_FoundationCollections",
  "-lswiftSynchronization",
]
let staticLinking: [LinkerSetting] =
  isRelease ? [.unsafeFlags(staticFlags, .when(platforms: [.linux]))] : []

/// The libraries and tests of this package, each with the libraries that it builds on.
let layers: [String: [String]] = [
  "PolicyText": ["CLibYAML"],
  "PolicyModel": ["PolicyText"],
  "AssociationFiles": ["PolicyText"],
  "PolicyDecision": ["PolicyModel", "AssociationFiles"],
  "PolicyRules": ["PolicyDecision"],
  "PolicyGenerators": ["PolicyDecision"],
  "PolicyImport": ["PolicyModel", "AssociationFiles"],
  "PolicyVerification": ["PolicyDecision"],
  "LinkPolicy": ["PolicyRules", "PolicyGenerators", "PolicyImport", "PolicyVerification"],
  "LanguageServer": ["LinkPolicy"],
  "LinkPolicyCLI": ["LanguageServer"],
  "WebApp": ["LinkPolicyCLI"],
  // For tests: fixtures, goldens, randomness and tools; policies as text and file systems in memory.
  "PolicyTestSupport": ["PolicyText"],
  "ProjectTestSupport": ["PolicyTestSupport", "LinkPolicy"],
  "PolicyTextTests": ["PolicyTestSupport"],
  "PolicyModelTests": ["ProjectTestSupport"],
  "LanguageServerTests": ["ProjectTestSupport", "LanguageServer"],
  "PolicyRulesTests": ["PolicyTestSupport", "PolicyRules"],
  "AssociationRulesTests": ["ProjectTestSupport"],
  "AssociationFilesTests": ["PolicyTestSupport", "AssociationFiles"],
  "PolicyDecisionTests": ["ProjectTestSupport"],
  "PolicyGeneratorsTests": ["ProjectTestSupport"],
  "DiffTests": ["PolicyTestSupport", "LinkPolicy"],
  "FlowTests": ["ProjectTestSupport", "LinkPolicyCLI"],
  "FuzzTests": ["ProjectTestSupport", "LinkPolicyCLI"],
  "CommandLineTests": ["ProjectTestSupport", "LinkPolicyCLI"],
  "WebAppTests": ["ProjectTestSupport", "WebApp"],
  "ImportTests": ["ProjectTestSupport"],
  "RepositoryTests": ["PolicyTestSupport", "PolicyRules"],
  "DeploymentTests": ["ProjectTestSupport", "LinkPolicyCLI"],
  "GenerationTests": ["ProjectTestSupport"],
  "ReplayTests": ["ProjectTestSupport", "LinkPolicyCLI"],
]

/// Libraries and all below them. SwiftPM compiles a target again only if a dependency that it names has changed.
func all(_ names: [String]) -> [Target.Dependency] {
  var found: Set<String> = []
  var next = names
  while let name = next.popLast() {
    if found.insert(name).inserted { next += layers[name] ?? [] }
  }
  return found.sorted().map { .byName(name: $0) }
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

/// What they use of other packages.
let packages: [String: [Target.Dependency]] = [
  "PolicyDecision": [crypto, cryptoExtras],
  "PolicyImport": [crypto],
  "LinkPolicy": [crypto], "LinkPolicyCLI": [argumentParser],
  "PolicyDecisionTests": [crypto, cryptoExtras],
]

/// A library in `Sources/<name>`, or in `Tests/<name>` if tests use it.
func target(_ name: String) -> Target {
  let dependencies = all(layers[name] ?? []) + (packages[name] ?? [])
  guard !name.hasSuffix("Tests") else {
    return .testTarget(
      name: name, dependencies: dependencies, swiftSettings: settings + testSettings)
  }
  return .target(
    name: name, dependencies: dependencies,
    path: name.hasSuffix("TestSupport")
      ? "Tests/\(name)" : name == "WebApp" ? "Web/Sources/WebApp" : nil,
    swiftSettings: settings + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []),
    plugins: ["PolicyGenerators", "WebApp"].contains(name) ? ["EmbedRuntimes"] : [])
}

func apple(_ name: String, _ version: Version) -> Package.Dependency {
  let url = "https://github.com/apple/\(name)"
  return isRelease ? .package(url: url, exact: version) : .package(url: url, from: version)
}

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
  targets: [
    // The YAML reader: its events give both ends of every node.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .executableTarget(
      name: "linkpolicy", dependencies: all(["LinkPolicyCLI"]), swiftSettings: settings,
      linkerSettings: staticLinking, plugins: ["EmbedCommit"]),
    .plugin(name: "EmbedCommit", capability: .buildTool()),
    // Compiles `Runtimes/` into the generators, and the pages into the web application.
    .plugin(name: "EmbedRuntimes", capability: .buildTool(), dependencies: ["embed-files"]),
    .executableTarget(
      name: "embed-files", path: "Plugins/EmbedFiles", swiftSettings: settings),
    // Generates schemas, manual pages and parts of the documentation; not part of the product.
    .executableTarget(
      name: "linkpolicy-dev", dependencies: all(["LinkPolicyCLI"]), path: "Plugins/linkpolicy-dev",
      swiftSettings: settings),
    // Measures one decision; not part of the product.
    .executableTarget(
      name: "decision-benchmark", dependencies: all(["LinkPolicy"]), path: "Benchmarks/Decision",
      swiftSettings: settings),
    // The example of the library, as another package sees it: public symbols only.
    .testTarget(
      name: "LibraryTests", dependencies: ["LinkPolicy"],
      path: "Examples/Library/Tests/LibraryTests", packageAccess: false,
      swiftSettings: settings + testSettings),
  ] + layers.keys.sorted().map(target) + plugins
)

// libFuzzer instead of `FuzzTests`. `Borrowed` links to the second engine and the oracles of other tests.
if isFuzzing {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .target(
      name: "PolicyTestSupport", path: "Tests/PolicyTestSupport",
      sources: ["Fixtures.swift", "SeededRandom.swift", "Tool.swift"], swiftSettings: settings),
    .target(
      name: "ProjectTestSupport", dependencies: all(["PolicyTestSupport", "LinkPolicy"]),
      path: "Tests/ProjectTestSupport",
      sources: [
        "MemoryFileSystem.swift", "RandomVectors.swift", "TreeFaults.swift", "Workspaces.swift",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "linkpolicy-fuzz",
      dependencies: ["CLibFuzzer"] + all(["ProjectTestSupport", "LinkPolicyCLI"]),
      path: "Tests", exclude: ["FuzzTests/FuzzTargetTests.swift"],
      sources: ["Fuzz/main.swift", "FuzzTests"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}
