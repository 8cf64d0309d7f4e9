package import PolicyText

/// Compares a tree with a shape and reports every difference.
///
/// The decoder reads scalars with the same functions (`ScalarReading`), so each value is either decoded or reported.
package struct StructureChecker {
  let tree: SourceTree
  /// The tree that messages quote: without secrets once they are known.
  let shown: SourceTree
  private let hidesSecrets: Bool
  package var diagnostics: [Diagnostic] = []
  /// Values that were written instead of references to secrets, and must never be printed.
  package var secrets: [SourceLocation] = []
  /// Whether an `x-` key or a key below it has a name that suggests a secret.
  var isSuspicious = false
  /// Whether a key with a secret has a comment that may contain the secret.
  var hasSecrets = false
  /// Descriptions with non-ASCII characters.
  var prose: [SourceSpan] = []
  /// Values that are `TODO`, in the order of the file. Their types aren't checked.
  var unknownValues: [UnknownValue] = []
  var unknown: Set<NodeID> = []
  private let mayHaveUnknown: Bool

  /// The maximum number of findings in a file.
  private static let maximumFindings = 50_000

  /// - Parameter shown: the tree without secrets, if it has any.
  package init(_ tree: SourceTree, shown: SourceTree? = nil) {
    self.tree = tree
    self.shown = shown ?? tree
    hidesSecrets = shown != nil
    mayHaveUnknown = tree.mayHaveUnknown
  }

  package mutating func check(_ shape: MappingShape) {
    guard let root = tree.root else { return }
    checkMapping(root, shape)
  }

  /// Checks one value, unless the reader has reported it already.
  mutating func check(_ node: NodeID, _ shape: Shape) {
    guard !tree.isUnreadable(node) else {
      // The reader's finding prints the line.
      if shape.isSecret { markSecret(node) }
      return
    }
    if mayHaveUnknown, unknown.contains(node) { return }
    if hidesSecrets, shown.isUnreadable(node), !shape.isSecret { return reportHidden(node) }
    switch shape {
    case .string(let string): checkString(node, string)
    case .integer(let range): checkInteger(node, range)
    case .boolean: checkBoolean(node)
    case .enumeration(let words): checkEnumeration(node, words)
    case .list(let item):
      guard expectList(node) else { return }
      for child in tree.items(node) { check(child, item) }
    case .mapping(let mapping): checkMapping(node, mapping())
    case .dictionary(let key, let value):
      if tree.kind(node) == .sequence { return reportListOfEntries(node) }
      if reportMissingID(node, value) { return }
      guard expectMapping(node, help: "write one `key: value` per entry") else { return }
      for entry in tree.entries(node) {
        if mayHaveUnknown, let place = key.whereToFind {
          findUnknown(in: entry.key, "the host", place)
        }
        checkString(entry.key, key)
        check(entry.value, value)
      }
    case .perEnvironment(let value): checkPerEnvironment(node, value)
    case .oneOrMany(let value): check(node, tree.kind(node) == .sequence ? .list(value) : value)
    case .nullable(let value): if !tree.isNull(node) { check(node, value) }
    case .secret(let mapping): checkSecret(node, mapping())
    case .variants(let key, let words, let shape): checkVariants(node, key, words, shape)
    // `checkVariants` checks them with the request, because they depend on its operation.
    case .request, .any: break
    }
  }

  mutating func report(
    _ rule: RuleID, _ node: NodeID, _ message: String, help: String? = nil, fixes: [Fix] = []
  ) {
    guard diagnostics.count < Self.maximumFindings else { return }
    diagnostics.append(
      Diagnostic(
        rule: rule, severity: .error, message: message, help: help,
        location: tree.location(node), path: shown.path(node), fixes: fixes))
  }

  /// Reports a value of the wrong type: "`client_id` must be a string, found a list".
  mutating func reportType(
    _ node: NodeID, _ expected: String, found: String? = nil, help: String?, fixes: [Fix] = [],
    rule: RuleID = "wrong-type"
  ) {
    // Reading stopped before the value of the last key.
    if !tree.isComplete, Int(node.index) == tree.nodeCount - 1, tree.isNull(node) { return }
    report(
      rule, node, "\(name(of: node)) must be \(expected), found \(found ?? description(of: node))",
      help: help, fixes: fixes)
  }

  /// The path of a node in backticks.
  func name(of node: NodeID) -> String {
    let path = shown.path(node)
    return path.isEmpty ? "the file" : DisplayText.quoted(path)
  }

  /// " in `path`", or nothing for the root.
  func location(in node: NodeID?) -> String {
    guard let node, case let path = shown.path(node), !path.isEmpty else { return "" }
    return " in " + DisplayText.quoted(path)
  }

  /// A value in messages, after "found".
  private func description(of node: NodeID) -> String {
    switch shown.kind(node) {
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar, .alias:
      if shown.isNull(node) { return "nothing" }
      let text = DisplayText.quoted(shown.text(node).string)
      return shown.style(node).isQuoted ? "the string \(text)" : text
    }
  }

  /// Keeps a value from being printed, and for an alias also the value that it stands for.
  mutating func markSecret(_ node: NodeID) {
    secrets.append(tree.location(node))
    if tree.isAlias(node) { secrets.append(tree.location(tree.resolved(node))) }
  }

  /// Reports a secret that an alias puts at another key.
  private mutating func reportHidden(_ node: NodeID) {
    guard tree.isAlias(node) else { return }
    report(
      "client-secret-in-policy", node, "\(name(of: node)) is an alias of a secret",
      help: "write the value itself if it isn't secret; otherwise move the secret out of the policy"
    )
  }

  /// A fix that replaces a node.
  func replace(_ node: NodeID, by text: String, _ title: String, isSafe: Bool = true) -> [Fix] {
    [Fix(title, isSafe: isSafe, edits: [.init(tree.location(node), text)])]
  }

  /// Reports a node that isn't a list.
  private mutating func expectList(_ node: NodeID) -> Bool {
    if tree.kind(node) == .sequence { return true }
    let fixes = asList(node)
    reportType(
      node, "a list",
      help: fixes.first.map { "write `\(DisplayText.shortened($0.edits[0].replacement))`" }
        ?? "write one entry per line, each after `- `",
      fixes: fixes)
    return false
  }

  /// Reports a node that isn't a mapping.
  ///
  /// - Parameter bareKey: the key that a string was probably meant for.
  mutating func expectMapping(
    _ node: NodeID, bareKey: String? = nil, help: @autoclosure () -> String
  ) -> Bool {
    if tree.kind(node) == .mapping { return true }
    let fixes = bareKey.map { asMapping(node, $0) } ?? []
    reportType(
      node, "a mapping", help: fixes.first.map { "write `\($0.edits[0].replacement)`" } ?? help(),
      fixes: fixes)
    return false
  }

  /// Makes a mapping with one key from a string.
  private func asMapping(_ node: NodeID, _ key: String) -> [Fix] {
    guard tree.kind(node) == .scalar, !tree.isAlias(node), tree.isString(node) else { return [] }
    let text = shown.text(node).string
    guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.contains("\\"), !text.contains("\"")
    else { return [] }
    let isPlain = !text.utf8.contains { ",[]{}#&*!|>'%@`:".utf8.contains($0) }
    let value = isPlain ? text : "\"\(text)\""
    return replace(node, by: "{ \(key): \(value) }", "write it as `\(key)`", isSafe: false)
  }
}

