package import PolicyText

/// A secret of a source is not copied, and the policy says where it is expected. Reported by imports.
package struct ImportSecretName: NamedRule {
  package static let info = RuleInfo(
    "import-secret-name", .import, .note,
    summary: "a secret of a source is not copied, and the policy says where it is expected",
    why: "A policy holds no secret. Keep it where the reference says, and replace one that "
      + "was checked in.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod realm-export.json
        {"realm": "acme", "clients": [{"clientId": "web", "publicClient": false,
          "secret": ⟦"k2Jd8fQz"⟧, "redirectUris": ["https://app.acme.example/callback"]}]}
        """#,
      good: #"""
        # linkpolicy import --environment prod realm-export.json
        {"realm": "acme", "clients": [{"clientId": "web", "publicClient": true,
          "redirectUris": ["https://app.acme.example/callback"]}]}
        """#))
  package init() {}
}
