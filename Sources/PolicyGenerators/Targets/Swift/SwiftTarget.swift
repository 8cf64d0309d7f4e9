import PolicyDecision

/// `code/swift/`: the runtime of `Runtimes/swift`, and the clients as data.
package struct SwiftTarget: RuntimeTarget {
  package typealias Language = SwiftLanguage

  package static let name = "swift"
  package static func parts(for input: GeneratorInput) -> [RuntimePart<SwiftLanguage>] {
    let hasAppFlip = input.policy.clients.values.joined().contains { $0.flipUniversalLink != nil }
    return [
      RuntimePart("allowlist", ("LinkPolicyAllowlistData.swift", SwiftData.source(input)))
    ] + (hasAppFlip ? [RuntimePart("app-flip")] : []) + SwiftProviderData.parts(for: input)
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    let access = options.access ?? "public"
    return [
      ("LinkPolicyAllowlist", options.name ?? "LinkPolicyAllowlist"),
      ("\npublic ", "\n\(access) "), ("  public ", "  \(access) "),
      ("@objc public ", "@objc \(access) "),
    ]
  }

  package static var accessLevels: [String] { ["public", "package", "internal"] }

  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Z][A-Za-z0-9_]*/) != nil && !reservedNames.contains(text)
  }

  /// Types that the runtime uses without a module's name, and keywords.
  private static let reservedNames: Set = [
    "Any", "Array", "Bool", "Character", "Data", "Dictionary", "Error", "Int", "KeyValuePairs",
    "Mirror", "Protocol", "Self", "Sendable", "Sequence", "String", "Substring", "Task", "Type",
    "UInt8", "UInt16", "UInt32", "UInt64", "URL", "Unicode",
  ]

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    let module = input.selection.name ?? "LinkPolicyAllowlist"
    return (
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: \(SwiftLanguage.literal(name)),
        platforms: [.iOS(.v15), .macOS(.v12)],
        products: [.library(name: "\(module)", targets: ["\(module)"])],
        targets: [.target(name: "\(module)", path: ".")]
      )

      """
    )
  }

  /// The name of the enum that contains the allowlist.
  static func typeName(_ input: GeneratorInput) -> Code<SwiftLanguage> {
    "\(word: input.selection.name ?? "LinkPolicyAllowlist")"
  }

  /// The access level of the API.
  static func access(_ input: GeneratorInput) -> Code<SwiftLanguage> {
    "\(word: input.selection.access ?? "public")"
  }
}
