package import PolicyText

/// What a policy has no place for is named. Reported by imports.
package struct ImportDropped: NamedRule {
  package static let info = RuleInfo(
    "import-dropped", .import, .note,
    summary: "what a policy has no place for is named",
    why: "Nothing of a source vanishes: it is in the policy, or a finding names it.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [{"include": ⟦"https://acme.example/.well-known/assetlinks.json"⟧}]
        """#,
      good: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [{"relation": ["delegate_permission/common.get_login_creds"],
          "target": {"namespace": "android_app", "package_name": "com.acme.home",
            "sha256_cert_fingerprints": []}}]
        """#))
  package init() {}
}
