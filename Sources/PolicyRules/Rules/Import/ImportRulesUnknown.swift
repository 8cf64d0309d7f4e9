package import PolicyText

/// Something says which links of a host open an Apple app. Reported by imports.
package struct ImportRulesUnknown: NamedRule {
  package static let info = RuleInfo(
    "import-rules-unknown", .import, .warning,
    summary: "something says which links of a host open an Apple app",
    why: "Entitlements name hosts; the paths are in the association file of the host.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod App.entitlements
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>applinks:⟦www.acme.example⟧</string></array>
        </dict></plist>
        """#,
      good: #"""
        # linkpolicy import --environment prod App.entitlements
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>webcredentials:www.acme.example</string></array>
        </dict></plist>
        """#))
  package init() {}
}
