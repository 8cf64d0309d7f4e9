import PolicyText

/// One rule for both platforms, and how Android differs.
///
/// The rules match the same URLs in normal notation. They still differ for escapes of characters
/// that need none, repeated slashes, an empty path without its slash, a duplicate query name, and
/// escaped characters matched by `?`.
package struct PortableRule: Sendable, Equatable {
  /// For iOS.
  package let component: AppleLinkComponent
  /// For Android 15 and later, in order; empty if Android can't express the rule.
  package let dynamicRules: [DynamicRule]
  /// Nil if Android behaves the same.
  package let difference: LinkDifference?

  /// Translates a rule. An allow never matches more on Android than on iOS.
  package init(_ rule: LinkRule) {
    var translation = Translation(rule: rule)
    translation.run()
    component = rule.component
    dynamicRules = translation.rules
    difference = translation.difference
  }

}

/// The rules of one entry for both platforms, in the order of the policy.
package struct PortableRules: Sendable {
  /// One for each rule.
  package let rules: [PortableRule]

  /// Translates each rule.
  package init(_ rules: some Sequence<LinkRule>) {
    self.rules = rules.map { PortableRule($0) }
  }

  /// The rules for Android 15 and later, followed by one for all other URLs. Nil if the first rule
  /// already opens everything, as the manifest does.
  ///
  /// Leaves out duplicates, and rules after one for every URL.
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

extension DynamicRule {
  /// Whether the rule matches every URL.
  fileprivate var isUnconditional: Bool { path == "*" && query.isEmpty && fragment == nil }
}

/// The parts of one rule for Android.
private struct Translation {
  let rule: LinkRule
  var rules: [DynamicRule] = []
  private var issues: [LinkDifference.Issue] = []
  private var isNarrower = false
  private var isWider = false
  private var isImpossible = false

  init(rule: LinkRule) { self.rule = rule }

  var difference: LinkDifference? {
    guard isNarrower || isWider || isImpossible else { return nil }
    let blocksLess = rule.exclude && (isNarrower || isImpossible)
    return LinkDifference(effect: blocksLess ? .blocksLess : .opensLess, issues: issues)
  }

  mutating func run() {
    let query = rule.query.compactMap { filter($0) }
    let fragment = rule.fragment.flatMap { filter($0, .fragment) }
    let paths = rule.path.map { self.paths($0) } ?? [nil]
    checkNames()
    if !rule.percentEncoded { narrow(nil, .percentEncoded) }
    if !rule.caseSensitive, hasLetters { narrow(nil, .caseSensitive) }
    // Android could only express an allow that matches too much, so it is left out.
    guard !isImpossible else { return }
    rules = paths.map { path in
      let isBare = path == nil && query.isEmpty && fragment == nil
      return DynamicRule(
        path: isBare ? "*" : path, query: query, fragment: fragment, exclude: rule.exclude)
    }
  }

  // MARK: paths

  /// The patterns that together match the same paths as one pattern with Apple's slash rules; nil
  /// stands for every path.
  private mutating func paths(_ text: ExactString) -> [ExactString?] {
    let pattern = PortablePattern(text, isDecoded: !rule.percentEncoded, delimiters: "/")
    note(pattern, .path)
    let slash = LinkToken.scalar("/")
    let leading = pattern.tokens.prefix { $0 == slash }
    var tokens = Array(pattern.tokens.dropFirst(max(leading.count - 1, 0)))
    while tokens.count > 1, tokens.last == slash { tokens.removeLast() }
    if tokens.isEmpty { tokens = [slash] }
    if tokens == [slash, .star] || isEverything(tokens) { return [nil] }
    var candidates = [tokens]
    if tokens.count > 2, tokens.suffix(2) == [slash, .star] {
      if !ApplePathPattern.trimmed(text).hasSuffix("/*") {
        // Only a written `/*` includes the parent. After `/**`, iOS needs one character, because it
        // ignores the trailing slash.
        candidates = [tokens.dropLast() + [.any, .star]]
      } else if tokens.dropLast(2).last != slash {
        candidates.insert(Array(tokens.dropLast(2)), at: 0)
        if isEverything(Array(tokens.dropLast(2))) { return [nil] }
      }
    }

    var variants: [[LinkToken]] = []
    for candidate in candidates {
      var forms = [candidate]
      switch candidate.first {
      case .scalar("/"), .star, .oneOf, .alternatives, nil: break
      case .scalar: forms = [[slash] + candidate]
      // Without a leading slash, the `?` may match the slash or a character after it.
      case .any: forms.append([slash] + candidate)
      }
      for form in forms {
        variants.append(form)
        // The trailing slash, unless a `/*` already covers it.
        let isCovered = candidates.count > 1 || form.last == .star || form == [slash]
        if !isCovered { variants.append(form + [slash]) }
      }
    }
    var output: [ExactString?] = []
    for variant in variants where keep(variant, .path) { output.append(variant.text) }
    if output.isEmpty { isImpossible = true }
    return output
  }

  private func isEverything(_ tokens: [LinkToken]) -> Bool {
    // The path is never empty, so one or more characters also match any path.
    tokens == [.star] || tokens == [.any, .star]
  }

  /// Records how a pattern differs; returns false if it is left out.
  private mutating func keep(_ tokens: [LinkToken], _ part: LinkPart) -> Bool {
    if tokens.hasInnerStar { narrow(part, .innerStar) }
    var keeps = true
    if tokens.hasLooseDot { keeps = widen(part, .dotInGlob) && keeps }
    if part == .path, tokens.takesFinalSlash { keeps = widen(part, .finalQuestionMark) && keeps }
    return keeps
  }

  // MARK: query and fragment

  private mutating func filter(_ item: LinkQueryItem) -> LinkQueryItem? {
    let part = LinkPart.queryItem(item.name)
    // iOS never decodes names.
    let name = PortablePattern(item.name, isDecoded: false, delimiters: "&;=", isName: true)
    note(name, part)
    guard let pattern = filter(item.pattern, part, after: name.tokens) else { return nil }
    return LinkQueryItem(name.tokens.text, pattern)
  }

  /// The pattern of an optional part; nil if it matches anything.
  private mutating func filter(
    _ text: ExactString, _ part: LinkPart, after name: [LinkToken]? = nil
  ) -> ExactString? {
    let pattern = PortablePattern(
      text, isDecoded: !rule.percentEncoded, delimiters: name == nil ? "" : "&;")
    note(pattern, part)
    // On iOS, a missing part is treated as empty, which `*` matches.
    if pattern.tokens == [.star] { return nil }
    if text.isEmpty { impossible(part, .emptyPattern) }
    let whole = (name.map { $0 + [.scalar("=")] } ?? []) + pattern.tokens
    if !keep(whole, part) { isImpossible = true }
    return pattern.tokens.text
  }

  // MARK: platform differences

  private mutating func checkNames() {
    var seen: Set<ExactString> = []
    for item in rule.query where !seen.insert(item.name).inserted {
      impossible(.queryItem(item.name), .repeatedName)
    }
  }

  private var hasLetters: Bool {
    ([rule.path, rule.fragment].compactMap { $0 } + rule.query.flatMap { [$0.name, $0.pattern] })
      .contains { $0.string.unicodeScalars.contains { $0.properties.isAlphabetic } }
  }

  private mutating func note(_ pattern: PortablePattern, _ part: LinkPart) {
    if let failure = pattern.failure { impossible(part, failure) }
    if let widening = pattern.widening, !widen(part, widening) { isImpossible = true }
  }

  private mutating func narrow(_ part: LinkPart?, _ reason: LinkDifference.Reason) {
    isNarrower = true
    add(part, reason)
  }

  private mutating func impossible(_ part: LinkPart, _ reason: LinkDifference.Reason) {
    isImpossible = true
    add(part, reason)
  }

  /// Records that a pattern matches more, which only an exclude may do. Returns true if it is kept.
  private mutating func widen(_ part: LinkPart, _ reason: LinkDifference.Reason) -> Bool {
    isWider = true
    add(part, reason)
    return rule.exclude
  }

  private mutating func add(_ part: LinkPart?, _ reason: LinkDifference.Reason) {
    let issue = LinkDifference.Issue(part: part, reason: reason)
    if !issues.contains(issue) { issues.append(issue) }
  }
}
