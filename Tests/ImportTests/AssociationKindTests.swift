import LinkPolicy
import PolicyDiagnostics
import PolicyImport
import PolicyModel
import Testing

@Suite struct AssociationKindTests {
  @Test func `an association file states apps and links with their places`() {
    let (facts, recognition) = facts(
      """
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.home"],
      "components":[{"/":"/orders/*"},{"/":"/help","exclude":true}]}]},
      "webcredentials":{"apps":["A1B2C3D4E5.com.acme.home"]}}
      """, AppleAssociationKind.self)
    #expect(recognition == .yes)
    #expect(facts.findings.isEmpty)
    #expect(facts.mentions.count == 2)
    #expect(facts.facts.count == 2)
  }
}

/// What real association files have shown.
@Suite struct AssociationOddityTests {
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

  @Test func `what voids a statement for Google is repaired and named`() {
    let print = String(repeating: "ab:", count: 31) + "ab"
    let result = Importing.run([
      (
        "assetlinks.json",
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "acme",
          "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(print)"]}}]
        """
      )
    ])
    #expect(result.text.contains("- \(print.uppercased())"))
    #expect(Importing.findings(result).filter { $0.hasPrefix("import-shadowed") }.count == 2)
  }

  @Test func `an id does not say the platform twice`() {
    let result = Importing.run([
      (
        "apple-app-site-association",
        "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.dev.acme.tasks.ios\", \"A1B2C3D4E5.dev.acme.tasks\"]}}"
      )
    ])
    #expect(result.text.contains("credentials: [tasks-ios-2, tasks-ios]"))
  }
}
