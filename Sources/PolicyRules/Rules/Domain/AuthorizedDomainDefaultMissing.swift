package import PolicyText
import PolicyModel

package struct AuthorizedDomainDefaultMissing: Rule {
  package static let info = RuleInfo(
    "authorized-domain-default-missing", .domain, .error, aliases: ["default-domain-removed"],
    summary: "Require the project's default domain among the authorized domains",
    why:
      "iOS uses the first `firebaseapp.com` or `web.app` entry of the list for web sign-in, and "
      + "fails without one. If the list has another such entry, iOS uses it, and this is a warning.",
    examples: .init(
      .policy, bad: ExamplePolicy.firebase("authorized_domains: { ⟦prod⟧: [app.acme.example] }"),
      good: ExamplePolicy.authorized()),
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
        // The same project in both environments is one domain.
        if !$0.map(ExactString.init(_:)).contains(ExactString($1)) { $0.append($1) }
      }
      guard !missing.isEmpty else { continue }
      let isLast = !list.contains { isChosen($0.value, "firebaseapp.com", "web.app") }
      findings.report(
        context.place(of: domains, environment ?? .prod), in: environment,
        severity: isLast ? .error : .warning,
        missing.map(ExactString.init(_:)).map(\.quoted).joined(separator: " and ")
          + " must be listed, because iOS picks its auth domain from this list",
        help:
          "add \(missing.map(ExactString.init(_:)).map(\.quoted).joined(separator: " and ")) to "
          + "`authorized_domains`")
    }
  }

  /// Also accepts an entry with a scheme or a path; domain-not-bare reports that.
  private func has(_ list: [LocatedText], _ host: ExactString) -> Bool {
    list.contains { domain in
      guard domain.value.utf8.count >= host.utf8.count else { return false }
      return domain.value == host || HostEnvironments.bareHost(domain.value) == host
    }
  }

  /// Like iOS, matches a suffix after at least two characters, including case.
  private func isChosen(_ text: ExactString, _ suffixes: String...) -> Bool {
    suffixes.contains { text.hasSuffix($0) && text.utf8.count >= $0.utf8.count + 2 }
  }
}
