// swift-tools-version: 6.2
import PackageDescription

/// As in the package above.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (Context.environment["LINKPOLICY_DEVELOPMENT"] == "strict"
    ? [.treatAllWarnings(as: .error)] : [])

/// As in the package above: a static binary, from exact versions of the packages.
let isRelease = Context.environment["LINKPOLICY_RELEASE"] != nil
let staticLinking: [LinkerSetting] =
  isRelease
  ? [
    .unsafeFlags(
      [
        "-static-executable", "-Xlinker", "-s", "-l_FoundationCShims", "-l_FoundationCollections",
        "-lswiftSynchronization",
      ], .when(platforms: [.linux]))
  ] : []

func remote(
  _ url: String, _ version: Version, traits: Set<Package.Dependency.Trait> = [.defaults]
) -> Package.Dependency {
  isRelease
    ? .package(url: url, exact: version, traits: traits)
    : .package(url: url, from: version, traits: traits)
}

/// What those packages link in turn.
let linked: [(name: String, version: Version)] = [
  ("swift-async-algorithms", "1.1.4"), ("swift-atomics", "1.3.0"), ("swift-collections", "1.6.0"),
]
let more: [Package.Dependency] =
  isRelease
  ? linked.map { .package(url: "https://github.com/apple/\($0.name).git", exact: $0.version) } : []

let package = Package(
  name: "linkpolicy-web",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "linkpolicy-web", targets: ["linkpolicy-web"])],
  dependencies: [
    .package(name: "linkpolicy", path: ".."),
    // HTTP: its parser, limits and shutdown are kept by others. Only its core, without routes and tracing.
    remote("https://github.com/hummingbird-project/hummingbird", "2.28.1", traits: []),
    remote("https://github.com/apple/swift-nio", "2.101.2"),
    remote("https://github.com/apple/swift-nio-extras", "1.35.2"),
    remote("https://github.com/apple/swift-http-types", "1.8.0", traits: []),
    remote("https://github.com/apple/swift-log", "1.16.2"),
    remote("https://github.com/swift-server/swift-service-lifecycle", "2.13.0"),
  ] + more,
  targets: [
    .executableTarget(
      name: "linkpolicy-web",
      dependencies: [
        .product(name: "WebApp", package: "linkpolicy"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ], swiftSettings: settings, linkerSettings: staticLinking)
  ]
)
