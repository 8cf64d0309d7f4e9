import PolicyText

/// The rules of one entry for both platforms, in the order of the policy.
package struct PortableRules: Sendable {
  /// One for each rule.
  package let rules: [PortableRule]

  /// Translates each rule.
  package init(_ rules: some Sequence<LinkRule>) {
    self.rules = rules.map { PortableRule($0) }
  }

  /// The rules for iOS.
  package var components: [AppleLinkComponent] { rules.map(\.component) }

  /// The rules for Android 15 and later, with a last one for all other URLs; nil if the first rule already
  /// opens everything, as the manifest does.
  ///
  /// Leaves out duplicates and the rules after one about every URL.
  package var dynamicRules: DynamicRules? {
    var output: [DynamicRule] = []
    var seen: Set<ExactString> = []
    for rule in rules.lazy.flatMap(\.dynamicRules) {
      var filter = rule
      filter.exclude = false
      guard seen.insert(ExactString(filter.json.text())).inserted else { continue }
      output.append(rule)
      guard rule.isUnconditional else { continue }
      return output.count == 1 && !rule.exclude ? nil : DynamicRules(output)
    }
    return DynamicRules(output + [DynamicRule(path: "*", exclude: true)])
  }
}
