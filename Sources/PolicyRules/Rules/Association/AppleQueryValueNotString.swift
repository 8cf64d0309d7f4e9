import AssociationFiles
package import PolicyText

package struct AppleQueryValueNotString: AppleFileRule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks else { return }
    let objects =
      [links.defaults?.node]
      + links.details.flatMap { entry -> [NodeID?] in
        guard case .components(let components) = entry.rules else { return [entry.defaults?.node] }
        return [entry.defaults?.node] + components.map(\.node)
      }
    for object in objects.compactMap({ $0 }) {
      guard let query = file.tree.value(of: "?", in: object), file.tree.kind(query) == .mapping
      else { continue }
      for (name, value) in file.tree.entries(query) where !file.tree.isString(value) {
        report(name, value, file.tree, &findings)
      }
    }
  }

  private func report(
    _ name: NodeID, _ value: NodeID, _ tree: SourceTree, _ findings: inout Findings
  ) {
    let isTrue = tree.text(value, equals: "true")
    let isNumber = tree.kind(value) == .scalar && tree.style(value) == .jsonNumber
    let wanted = isNumber ? tree.text(value).string : "?*"
    let fixes =
      isTrue || isNumber
      ? findings.replacing(
        value, by: wanted, "write `\(JSONValue.string(wanted).text())`", isSafe: false) : []
    findings.report(
      value,
      "query value \(tree.text(name).quoted) must be a string; iOS ignores the whole `?` object",
      help: isTrue || isNumber
        ? "write `\(JSONValue.string(wanted).text())`"
        : "write a string, such as `\"?*\"` for any value",
      fixes: fixes)
  }
}
