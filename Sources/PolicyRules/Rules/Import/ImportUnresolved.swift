package import PolicyText

/// A value is literal, or its variables are known. Reported by imports.
package struct ImportUnresolved: NamedRule {
  package static let info = RuleInfo(
    "import-unresolved", .import, .error,
    summary: "a value is literal, or its variables are known",
    why: "A build variable means nothing in a policy. Import the built file, or say the "
      + "value with `--define`.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [{"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": ⟦"${applicationId}"⟧,
            "sha256_cert_fingerprints": []}}]
        """#,
      good: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [{"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": "com.acme.home",
            "sha256_cert_fingerprints": []}}]
        """#))
  package init() {}
}
