import PolicyText
import PolicyModel

struct LinkExcludeDecoded: LinkListRule {
  static let info = RuleInfo(
    "link-exclude-decoded", .association, .warning, aliases: ["decoded-exclude"],
    summary: "Disallow decoding in excludes and sign-in rules",
    why:
      "Decoding turns `%2F` into a slash before patterns are compared. `/a%2Fb` then matches "
      + "`/a/b`, which is a different path on the server. Android always decodes.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.rules(
        "{ path: /admin/*, exclude: true, percent_encoded: ⟦false⟧ }", "{ path: /shop/* }"),
      good: ExamplePolicy.rules("{ path: /admin/*, exclude: true }", "{ path: /shop/* }")),
    references: ["Apple: components (swcutil, certain)"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      guard let decoded = rule.decoded, let path = rule.path,
        rule.excludes || path.value.mentions(Self.authenticationWords)
      else { continue }
      findings.report(
        decoded,
        "\(rule.title.quoted) also matches paths with `%2F`, which the server treats differently",
        help: "remove `percent_encoded: false` and write the pattern percent-encoded")
    }
  }

  private static let authenticationWords = [
    "auth", "login", "signin", "sign-in", "callback", "password",
  ]
}
