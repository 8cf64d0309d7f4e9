package import PolicyText

/// A character that nobody sees, or that changes the order of what is seen. Reported for every file.
package struct CharacterInvisible: NamedRule {
  package static let info = RuleInfo(
    "character-invisible", .syntax, .error,
    summary: "a file has no characters that cannot be seen",
    why:
      "YAML starts a new line at U+0085, U+2028, U+2029 and a lone carriage return, editors and `git diff` "
      + "do not: behind one at the end of a comment a redirect URI can stand that no reviewer sees. "
      + "Zero-width and bidi characters make one text look like another. Joiners (between letters of "
      + "scripts that need them and in emoji), variation selectors and no-break spaces are fine in comments "
      + "and descriptions, a byte order mark at the very start of YAML. No comment, configuration or "
      + "baseline takes the finding away.",
    examples: .init(
      .policy, bad: ExamplePolicy.line("owner: identity⟦\u{200B}⟧@acme.example"),
      good: ExamplePolicy.line("owner: identity@acme.example")),
    references: ["Unicode Technical Report 36", "CVE-2021-42574"], isFixable: true)
  package init() {}
}
