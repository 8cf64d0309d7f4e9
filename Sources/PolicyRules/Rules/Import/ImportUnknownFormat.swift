package import PolicyText

/// A file that is named is one of the kinds that are imported. Reported by imports.
package struct ImportUnknownFormat: NamedRule {
  package static let info = RuleInfo(
    "import-unknown-format", .import, .error,
    summary: "a file that is named is one of the kinds that are imported",
    why: "Its content would be missing from the policy without a word.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import settings.json
        ⟦⟧{"colour": "blue"}
        """#,
      good: #"""
        # linkpolicy import --environment prod --host www.acme.example apple-app-site-association
        {"applinks": {"details": [{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/orders/*"}]
        }]}}
        """#))
  package init() {}
}
