package import PolicyText

/// A source of a format of its own can be read to its end. Reported by readers of XML, property lists and
/// Xcode projects.
package struct ImportSyntax: NamedRule {
  package static let info = RuleInfo(
    "import-syntax", .import, .error,
    summary: "a file that is imported can be read to its end",
    why: "What stands behind the fault was not read, so the policy may lack it.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod App.entitlements
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
          <key>com.apple.developer.associated-domains</key>
          <array><string>webcredentials:www.acme.example</string>⟦</arry⟧>
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
