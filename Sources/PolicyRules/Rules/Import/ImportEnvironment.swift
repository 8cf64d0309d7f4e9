package import PolicyText

/// The environment of every imported value has a reason. Reported by imports.
package struct ImportEnvironment: NamedRule {
  package static let info = RuleInfo(
    "import-environment", .import, .note,
    summary: "the environment of every imported value has a reason",
    why: "Nothing is decided silently: who reads the report sees why a value went to prod "
      + "or sandbox.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --host staging.acme.example apple-app-site-association
        {"applinks": {"details": [⟦{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/orders/*"}]
        }⟧]}}
        """#,
      good: #"""
        # linkpolicy import apple-app-site-association
        {"applinks": {}}
        """#))
  package init() {}
}
