package import PolicyText

/// Something says which environment a value belongs to. Reported by imports.
package struct ImportEnvironmentUnknown: NamedRule {
  package static let info = RuleInfo(
    "import-environment-unknown", .import, .error,
    summary: "something says which environment a value belongs to",
    why: "A value in the wrong environment mixes test and production, so what nothing "
      + "decides goes nowhere until `--environment` or `--map` says where.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --host www.acme.example apple-app-site-association
        {"applinks": {"details": [⟦{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/orders/*"}]
        }⟧]}}
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
