import LinkPolicy
import Testing

/// Deployed dynamic rules against the manifests of the policies of the same run.
struct ManifestScopeTests {
  private static let policy = """
    linkpolicy: 1
    name: acme
    apps:
      a:
        platform: android
        package_name: com.acme.home
        sha256_cert_fingerprints:
          - "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"
    domains:
      www.acme.example: { links: [{ apps: [a], rules: [{ path: /orders/* }, { path: /cart }] }] }
      all.acme.example: { links: [{ apps: [a], rules: [{ query: { x: "?*" } }] }] }
    """

  private func found(
    _ rules: String, package: String = "com.acme.home",
    file: String = "deployed/www.acme.example/.well-known/assetlinks.json"
  ) -> [String] {
    let list = """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
         "target": { "namespace": "android_app", "package_name": "\(package)",
           "sha256_cert_fingerprints": ["3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"] },
         "relation_extensions": { "delegate_permission/common.handle_all_urls":
           { "dynamic_app_link_components": [\(rules)] } } }]
      """
    let report = Project([
      InputFile(
        source: SourceFile(name: "Policies/acme.yaml", bytes: Array(Self.policy.utf8)),
        kind: .policy, isExplicit: true),
      InputFile(
        source: SourceFile(name: file, bytes: Array(list.utf8)), kind: .assetLinks,
        isExplicit: true),
    ]).report
    return report.diagnostics.filter { $0.rule == "dynamic-rules-outside-manifest" }.map(\.message)
  }

  @Test(arguments: ["/orders/*", "/orders/1", "/cart", "*", "/*"])
  func `what the manifest covers, and a last rule for the rest, is fine`(path: String) {
    #expect(found("{ \"/\": \"\(path)\" }") == [])
  }

  @Test(arguments: ["/new/*", "/new", "/order", "/carts"])
  func `a path that the manifest does not cover is reported`(path: String) {
    #expect(
      found("{ \"/\": \"/cart\" }, { \"/\": \"\(path)\" }") == [
        "the manifest of `com.acme.home` doesn't cover `\(path)`, so the rule has no effect"
      ])
  }

  @Test func `excludes, other apps, other hosts and whole hosts are no matter`() {
    #expect(found("{ \"/\": \"/new\", \"exclude\": true }, { \"/\": \"*\" }") == [])
    #expect(found("{ \"/\": \"/new\" }", package: "com.other") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "other.example/.well-known/assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "all.acme.example/assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "WWW.acme.example/assetlinks.json").count == 1)
  }
}
