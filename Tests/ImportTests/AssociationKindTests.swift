import LinkPolicy
import PolicyImport
import Testing

@Suite struct AssociationKindTests {
  @Test func `an association file gives apps and links with their locations`() {
    let (imported, recognition) = imported(
      """
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.home"],
      "components":[{"/":"/orders/*"},{"/":"/help","exclude":true}]}]},
      "webcredentials":{"apps":["A1B2C3D4E5.com.acme.home"]}}
      """, AppleAssociationFormat.self)
    #expect(recognition == .yes)
    #expect(imported.findings.isEmpty)
    #expect(imported.mentions.count == 2)
    #expect(imported.values.count == 2)
  }
}

/// Quirks of real association files.
@Suite struct AssociationQuirkTests {
  @Test func `a query item may be called token`() {
    let result = Importing.run([
      (
        "apple-app-site-association",
        """
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home"],
          "components": [{"/": "/join", "?": {"token": "*"}}]}]}}
        """
      )
    ])
    #expect(result.text.contains("- { path: /join, query: { token: \"*\" } }"))
  }

  @Test func `a mistake that makes Google ignore a statement is repaired and reported`() {
    let print =
      "5a:11:c0:9e:77:3b:20:d4:8f:6e:01:ab:c9:32:57:e8:90:4d:13:f6:2c:bb:68:05:d1:7a:ee:49:36:84:0f:c2"
    let result = Importing.run([
      (
        "assetlinks.json",
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
          "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(print)"]}}]
        """
      )
    ])
    #expect(result.text.contains("- \(print.uppercased())"))
    #expect(Importing.findings(result).filter { $0.hasPrefix("import-shadowed") }.count == 1)
  }

  @Test(arguments: [
    #""relation": "delegate_permission/common.handle_all_urls""#,
    #""relation": ["delegate_permission/common.handle_all_urls", "links"]"#,
    #""relation": ["delegate_permission/common.handle_all_urls"], "include": "https://a.example/x""#,
  ])
  func `a statement that devices ignore grants nothing`(members: String) {
    let print = Array(repeating: "5A", count: 31).joined(separator: ":") + ":11"
    let result = Importing.run([
      (
        "assetlinks.json",
        """
        [{\(members), "target": {"namespace": "android_app",
          "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(print)"]}}]
        """
      )
    ])
    #expect(!result.text.contains("com.acme.home"))
    let found = Importing.findings(result)
    #expect(found.count == 1 && found.first?.contains("ignore the statement") == true, "\(found)")
  }

  @Test(arguments: [#""namespace": "acme", "#, #""namespace": "android", "#, ""])
  func `a statement without the right namespace grants nothing`(namespace: String) {
    let print = Array(repeating: "5A", count: 31).joined(separator: ":") + ":11"
    let result = Importing.run([
      (
        "assetlinks.json",
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {\(namespace)
          "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(print)"]}}]
        """
      )
    ])
    #expect(!result.text.contains("com.acme.home") && !result.text.contains(print))
    let found = Importing.findings(result)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("import-dropped") == true)
    #expect(found.first?.hasSuffix("Google and Android ignore the statement") == true)
  }

  @Test func `an app's key doesn't repeat the platform`() {
    let result = Importing.run([
      (
        "apple-app-site-association",
        "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.dev.acme.tasks.ios\", \"A1B2C3D4E5.dev.acme.tasks\"]}}"
      )
    ])
    #expect(result.text.contains("credentials: [tasks-ios-2, tasks-ios]"))
  }

  @Test func `of two files of a site, the one that devices request is imported`() {
    func file(_ path: String) -> String {
      "{\"applinks\": {\"details\": [{\"appIDs\": [\"A1B2C3D4E5.com.acme.home\"], \"components\": [{\"/\": \"\(path)\"}]}]}}"
    }
    let (root, inner) = (
      "public/apple-app-site-association", "public/.well-known/apple-app-site-association"
    )
    let differing = Importing.run([(root, file("/old")), (inner, file("/new"))])
    #expect(differing.text.contains("path: /new") && !differing.text.contains("path: /old"))
    #expect(Importing.findings(differing).contains { $0.hasPrefix("import-shadowed") })
    let same = Importing.run([(root, file("/new")), (inner, file("/new"))])
    #expect(same.text.replacing(", public/apple-app-site-association", with: "") == differing.text)
  }
}
