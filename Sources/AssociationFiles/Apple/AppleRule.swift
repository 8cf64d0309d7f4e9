import PolicyText

/// A rule of an association file, compiled.
struct AppleRule: Sendable {
  let node: NodeID?
  let excludes: Bool
  let isLegacy: Bool
  /// The rule's behavior was not observed on a device: values of undocumented types, special cases of the
  /// slash rules, query names compared ignoring case.
  let isUnverified: Bool
  let isDecoded: Bool
  let isCaseSensitive: Bool
  private(set) var path: ApplePathPattern?
  private(set) var query: LinkPattern?
  private(set) var items: [(name: ExactString, pattern: LinkPattern)] = []
  private(set) var fragment: LinkPattern?

  /// A component with the defaults already merged in.
  init(_ component: AppleLinkComponent, variables: LinkVariables) {
    node = component.node
    excludes = component.exclude ?? false
    isLegacy = false
    isDecoded = component.percentEncoded == false
    var isFolded = false
    if component.caseSensitive == false, case .items = component.query { isFolded = true }
    isUnverified =
      isFolded || !component.unreadable.isEmpty
      || component.path.map(ApplePathPattern.isCorner) ?? false
    let caseSensitive = component.caseSensitive ?? true
    isCaseSensitive = caseSensitive
    func pattern(_ text: ExactString) -> LinkPattern {
      LinkPattern(text, variables: variables, caseSensitive: caseSensitive)
    }
    path = component.path.map {
      ApplePathPattern($0, variables: variables, caseSensitive: caseSensitive)
    }
    fragment = component.fragment.map(pattern)
    switch component.query {
    case .pattern(let text): query = pattern(text)
    case .items(let list): items = list.map { ($0.name, pattern($0.pattern)) }
    case .ignored, nil: break
    }
  }

  /// A path of the legacy form: nothing but the path is compared, and as it is written.
  init(_ legacy: AppleLegacyPath, variables: LinkVariables) {
    node = legacy.node
    excludes = legacy.exclude
    isLegacy = true
    isUnverified = ApplePathPattern.isCorner(legacy.pattern)
    isDecoded = false
    isCaseSensitive = true
    path = ApplePathPattern(legacy.pattern, variables: variables, caseSensitive: true)
  }

  /// The first part that differs; nil when the rule matches.
  func mismatch(_ subject: borrowing AppleSubject) -> LinkMismatch? {
    if let path {
      let text = subject.path(decoded: isDecoded)
      if !path.matches(text) {
        return LinkMismatch(part: .path, pattern: path.text, text: ApplePathPattern.trimmed(text))
      }
    }
    if let query {
      let text = subject.query(decoded: isDecoded)
      if !query.matches(text) {
        return LinkMismatch(part: .query, pattern: query.text, text: text)
      }
    }
    for item in items {
      let values = subject.values(item.name, folded: !isCaseSensitive)
      // A name that is absent counts as there and empty; of several, all must match.
      for value in values.isEmpty ? [""] : values {
        let text = isDecoded ? LinkText.decoded(value) : value
        if !item.pattern.matches(text) {
          return LinkMismatch(
            part: .queryItem(item.name), pattern: item.pattern.text,
            text: values.isEmpty ? nil : text)
        }
      }
    }
    if let fragment {
      let text = subject.fragment(decoded: isDecoded)
      if !fragment.matches(text) {
        return LinkMismatch(part: .fragment, pattern: fragment.text, text: text)
      }
    }
    return nil
  }
}
