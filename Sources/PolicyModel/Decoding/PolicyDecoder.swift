import PolicyText

extension LinkEntry {
  init?(_ fields: Fields<LinkEntryKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      apps: fields.texts(.apps) ?? [],
      rules: fields.mappings(.rules, LinkRuleEntry.init), node: node)
  }
}

extension LinkRuleEntry {
  fileprivate init?(_ fields: Fields<LinkRuleKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      path: fields.text(.path),
      query: fields.entries(.query).compactMap { entry in
        fields.text(entry.value).map { (entry.key, $0) }
      },
      fragment: fields.text(.fragment),
      exclude: fields.boolean(.exclude)?.value ?? Defaults.exclude,
      comment: fields.text(.comment),
      caseSensitive: fields.boolean(.caseSensitive)?.value ?? Defaults.caseSensitive,
      percentEncoded: fields.boolean(.percentEncoded)?.value ?? Defaults.percentEncoded, node: node)
  }
}

extension PolicyTest {
  /// An entry of a `tests:` list.
  init?(_ fields: Fields<TestKey>) {
    guard let node = fields.node else { return nil }
    let expectation: Fields<ExpectationKey>? = fields.mapping(.expect)
    self.init(
      name: fields.text(.name), request: fields.mappingNode(.request), expect: expectation?.node,
      node: node)
  }
}
