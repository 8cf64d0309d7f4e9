import PolicyText

/// A rule of an association file, compiled.
struct AppleRule: Sendable {
  let node: NodeID?
  let excludes: Bool
  /// Whether the rule's behavior wasn't verified on a device: values of undocumented types, special
  /// cases of the slash rules, query names compared ignoring case.
  let isUnverified: Bool
  let isDecoded: Bool
  let isCaseSensitive: Bool
  let path: ApplePathPattern?
  private(set) var query: LinkPattern?
  private(set) var items: [(name: ExactString, pattern: LinkPattern)] = []
  let fragment: LinkPattern?

  /// Compiles a component, with the defaults already merged.
  init(_ component: AppleLinkComponent, variables: LinkVariables) {
    node = component.node
    excludes = component.exclude ?? false
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

  /// The first part that doesn't match; nil if the rule matches.
  func mismatch(_ url: borrowing URLParts) -> LinkMismatch? {
    func read(_ text: ExactString) -> ExactString { isDecoded ? LinkText.decoded(text) : text }
    if let path {
      let text = ApplePathPattern.trimmed(read(url.path.isEmpty ? "/" : url.path))
      if !path.matches(text) {
        return LinkMismatch(part: .path, pattern: path.text, text: text)
      }
    }
    if let query {
      let text = read(url.query ?? "")
      if !query.matches(text) {
        return LinkMismatch(part: .query, pattern: query.text, text: text)
      }
    }
    for item in items {
      let values = values(of: item.name, in: url.query ?? "")
      // A missing name is treated as empty. If a name occurs several times, all values must match.
      for value in values.isEmpty ? [""] : values {
        let text = read(value)
        if !item.pattern.matches(text) {
          return LinkMismatch(
            part: .queryItem(item.name), pattern: item.pattern.text,
            text: values.isEmpty ? nil : text)
        }
      }
    }
    if let fragment {
      let text = read(url.fragment ?? "")
      if !fragment.matches(text) {
        return LinkMismatch(part: .fragment, pattern: fragment.text, text: text)
      }
    }
    return nil
  }

  /// The values of a name in the order of the query. Names are case-folded like values (inferred)
  /// and never decoded.
  private func values(of name: ExactString, in query: ExactString) -> [ExactString] {
    let name = LinkText.scalars(name, folded: !isCaseSensitive)
    return query.utf8.split(separator: UInt8(ascii: "&")).compactMap { item in
      let mark = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let own = LinkText.scalars(ExactString(decoding: item[..<mark]), folded: !isCaseSensitive)
      return own == name ? ExactString(decoding: item[mark...].dropFirst()) : nil
    }
  }
}
