package import PolicyText
import PolicyModel

/// A list without the project's own domain.
package struct AuthorizedDomainDefaultMissing: Rule {
  package static let info = RuleInfo(
    "authorized-domain-default-missing", .domain, .error, aliases: ["default-domain-removed"],
    summary: "the project's own domain stays authorized",
    why:
      "iOS takes the first `firebaseapp.com` or `web.app` entry of the list for its web sign-in, "
      + "and fails without one. With another entry of that kind it uses that one: a warning.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("authorized_domains: { ⟦prod⟧: [app.acme.example] }"),
      good: ExamplePolicy.firebase(
        "authorized_domains: { prod: [acme-home.firebaseapp.com] }")),
    references: ["firebase-ios-sdk: AuthWebUtils.swift"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let firebase = context.policy.firebase, let domains = firebase.authorizedDomains else {
      return
    }
    for (environment, list) in domains.distinct {
      let missing = context.firebaseEnvironments(of: environment).compactMap { environment in
        firebase.projectID?[environment].map { "\($0.value).firebaseapp.com" }
      }.filter { !has(list, ExactString($0)) }.reduce(into: [String]()) {
        // One project in both environments is one domain.
        if !$0.map(ExactString.init(_:)).contains(ExactString($1)) { $0.append($1) }
      }
      guard !missing.isEmpty else { continue }
      let isLast = !list.contains { isChosen($0.value, "firebaseapp.com", "web.app") }
      findings.report(
        context.place(of: domains, environment ?? .prod), in: environment,
        severity: isLast ? .error : .warning,
        missing.map(ExactString.init(_:)).map(\.quoted).joined(separator: " and ")
          + " is missing: iOS web OAuth picks its auth domain from this list",
        help: "list the project's own domain")
    }
  }

  /// Also where the entry has a scheme or a path, which is a mistake of its own.
  private func has(_ list: [LocatedText], _ host: ExactString) -> Bool {
    list.contains { domain in
      guard domain.value.utf8.count >= host.utf8.count else { return false }
      return domain.value == host || HostEnvironments.bareHost(domain.value) == host
    }
  }

  /// As iOS chooses: a suffix with something in front, case counts.
  private func isChosen(_ text: ExactString, _ suffixes: String...) -> Bool {
    suffixes.contains { text.hasSuffix($0) && text.utf8.count >= $0.utf8.count + 2 }
  }
}
