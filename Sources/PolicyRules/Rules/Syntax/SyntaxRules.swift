import PolicyText

extension RuleRegistry {
  /// Rules of the YAML and JSON readers.
  static let syntaxTable: [RuleInfo] = [
    RuleInfo(
      "yaml-syntax", .syntax, .error, summary: "Require valid YAML",
      why: "A file that can't be parsed isn't checked at all.",
      examples: .policy(
        bad: ExamplePolicy.line("owner: ⟦@⟧acme"),
        good: ExamplePolicy.line("owner: \"@acme\"")),
      references: ["YAML 1.1"],
      traits: .notSuppressible),
    RuleInfo(
      "yaml-encoding", .syntax, .error, summary: "Require UTF-8",
      why: "Tools disagree on how to decode other encodings.",
      examples: .policy(
        bad: ExamplePolicy.line("owner: ⟦\u{FFFE}⟧"),
        good: ExamplePolicy.line("owner: Zoë")),
      references: ["RFC 3629"],
      traits: .notSuppressible),
    RuleInfo(
      "character-invisible", .syntax, .error, summary: "Disallow invisible characters",
      why: """
        YAML starts a new line at U+0085, U+2028, U+2029 and a lone carriage return, but editors \
        and `git diff` don't: after one of them, a comment can hide a redirect URI from \
        reviewers. Zero-width and bidirectional characters make different values look the same. \
        Comments and descriptions may contain joiners (in emoji, and between letters of scripts \
        that need them), variation selectors and no-break spaces. A YAML file may start with a \
        byte order mark. Comments, configuration and baselines can't suppress this finding.
        """,
      examples: .policy(
        bad: ExamplePolicy.line("owner: identity⟦\u{200B}⟧@acme.example"),
        good: ExamplePolicy.line("owner: identity@acme.example")),
      references: ["Unicode Technical Report 36", "CVE-2021-42574"], isFixable: true,
      traits: .notSuppressible.union(.yieldsToErrors)),
    RuleInfo(
      "yaml-duplicate-key", .syntax, .error, summary: "Disallow duplicate keys",
      why: "Most YAML parsers silently keep only the last value.",
      examples: .policy(
        bad: ExamplePolicy.line("owner: a@acme.example\n⟦owner⟧: b@acme.example"),
        good: ExamplePolicy.line("owner: a@acme.example"))),
    RuleInfo(
      "yaml-not-string", .syntax, .error, aliases: ["minimum-version-type"],
      summary: "Require quotes around strings that YAML reads as another type",
      why: """
        YAML reads `123456E789` as a number, `no` as false and `2024-01-01` as a date, so other \
        tools get a different value.
        """,
      examples: .policy(
        bad: ExamplePolicy.line("owner: ⟦no⟧"),
        good: ExamplePolicy.line("owner: \"no\"")),
      references: ["YAML 1.1 types"], isFixable: true),
    RuleInfo(
      "yaml-unsupported", .syntax, .error,
      summary: "Disallow YAML tags, merge keys, directives, multiple documents and non-scalar keys",
      why: "YAML parsers disagree on what these features mean.",
      examples: .policy(
        bad: ExamplePolicy.line("x-base: &base { a: b }\nx-use: { ⟦<<⟧: *base }"),
        good: ExamplePolicy.line("x-base: &base { a: b }\nx-use: { base: *base }"))),
    RuleInfo(
      "yaml-limit", .syntax, .error, summary: "Limit file size and nesting depth",
      why: "A huge or deeply nested file could exhaust every tool that reads it.",
      examples: .policy(
        bad: ExamplePolicy.line("x-a: \(String(repeating: "[", count: 300))"),
        good: ExamplePolicy.line("x-a: [[1]]")),
      traits: .notSuppressible),
    RuleInfo(
      "json-syntax", .syntax, .error, summary: "Require strict JSON in association files",
      why: "Apple and Google reject comments, trailing commas and duplicate keys.",
      examples: .init(.assetLinks, bad: "[⟦,⟧]", good: "[]"), references: ["RFC 8259"],
      isFixable: true,
      traits: .notSuppressible),
  ]
}
