import PolicyModel
package import PolicyText

package struct InvariantNameDuplicate: Rule {
  package static let info = RuleInfo(
    "invariant-name-duplicate", .invariant, .error,
    summary: "Require unique names of invariants in a file",
    why: "Findings and test results refer to an invariant by its name.",
    examples: .init(
      .policy, bad: example("⟦native clients use PKCE⟧"), good: example("web clients use PKCE")))
  package static let checksTestFiles = true
  package init() {}

  private static func example(_ name: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      invariants:
        - name: native clients use PKCE
          clients: { key: app }
          max_redirect_uris: 3
        - name: \(name)
          clients: { key: app }
          max_redirect_uris: 4

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    var first: [ExactString: LocatedText] = [:]
    for name in context.document.invariants.compactMap(\.name) {
      guard let known = first[name.value] else {
        first[name.value] = name
        continue
      }
      findings.report(
        name.node, "invariant name \(name.value.quoted) is already used",
        help: "choose a unique name", notes: [findings.note("the other invariant", at: known.node)])
    }
  }
}
