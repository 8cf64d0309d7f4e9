package import PolicyText

/// A host stands for itself, not for all hosts below it. Reported by imports.
package struct ImportWildcardHost: NamedRule {
  package static let info = RuleInfo(
    "import-wildcard-host", .import, .error,
    summary: "a host stands for itself, not for all hosts below it",
    why: "Each host serves its own association files; a policy names each.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod App.entitlements
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>⟦applinks:*.acme.example⟧</string></array>
        </dict></plist>
        """#,
      good: #"""
        # linkpolicy import --environment prod App.entitlements
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>applinks:www.acme.example</string></array>
        </dict></plist>
        """#))
  package init() {}
}
