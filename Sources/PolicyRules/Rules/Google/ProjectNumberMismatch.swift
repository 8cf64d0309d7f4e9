package import PolicyText
import PolicyModel

package struct ProjectNumberMismatch: Rule {
  package static let info = RuleInfo(
    "project-number-mismatch", .google, .error,
    summary: "Require client IDs from the Firebase project",
    why: "Firebase rejects tokens issued to another project's client unless you add that client to "
      + "its allowlist.",
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
        "client ID belongs to project \(number.quoted), but `project_number` is "
          + "\(numbers[0].value.quoted)",
        help: "use a client of the Firebase project",
        notes: [findings.note("the project number", at: numbers[0].node)])
    }
  }
}
