// swift-tools-version: 6.2
import PackageDescription

/// `.ci/fuzz` builds everything with counters of what runs, and a program in the place of the tests.
let isFuzzing = Context.environment["LINKPOLICY_FUZZ"] != nil

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
  + (isFuzzing ? [.unsafeFlags(["-enable-testing"])] : [])

/// What libFuzzer learns from; the program around it learns nothing.
let counters: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

/// What `make release` and `make web` set: a static binary without symbols. Only the last link hears of it, so that the
/// tests of a release share all objects with its binary; the libraries are those that compiling statically would name.
///
/// The functions and variables of a start stand together in the binary, by a list that `make order` makes: what stands
/// between them would come into memory with them (Benchmarks/order has the figures). Only lld takes such a list. What
/// counts references and hands out memory is replaced by `CRuntime`.
let isRelease = Context.environment["LINKPOLICY_RELEASE"] != nil
let statically: [LinkerSetting] =
  isRelease
  ? [
    .unsafeFlags(
      (Context.environment["LINKPOLICY_RELEASE"] == "symbols"
        ? ["-Xlinker", "-Map=\(Context.packageDirectory)/.build/linkpolicy.map"]
        : ["-Xlinker", "-s"]) + [
          "-static-executable", "-l_FoundationCShims", "-l_FoundationCollections",
          "-lswiftSynchronization", "-use-ld=lld", "-Xlinker",
          "--symbol-ordering-file=\(Context.packageDirectory)/Benchmarks/start-order.txt",
          "-Xlinker", "--no-warn-symbol-ordering",
        ]
        + [
          "swift_retain", "swift_retain_n", "swift_release", "swift_release_n",
          "pthread_create", "pthread_join",
          "malloc", "calloc", "realloc", "free", "malloc_usable_size",
        ].flatMap { ["-Xlinker", "--wrap=\($0)"] }, .when(platforms: [.linux]))
  ] : []

/// A library target: one line of what it is, and the targets it may reach (nothing else).
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings + counters)
}

/// A library for tests over `Tests/<name>`.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

/// Tests of a release: their own code is not optimized, which costs more than it saves, and read once, not once more for
/// a module that nobody imports. Their paths stay what they are (the first that fits counts): SwiftPM looks for tests
/// under them.
let testSettings: [SwiftSetting] =
  isRelease
  ? [
    .unsafeFlags([
      "-Onone", "-no-emit-module-separately-wmo", "-file-prefix-map",
      "\(Context.packageDirectory)=\(Context.packageDirectory)",
    ])
  ] : []

/// A test target over `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings + testSettings)
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

/// An artifact bundle of a release, where `LINKPOLICY_BUNDLE` names one: the plug-ins run its program, and none is
/// compiled for them. SwiftPM wants the way from the folder of this package.
let bundle = Context.environment["LINKPOLICY_BUNDLE"].map {
  let up = Context.packageDirectory.split(separator: "/").map { _ in ".." }
  return $0.hasPrefix("/") ? up.joined(separator: "/") + $0 : $0
}
let pluginTool: Target.Dependency = bundle == nil ? "linkpolicy" : "linkpolicy-bundle"

let plugins: [Target] =
  needsNoPlugins
  ? []
  : [
    // Compiles the allowlist of a package's policies into its targets.
    .plugin(
      name: "LinkPolicyBuildToolPlugin", capability: .buildTool(), dependencies: [pluginTool]),
    // `swift package linkpolicy …`
    .plugin(
      name: "LinkPolicyCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "linkpolicy", description: "Validate, generate and simulate sign-in policies."),
        permissions: [
          .writeToPackageDirectory(reason: "`generate` and `validate --fix` write files.")
        ]), dependencies: [pluginTool]),
  ] + (bundle.map { [.binaryTarget(name: "linkpolicy-bundle", path: $0)] } ?? [])

/// Versions from one on, for who uses the library; the very ones that a release is made of where
/// `LINKPOLICY_EXACT_DEPENDENCIES` is set, also of what the packages need themselves.
let isExact = Context.environment["LINKPOLICY_EXACT_DEPENDENCIES"] != nil
func apple(_ name: String, _ version: Version) -> Package.Dependency {
  let url = "https://github.com/apple/\(name)"
  return isExact ? .package(url: url, exact: version) : .package(url: url, from: version)
}

