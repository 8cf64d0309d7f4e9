import LinkPolicy
import Testing

/// What becomes of Apple accounts: consent before linking, and a credential in use.
@Suite struct AppleFlowTests {
  private func steps(_ apple: String, _ signIn: String = "{}") throws -> [String] {
    let project = FlowPropertyTests.project(
      """
      linkpolicy: 1
      name: acme
      apps:
        acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
      providers:
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com] }
          sign_in: \(signIn)
        apple: { platforms: [ios], bundle_apps: [acme-ios]\(apple) }

      """)
    let flow = try #require(project.flows(facts: FlowFacts([])).flows.first)
    #expect(flow.outcome == .completes, "\(flow.message)")
    return flow.steps.map(\.name)
  }

  private static let retry = ["credential in use", "updated credential"]

  @Test(arguments: ["", ", linking: {}", ", linking: { require_consent: true }"])
  func `linking without consent is refused in both directions`(apple: String) throws {
    let names = try steps(apple)
    for name in ["known email", "link", "another provider"] {
      #expect(names.contains("\(name) without consent") && names.contains("\(name) with consent"))
    }
    #expect(names.contains(Self.retry))
  }

  @Test func `without consent by the policy, linking is one step`() throws {
    let names = try steps(", linking: { require_consent: false }")
    #expect(names.filter { $0.contains("consent") } == [])
    #expect(names.contains(["known email", "link", "another provider"] + Self.retry))
  }

  /// A second account is made, so nothing is linked at sign-in.
  @Test func `accounts may share an email address`() throws {
    let names = try steps("", "{ allow_duplicate_emails: true }")
    #expect(names.contains("known email") && names.contains("link without consent"))
  }
}
