import AssociationFiles
package import PolicyModel
package import PolicyText

extension LinkList {
  package init(_ domain: Domain, in tree: SourceTree) {
    let variables = LinkVariables(domain.variables.map { AppleSubstitutionVariable($0) })
    self.init(
      language: .policy, host: domain.host.value,
      entries: domain.links.map { entry in
        let list = tree.value(of: "rules", in: entry.node)
        return Entry(
          apps: entry.apps.map(\.value), rules: entry.rules.map { Self.rule($0, in: tree) },
          node: list.flatMap { tree.key(of: $0) } ?? entry.node, variables: variables)
      },
      variables: variables, declared: domain.variables)
  }

  private static func rule(_ entry: LinkRuleEntry, in tree: SourceTree) -> Rule {
    var component = AppleLinkComponent(
      path: entry.path?.value, fragment: entry.fragment?.value, exclude: entry.exclude,
      caseSensitive: entry.caseSensitive, percentEncoded: entry.percentEncoded,
      comment: entry.comment?.value)
    if !entry.query.isEmpty {
      component.query = .items(
        entry.query.map { LinkQueryItem($0.name.value, $0.pattern.value) })
    }
    return Rule(
      node: entry.node, component: component, path: entry.path, items: entry.query,
      fragment: entry.fragment, comment: entry.comment,
      decoded: entry.percentEncoded
        ? nil : tree.value(of: "percent_encoded", in: entry.node) ?? entry.node)
  }
}

extension AppleSubstitutionVariable {
  init(_ declared: (name: LocatedText, values: [LocatedText])) {
    self.init(declared.name.value, declared.values.map(\.value))
  }
}