// MARK: - Mappings

extension StructureChecker {
  /// - Parameter settled: keys that have already been reported.
  mutating func checkMapping(_ node: NodeID, _ shape: MappingShape, settled: Set<NodeID> = []) {
    guard
      expectMapping(
        node, bareKey: shape.bareKey, help: "write a mapping with \(Self.choice(of: shape.names))")
    else { return }
    let variant = variant(of: node, shape)
    var present = shape.keys.map { _ in false }
    let isWhole = settled.isEmpty
    var settled = settled
    // Reported after all present keys are known.
    var unknown: [(key: NodeID, value: NodeID)] = []
    let (names, keys) = (shape.names, shape.keys)
    for entry in tree.entries(node) {
      if let index = tree.index(of: entry.key, among: names) {
        present[index] = true
        if let variant, !keys[index].only.isEmpty, !keys[index].only.contains(variant) {
          let key = keys[index]
          if key.shape.isSecret { markSecret(entry.value) }
          reportMisplaced(key, entry.key, shape, variant)
        } else {
          if mayHaveUnknown, let whereToFind = keys[index].whereToFind {
            findUnknown(in: entry.value, "`\(keys[index].name)`", whereToFind)
          }
          if tree.isNull(entry.value),
            case let below = reportMisindented(after: entry, in: node, keys[index].shape, names),
            !below.isEmpty
          {
            settled.formUnion(below)
          } else {
            check(entry.value, keys[index].shape)
          }
        }
      } else if tree.isExtensionKey(entry.key) {
        suspect(entry)
      } else if !settled.contains(entry.key) {
        unknown.append(entry)
      }
    }
    var misspelled: [String] = []
    for entry in unknown {
      if tree.isEnvironment(entry.key) {
        // The keys exist, in the wrong place.
        for child in tree.entries(entry.value) {
          if let index = tree.index(of: child.key, among: names) { present[index] = true }
        }
      }
      guard let meant = reportUnknown(entry.key, in: shape, variant, present: present) else {
        continue
      }
      misspelled.append(meant)
      // The finding prints the line, and the value is that of the correct key.
      if shape.keys.contains(where: { $0.name == meant && $0.shape.isSecret }) {
        markSecret(entry.value)
      }
    }
    // The key may be in a part of the file that couldn't be read.
    guard tree.isComplete, !tree.hasLostEntries(node) else { return }
    for index in shape.names.indices where misspelled.contains(shape.names[index]) {
      present[index] = true
    }
    for index in shape.needed where !present[index] && isNeeded(shape.keys[index], variant) {
      reportMissing(shape.keys[index], in: node)
    }
    for group in shape.needsOneOf where isWhole {
      let needed = shape.keys.indices.filter { group.contains(shape.names[$0]) }
      guard !needed.contains(where: { present[$0] }) else { continue }
      let keys = Self.choice(
        of: needed.lazy.map { shape.keys[$0] }.filter { key in
          variant.map { key.only.isEmpty || key.only.contains($0) } ?? true
        }.map(\.name))
      // A whole file is too long to mark.
      let place = node == tree.root ? tree.entries(node).first { _ in true }?.key ?? node : node
      report(
        "missing-key", place, "missing key \(keys)\(location(in: node))", help: "add \(keys)")
      // Without a selector, which keys are allowed is unknown.
      if group == shape.selectors { break }
    }
  }

