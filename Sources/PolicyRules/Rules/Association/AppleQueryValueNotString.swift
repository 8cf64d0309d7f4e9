import PolicyText

struct AppleQueryValueNotString: AppleFileRule {
  static let info = RuleInfo(
    "apple-query-value-not-string", .association, .error, aliases: ["query-value-not-string"],
    summary: "Require strings as values of a query object",
    why:
      "If one value has another type, iOS ignores the whole `?` object, and the component "
      + "matches URLs with any query.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: ExampleFile.components("{ \"/\": \"/buy\", \"?\": { \"flag\": ⟦true⟧ } }"),
      good: ExampleFile.components("{ \"/\": \"/buy\", \"?\": { \"flag\": \"?*\" } }")),
    references: ["swcutil (certain)"], isFixable: true)

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for query in file.conditions.compactMap({ tree.value(of: "?", in: $0) }) {
      for (name, value) in tree.entries(query) where !tree.isString(value) {
        let number = tree.style(value) == .jsonNumber ? tree.text(value).string : nil
        let wanted = number ?? (tree.text(value, equals: "true") ? "?*" : nil)
        findings.report(
          value,
          "query value \(tree.text(name).quoted) must be a string; iOS ignores the whole `?` object",
          help: wanted.map { "write `\"\($0)\"`" }
            ?? "write a string, such as `\"?*\"` for any value",
          fixes: wanted.map {
            findings.replacing(value, by: $0, "write `\"\($0)\"`", isSafe: false)
          } ?? [])
      }
    }
  }
}
