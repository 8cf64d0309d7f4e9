package import PolicyText

/// A rule about an `assetlinks.json`.
package protocol AssetFileRule: NamedRule {
  /// Looks at one file and reports what it finds.
  func check(_ file: AssetFile, reporting findings: inout Findings)
  /// Looks at a file that is no JSON to its end; most rules have nothing to say then.
  func check(unreadableAssetFile file: SourceFile, reporting findings: inout Findings)
}

extension AssetFileRule {
  package static var forAssetFiles: (any AssetFileRule.Type)? { Self.self }
  package func check(
    unreadableAssetFile file: SourceFile, reporting findings: inout Findings
  ) {}
}
