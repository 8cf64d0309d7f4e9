// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PartnerApp",
  platforms: [.macOS(.v14)],
  dependencies: [
    // In a package of your own: the URL and version of linkpolicy.
    .package(name: "linkpolicy", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "PartnerApp",
      plugins: [.plugin(name: "LinkPolicyBuildToolPlugin", package: "linkpolicy")])
  ]
)
