package import PolicyText
import PolicyModel

/// A handler that Apple does not know.
package struct AppleReturnUrl: Rule {
  package static let info = RuleInfo(
    "apple-return-url", .apple, .error,
    summary: "Firebase's handler is a return URL at Apple",
    why: "The web flow comes back to `/__/auth/handler` of the auth domain. Apple compares exactly "
      + "and answers `invalid_request` for a URL that is not registered.",
    examples: .init(
      .policy, bad: example("⟦prod⟧: [\"https://app.acme.example/__/auth/handler\"]"),
      good: example("prod: [\"https://acme-home.firebaseapp.com/__/auth/handler\"]")),
    references: ["Firebase: authenticate using Apple"])
  package init() {}

  private static func example(_ urls: String) -> String {
    ExamplePolicy.appleWeb(
      "web", "services_id: { prod: com.acme.home.web }\n    return_urls: { \(urls) }")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple, let firebase = context.policy.firebase else { return }
    let web = apple.platforms.first { $0.value == "web" || $0.value == "android" }
    var reported: Set<NodeID> = []
    for environment in context.firebaseEnvironments {
      let urls = apple.returnURLs?[environment]
      // Without a Services ID there is no web flow, which another rule says.
      guard urls != nil || (web != nil && apple.servicesID?[environment] != nil) else { continue }
      let missing = handlers(firebase, environment).filter { handler in
        !(urls ?? []).contains { $0.value == handler }
      }
      guard !missing.isEmpty else { continue }
      let place =
        apple.returnURLs.map { values in
          urls != nil ? context.place(of: values, environment) : values.node
        }.map { context.tree.key(of: $0) ?? $0 } ?? web?.node ?? apple.node
      // A list for both environments is one place and one mistake.
      guard reported.insert(place).inserted else { continue }
      findings.report(
        place, in: apple.returnURLs?.isShared ?? true ? nil : environment,
        "return URL \(missing.map(\.quoted).joined(separator: " and ")) is not registered",
        help: "add it to `return_urls` and to the Services ID at Apple")
    }
  }

  /// The handlers of the project: of its own domain, and of a custom auth domain.
  private func handlers(_ firebase: Firebase, _ environment: Environment) -> [ExactString] {
    var hosts: [String] = []
    if let project = firebase.projectID?[environment]?.value, !project.isEmpty {
      hosts.append(project.string + ".firebaseapp.com")
    }
    if let domain = firebase.authDomain?[environment]?.value, !domain.isEmpty,
      !domain.utf8.contains(where: { "/:?#@".utf8.contains($0) }),
      !hosts.contains(where: { ExactString($0) == domain })
    {
      hosts.append(domain.string)
    }
    return hosts.map { ExactString("https://\($0)/__/auth/handler") }
  }
}