let package = Package(
  name: "linkpolicy",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "linkpolicy", targets: ["linkpolicy"]),
    .library(name: "LinkPolicy", targets: ["LinkPolicy"]),
    // What `Web/` serves; the program has none of it.
    .library(name: "WebApp", targets: ["WebApp"]),
  ] + plugins.filter { $0.type == .plugin }.map { .plugin(name: $0.name, targets: [$0.name]) },
  dependencies: [
    // The command line: help, usage errors, completions.
    apple("swift-argument-parser", "1.8.2"),
    // SHA-256 of generated files, nonces and code verifiers, signatures of ID tokens; no cryptography
    // of our own.
    apple("swift-crypto", "4.5.2"),
  ] + (isExact ? [apple("swift-asn1", "1.7.4")] : []),
  targets: [
    // libyaml, the YAML reader: its events give both ends of every node.
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // What the release takes instead of the runtime's: counting of references, small blocks of memory, and the
    // arguments at a start. Frames that nobody walks would be a quarter of these few instructions.
    .target(
      name: "CRuntime",
      cSettings: isRelease ? [.unsafeFlags(["-fomit-frame-pointer"])] : []),
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
      "PolicyFormatting", ["PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
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
      "Deployment",
      [
        "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    library(
      "PolicyReplay",
      ["PolicyDecision", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    library(
      "PolicyImport",
      [
        "PolicyModel", "AssociationFiles", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    library(
      "LinkPolicy",
      [
        "PolicyImport", "PolicyReplay", "PolicyGenerators", "PolicyRules", "PolicyFormatting",
        "PolicyDecision", "Deployment", "PolicyModel", "AssociationFiles",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    library(
      "EditorSupport",
      [
        "LinkPolicy", "PolicyDecision", "PolicyModel", "AssociationFiles", "PolicySourceTree",
        "PolicyDiagnostics", "PolicyText",
      ]),
    library("LanguageServer", ["EditorSupport", "LinkPolicy", "PolicyDiagnostics", "PolicyText"]),
    library(
      "LinkPolicyCLI",
      [
        "LinkPolicy", "LanguageServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    library(
      "WebApp",
      [
        "LinkPolicyCLI", "LanguageServer", "LinkPolicy", "PolicyDecision", "PolicyModel",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "linkpolicy", dependencies: ["LinkPolicyCLI", "CRuntime"],
      swiftSettings: settings,
      linkerSettings: statically),
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
    tests("PolicyDiagnosticsTests", ["PolicyTestSupport", "PolicyDiagnostics", "PolicyText"]),
    tests("PolicySourceTreeTests", ["PolicySourceTree", "PolicyDiagnostics", "PolicyText"]),
    tests(
      "PolicyModelTests",
      [
        "PolicyTestSupport", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "PolicyFormattingTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicy", "PolicyFormatting", "PolicyModel",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "LanguageServerTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LanguageServer", "EditorSupport", "LinkPolicy",
        "PolicyDiagnostics", "PolicyText",
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
    tests(
      "WebAppTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "WebApp", "LinkPolicyCLI", "LinkPolicy",
        "LanguageServer", "PolicyDiagnostics", "PolicyText",
      ]),
    tests(
      "ImportTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicy", "PolicyImport", "PolicyDecision",
        "PolicyModel",
        "AssociationFiles", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
    tests("RepositoryTests", ["PolicyTestSupport"]),
    tests(
      "DeploymentTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LinkPolicy", "Deployment",
        "PolicyRules", "PolicyDiagnostics", "PolicyText",
      ]),
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
      path: "Examples/Library/Tests/LibraryTests", packageAccess: false,
      swiftSettings: settings + testSettings),
    tests(
      "ReplayTests",
      [
        "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LinkPolicy", "PolicyReplay",
        "PolicyDecision", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ]),
  ] + plugins
)

// The program of `.ci/fuzz` takes the place of the tests; `Borrowed` leads to their second engine and oracles.
if isFuzzing {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .target(
      name: "PolicyTestSupport", path: "Tests/PolicyTestSupport",
      exclude: [
        "AddressMutations.swift", "BuiltTool.swift", "Golden.swift", "Instructions.swift",
        "JSONTrees.swift", "TestForm.swift",
      ],
      sources: ["Fixtures.swift", "SeededRandom.swift", "Tool.swift"], swiftSettings: settings),
    .target(
      name: "ProjectTestSupport",
      dependencies: ["LinkPolicy", "PolicyModel", "PolicySourceTree", "PolicyDiagnostics"],
      path: "Tests/ProjectTestSupport", exclude: ["DirectoryFileSystem.swift"],
      sources: ["MemoryFileSystem.swift", "Workspaces.swift"], swiftSettings: settings),
    .executableTarget(
      name: "linkpolicy-fuzz",
      dependencies: [
        "CLibFuzzer", "PolicyTestSupport", "ProjectTestSupport", "LinkPolicyCLI", "LanguageServer",
        "LinkPolicy", "PolicyImport", "PolicyReplay", "Deployment",
        "PolicyGenerators", "PolicyRules", "PolicyDecision", "PolicyModel", "AssociationFiles",
        "PolicySourceTree", "PolicyDiagnostics", "PolicyText",
      ],
      path: "Tests/Fuzz", exclude: ["CLibFuzzer"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}
