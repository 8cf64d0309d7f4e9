// swift-tools-version: 6.2
import PackageDescription

// Tests for a server or a CI plug-in that uses the library. Run them with `swift test` in this folder.
let package = Package(
  name: "Library",
  platforms: [.macOS(.v14)],
  dependencies: [
    // In a package of your own: the URL and version of linkpolicy.
    .package(name: "linkpolicy", path: "../..")
  ],
  targets: [
    .testTarget(
      name: "LibraryTests",
      dependencies: [.product(name: "LinkPolicy", package: "linkpolicy")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
