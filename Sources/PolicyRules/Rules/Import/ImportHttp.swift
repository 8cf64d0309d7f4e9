package import PolicyText

/// An imported redirect URI uses https, or is an address of the machine itself. Reported by imports.
package struct ImportHttp: NamedRule {
  package static let info = RuleInfo(
    "import-http", .import, .error,
    summary: "an imported redirect URI uses https, or is an address of the machine itself",
    why: "A code that is sent without encryption belongs to whoever listens. The URI is "
      + "left out; `--keep-invalid` writes it.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod client.json
        {"client_id": "web", "token_endpoint_auth_method": "client_secret_basic",
          "redirect_uris": [⟦"http://app.acme.example/callback"⟧]}
        """#,
      good: #"""
        # linkpolicy import --environment prod client.json
        {"client_id": "web", "token_endpoint_auth_method": "client_secret_basic",
          "redirect_uris": ["https://app.acme.example/callback"]}
        """#),
    references: ["RFC 9700 section 2.6"])
  package init() {}
}
