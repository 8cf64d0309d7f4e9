package import PolicyText

/// A pattern among redirect URIs is replaced by the URIs that are sent. Reported by imports.
package struct ImportWildcard: NamedRule {
  package static let info = RuleInfo(
    "import-wildcard", .import, .error,
    summary: "a pattern among redirect URIs is replaced by the URIs that are sent",
    why: "A policy has no patterns: whoever can place a page below the pattern receives "
      + "codes. Import leaves the pattern out and says what it let in; `linkpolicy "
      + "replay` finds the URIs that are really sent.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod realm-export.json
        {"realm": "acme", "clients": [{"clientId": "web", "publicClient": true,
          "redirectUris": ["https://app.acme.example/callback", ⟦"https://app.acme.example/*"⟧]}]}
        """#,
      good: #"""
        # linkpolicy import --environment prod realm-export.json
        {"realm": "acme", "clients": [{"clientId": "web", "publicClient": true,
          "redirectUris": ["https://app.acme.example/callback"]}]}
        """#),
    references: ["RFC 9700 section 4.1.3"])
  package init() {}
}