  /// Reports a key that isn't allowed with the discriminator's value or the selector of its mapping.
  private mutating func reportMisplaced(
    _ key: KeyShape, _ node: NodeID, _ shape: MappingShape, _ variant: String
  ) {
    let discriminator = shape.discriminator.map { "`\($0)" }
    let needed = Self.choice(of: key.only)
    report(
      "unknown-key", node,
      "key `\(key.name)` isn't allowed\(location(in: tree.parent(node))) with "
        + (discriminator.map { "\($0): \(variant)`" } ?? "`\(variant)`"),
      help: key.only == [key.name]
        ? "remove it, or give it an entry of its own"
        : "remove it; `\(key.name)` needs " + (discriminator.map { "\($0)` " } ?? "") + needed)
  }

  private func isNeeded(_ key: KeyShape, _ variant: String?) -> Bool {
    switch key.presence {
    case .optional: false
    case .required: true
    case .requiredIfAllowed: variant.map(key.only.contains) ?? false
    }
  }

  private mutating func reportMissing(_ key: KeyShape, in node: NodeID) {
    // At the mapping's key, because the mapping may be long.
    let owner = tree.key(of: node)
    var place = tree.location(owner ?? node)
    if owner == nil { place.span.end = min(place.span.end, place.span.start + 1) }
    diagnostics.append(
      Diagnostic(
        rule: "missing-key", severity: .error,
        message: "missing key `\(key.name)`\(location(in: node))", help: key.additionHelp,
        location: place, path: shown.path(node)))
  }

  /// The value of the discriminator, or the selector; nil if it is missing or unknown.
  private func variant(of node: NodeID, _ shape: MappingShape) -> String? {
    if let selector = shape.selectors.first(where: { tree.value(of: $0, in: node) != nil }) {
      return selector
    }
    guard let name = shape.discriminator,
      let key = shape.keys.first(where: { $0.name == name }),
      case .enumeration(let words) = key.shape,
      let value = tree.value(of: name, in: node)
    else { return nil }
    return words.first { tree.text(value, equals: $0.name) }?.name
  }

