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
    #expect(facts.facts.count == 4)
  }
}
