package import PolicyText

/// Sources agree on what can have one value only. Reported by imports.
package struct ImportConflict: NamedRule {
  package static let info = RuleInfo(
    "import-conflict", .import, .error,
    summary: "sources agree on what can have one value only",
    why: "Which of them is right nobody knows but the team; the value is left out.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod a.json b.json
        # file: a.json
        {"client_id": ⟦"web"⟧, "application_type": "web", "grant_types": ["authorization_code"],
          "redirect_uris": ["https://app.acme.example/callback"]}
        # file: b.json
        {"client_id": "web", "application_type": "native", "grant_types": ["authorization_code"],
          "redirect_uris": ["https://app.acme.example/callback"]}
        """#,
      good: #"""
        # linkpolicy import --environment prod a.json
        # file: a.json
        {"client_id": "web", "application_type": "web", "grant_types": ["authorization_code"],
          "redirect_uris": ["https://app.acme.example/callback"]}
        """#))
  package init() {}
}