  /// Returns the missing key that was meant, if any, so it isn't also reported as missing.
  @discardableResult
  private mutating func reportUnknown(
    _ key: NodeID, in shape: MappingShape, _ variant: String? = nil, present: [Bool]
  ) -> String? {
    let text = DisplayText.shortened(tree.text(key).string, to: 100)
    let rows = shape.keys.indices
    let mistaken = rows.first { row in
      let only = shape.keys[row].only
      return shape.keys[row].commonMistakes.contains(mistake: text)
        && (only.isEmpty || variant.map(only.contains) ?? true)
    }
    let place = mistaken == nil ? self.place(of: key, text, in: shape) : nil
    let near =
      mistaken.map { shape.names[$0] }
      ?? (place == nil ? Nearest.name(to: text, among: shape.names) : nil)
    // If the correct key is present, renaming would create a duplicate.
    let isAbsent = rows.contains { !present[$0] && shape.names[$0] == near }
    // After renaming, the value might be printed.
    let shows =
      shape.name == SecretKey.mapping.name
      || SecretName.matches(tree.textBytes(key))
        && !rows.contains { shape.names[$0] == near && shape.keys[$0].shape.isSecret }
    let canRename = isAbsent && !tree.isAlias(key) && !shows
    report(
      "unknown-key", key,
      "unknown key \(DisplayText.quoted(shown.text(key).string))\(location(in: tree.parent(key)))",
      help: near.map {
        isAbsent || !rows.contains { present[$0] && shape.names[$0] == near }
          ? "did you mean `\($0)`?" : "remove it; `\($0)` is present already"
      }
        ?? place
        ?? "use \(Self.choice(of: shape.names)), or start the key with `x-` to have it ignored",
      fixes: near.flatMap {
        canRename ? replace(key, by: $0, "rename it to `\($0)`", isSafe: false) : nil
      }
        ?? [])
    return isAbsent ? near : nil
  }

  /// Where to write a known key that isn't allowed in this mapping; nil for other keys.
  private func place(of key: NodeID, _ text: String, in shape: MappingShape) -> String? {
    if tree.isEnvironment(key) {
      let value = tree.parent(key).flatMap { tree.value(of: text, in: $0) }
      let first = value.flatMap { value in
        shape.names.first { tree.value(of: $0, in: value) != nil }
      }
      return "write the environments inside each value, such as "
        + "`\(first ?? ClientKey.clientID.rawValue): { prod: …, sandbox: … }`"
    }
    for section in shape.keys {
      guard case .mapping(let mapping) = section.shape, case let nested = mapping(),
        let meant = nested.keys.first(where: {
          $0.name == text || $0.commonMistakes.contains(mistake: text)
        })
      else { continue }
      return "write it under `\(section.name)`"
        + (meant.name == text ? "" : " as `\(meant.name)`")
    }
    return nil
  }

  /// The first names in backticks: "`a`, `b` or `c`".
  static func choice(of names: [String], conjunction: String = "or", limit: Int = 12) -> String {
    let names = names.count > limit ? names.prefix(limit) + ["…"] : names[...]
    let quoted = names.map { $0 == "…" ? $0 : "`\($0)`" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ")
      + (last == "…" ? ", …" : " \(conjunction) \(last)")
  }

  /// Looks for names of secrets under `x-` keys.
  private mutating func suspect(_ entry: (key: NodeID, value: NodeID)) {
    guard !isSuspicious else { return }
    isSuspicious = SecretName.matches(tree.textBytes(entry.key).dropFirst(2))
    if !tree.isAlias(entry.value) { suspect(within: entry.value) }
  }

  private mutating func suspect(within node: NodeID) {
    for item in tree.items(node) where !tree.isAlias(item) { suspect(within: item) }
    for entry in tree.entries(node) {
      if SecretName.matches(tree.textBytes(entry.key)) { isSuspicious = true }
      if !tree.isAlias(entry.value) { suspect(within: entry.value) }
    }
  }

  mutating func checkPerEnvironment(_ node: NodeID, _ value: Shape) {
    guard tree.kind(node) == .mapping else { return check(node, value) }
    if case .secret = value, !tree.isPerEnvironment(node) { return check(node, value) }
    var found = false
    for entry in tree.entries(node) {
      if tree.isEnvironment(entry.key) {
        found = true
        check(entry.value, value)
      } else if tree.isExtensionKey(entry.key) {
        suspect(entry)
      } else {
        if case .secret = value { markSecret(entry.value) }
        let shape = PerEnvironmentKey.mapping
        let present = shape.names.map { tree.value(of: $0, in: node) != nil }
        reportUnknown(entry.key, in: shape, present: present)
        found = true
      }
    }
    if !found, tree.isComplete, !tree.hasLostEntries(node) {
      report(
        "missing-key", node, "missing key `prod` or `sandbox`\(location(in: node))",
        help: "add `prod`, `sandbox` or both")
    }
  }
}
