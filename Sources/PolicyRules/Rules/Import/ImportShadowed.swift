package import PolicyText

/// What another value of the source makes void is named. Reported by imports.
package struct ImportShadowed: NamedRule {
  package static let info = RuleInfo(
    "import-shadowed", .import, .note,
    summary: "what another value of the source makes void is named",
    why: "It looks as if it counted, and does not.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod --host www.acme.example apple-app-site-association
        {"applinks": {"details": [{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
          "appID": ⟦"A1B2C3D4E5.com.acme.other"⟧,
          "components": [{"/": "/orders/*"}]
        }]}}
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
