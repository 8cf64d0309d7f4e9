// swift-tools-version: 6.2
import PackageDescription

// For the checks of this repository: `generate` writes the sources, and users add them to a target of theirs.
let package = Package(
  name: "LinkPolicyRuntime",
  targets: [
    .target(
      name: "LinkPolicyRuntime", path: ".", exclude: ["check", "conformance", "tests/Tests"],
      sources: [
        "allowlist", "app-flip", "apple-sign-in", "authorization-requests", "email-actions",
        "google-scopes", "tests/Support",
      ],
      swiftSettings: [.strictMemorySafety()]),
    .testTarget(
      name: "LinkPolicyRuntimeTests", dependencies: ["LinkPolicyRuntime"], path: "tests/Tests"),
  ],
  swiftLanguageModes: [.v6]
)
