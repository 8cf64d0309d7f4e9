package import PolicyText

/// Something says which host serves an association file. Reported by imports.
package struct ImportHostUnknown: NamedRule {
  package static let info = RuleInfo(
    "import-host-unknown", .import, .warning,
    summary: "something says which host serves an association file",
    why: "The file does not: without `--host`, a folder named like the host, or "
      + "entitlements that name it, its links have no place in the policy.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod apple-app-site-association
        ⟦⟧{"applinks": {"details": [{
          "appIDs": ["A1B2C3D4E5.com.acme.home"],
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
