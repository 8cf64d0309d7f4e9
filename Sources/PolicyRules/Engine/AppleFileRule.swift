package import PolicyText

/// A rule about an `apple-app-site-association`.
package protocol AppleFileRule: NamedRule {
  /// Looks at one file and reports what it finds.
  func check(_ file: AppleFile, reporting findings: inout Findings)
  /// Looks at a file that is no JSON to its end; most rules have nothing to say then.
  func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings)
}

extension AppleFileRule {
  package static var forAppleFiles: (any AppleFileRule.Type)? { Self.self }
  package func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {}
}
