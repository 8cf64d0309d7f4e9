package import PolicyText
import PolicyModel

package struct PkceMethodNone: Rule {
  package static let info = RuleInfo(
    "pkce-method-none", .client, .error,
    summary: "Require a code challenge method",
    why:
      "With an empty list, the server rejects every request with a code challenge. If PKCE is "
      + "required, it also rejects every request without one.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "code_challenge_methods: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "code_challenge_methods: [S256]")),
    references: ["RFC 7636 section 4.3"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let tree = context.tree
    let server = tree.root.flatMap { tree.value(of: "authorization_server", in: $0) }
    let places = (server.map { [$0] } ?? []) + context.policy.clients.map(\.node)
    for place in places where tree.kind(place) == .mapping {
      guard let methods = tree.value(of: "code_challenge_methods", in: place),
        tree.kind(methods) == .sequence, tree.items(methods).first(where: { _ in true }) == nil
      else { continue }
      findings.report(
        methods, "`code_challenge_methods` is empty, so every request with a code challenge fails",
        help: "write `[S256]`, or remove `code_challenge_methods`")
    }
  }
}
