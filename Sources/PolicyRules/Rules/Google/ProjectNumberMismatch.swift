package import PolicyText
import PolicyModel

/// A client of another project.
package struct ProjectNumberMismatch: Rule {
  package static let info = RuleInfo(
    "project-number-mismatch", .google, .error,
    summary: "client IDs are of the Firebase project",
    why: "Firebase rejects tokens of another project's client unless that is allow-listed.",
    examples: .init(
      .policy, bad: ExamplePolicy.googleIOS("⟦\(GoogleClientIDs.ios)⟧", number: "999370246913"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, number: "581370246913")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, id) in context.googleClientIDs {
      let environments = environment.map { [$0] } ?? Environment.allCases
      let numbers = environments.compactMap { context.policy.firebase?.projectNumber?[$0] }
      guard let number = GoogleClientID.project(of: id.value), !numbers.isEmpty,
        !numbers.contains(where: { $0.value == number })
      else { continue }
      findings.report(
        id.node, in: environment,
        "client ID prefix \(number.quoted) differs from project number \(numbers[0].value.quoted)",
        help: "use a client of the Firebase project",
        notes: [findings.note("the project number", at: numbers[0].node)])
    }
  }
}
