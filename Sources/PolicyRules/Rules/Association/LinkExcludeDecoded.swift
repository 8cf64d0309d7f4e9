package import PolicyText
import PolicyModel

/// An exclude, or a rule about sign-in, that compares decoded text.
package struct LinkExcludeDecoded: LinkListRule {
  package static let info = RuleInfo(
    "link-exclude-decoded", .association, .warning, aliases: ["decoded-exclude"],
    summary: "excludes and rules about sign-in compare URLs as they are written",
    why:
      "Decoding turns `%2F` into a slash before the patterns are compared: `/a%2Fb` matches `/a/b`, "
      + "which is another path to the server. Android always decodes.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /admin/*, exclude: true, percent_encoded: ⟦false⟧ }", "{ path: /shop/* }"),
      good: ExamplePolicy.rules("{ path: /admin/*, exclude: true }", "{ path: /shop/* }")),
    references: ["Apple: components (swcutil, certain)"])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      guard let decoded = rule.decoded, rule.path != nil, rule.excludes || isAuth(rule) else {
        continue
      }
      findings.report(
        decoded,
        "decoding makes `%2F` a slash: on iOS \(ExactString(rule.title).quoted) "
          + "also matches paths that are others to the server",
        help: "leave it out and write the pattern percent-encoded")
    }
  }

  private func isAuth(_ rule: LinkList.Rule) -> Bool {
    let path = Array((rule.path?.value ?? "").utf8)[...].lowercased[...]
    return ["auth", "login", "signin", "sign-in", "callback", "password"].contains {
      path.firstRange(ofBytes: $0) != nil
    }
  }
}
