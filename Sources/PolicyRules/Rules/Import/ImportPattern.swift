package import PolicyText

/// A pattern of the source has an equal rule in a policy. Reported by imports.
package struct ImportPattern: NamedRule {
  package static let info = RuleInfo(
    "import-pattern", .import, .warning,
    summary: "a pattern of the source has an equal rule in a policy",
    why: "What has none is left out or written as the nearest rule, and a link that shows "
      + "the difference is named.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod --host www.acme.example apple-app-site-association
        {"applinks": {"details": [{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/orders/*"}, ⟦{"?": "id=*"}⟧]
        }]}}
        """#,
      good: #"""
        # linkpolicy import --environment prod --host www.acme.example apple-app-site-association
        {"applinks": {"details": [{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/orders/*"}, {"?": {"id": "*"}}]
        }]}}
        """#))
  package init() {}
}
