package import PolicyText

/// Something says which paths of a host open an Android app. Reported by imports.
package struct ImportPathsUnknown: NamedRule {
  package static let info = RuleInfo(
    "import-paths-unknown", .import, .warning,
    summary: "something says which paths of a host open an Android app",
    why: "An `assetlinks.json` without dynamic rules leaves the paths to the manifest; "
      + "every path is written until the manifest is imported too.",
    examples: .init(
      .importedFiles,
      bad: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [⟦{"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": "com.acme.home",
            "sha256_cert_fingerprints": []}}⟧]
        """#,
      good: #"""
        # linkpolicy import --environment prod --host www.acme.example assetlinks.json
        [{"relation": ["delegate_permission/common.get_login_creds"],
          "target": {"namespace": "android_app", "package_name": "com.acme.home",
            "sha256_cert_fingerprints": []}}]
        """#))
  package init() {}
}
