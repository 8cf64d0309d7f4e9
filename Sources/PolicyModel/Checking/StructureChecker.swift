package import PolicyText

/// Compares a tree with a shape and reports every difference at its place.
///
/// The decoder reads with the same functions (`ScalarReading`), so that what is reported here is what
/// the model does not have, and nothing is reported twice.
package struct StructureChecker {
  let tree: SourceTree
  /// What messages quote from: the tree, without its secrets once they are known.
  let shown: SourceTree
  private let hidesSecrets: Bool
  /// What was found.
  package var diagnostics: [Diagnostic] = []
  /// Places whose text must never be printed: values where a reference to a secret is due.
  package var secrets: [SourceLocation] = []
  /// Something that nobody reads has a name that says secret.
  var isSuspicious = false
  /// A key of a secret is there.
  var hasSecrets = false
  /// Texts that only people read.
  var prose: [Span] = []

  /// The mapping whose keys a finding listed last.
  private var listed: (shape: MappingShape, keys: String)?

  /// Findings of one file; the rest is left out.
  private static let findings = 50_000

  /// A checker over one file.
  ///
  /// - Parameter shown: the same without its secrets, where it has some.
  package init(_ tree: SourceTree, shown: SourceTree? = nil) {
    self.tree = tree
    self.shown = shown ?? tree
    hidesSecrets = shown != nil
  }

  /// Checks the whole file against a mapping.
  package mutating func check(_ shape: MappingShape) {
    guard let root = tree.root else { return }
    checkMapping(root, shape)
  }

  /// Checks one value; a value that a reader refused already is not looked at.
  mutating func check(_ node: NodeID, _ shape: Shape) {
    guard !tree.isUnreadable(node) else {
      // The reader's own finding prints the line.
      if shape.isSecret { markSecret(node) }
      return
    }
    if hidesSecrets, shown.isUnreadable(node), !shape.isSecret { return reportHidden(node) }
    switch shape {
    case .string(let string): checkString(node, string)
    case .integer(let range): checkInteger(node, range)
    case .boolean: checkBoolean(node)
    case .enumeration(let words): checkEnumeration(node, words)
    case .list(let item):
      guard expect(.sequence, node) else { return }
      for child in tree.items(node) { check(child, item) }
    case .mapping(let mapping): checkMapping(node, mapping())
    case .dictionary(let key, let value):
      guard expect(.mapping, node) else { return }
      for entry in tree.entries(node) {
        checkString(entry.key, key)
        check(entry.value, value)
      }
    case .perEnvironment(let value): checkPerEnvironment(node, value)
    case .oneOrMany(let value): check(node, tree.kind(node) == .sequence ? .list(value) : value)
    case .nullable(let value): if !tree.isNull(node) { check(node, value) }
    case .secret(let mapping): checkSecret(node, mapping())
    case .variants(let key, let words, let shape): checkVariants(node, key, words, shape)
    // Looked at together with the request, whose operation decides too.
    case .request, .any: break
    }
  }

  mutating func report(
    _ rule: RuleID, _ node: NodeID, _ message: String, help: String? = nil, label: String? = nil,
    fixes: [Fix] = [], path: String? = nil
  ) {
    guard diagnostics.count < Self.findings else { return }
    diagnostics.append(
      Diagnostic(
        rule: rule, severity: .error, message: message, help: help, label: label,
        location: tree.location(node), path: path ?? shown.path(node), fixes: fixes))
  }

  /// Keeps a value from being printed, and for an alias also the text that it stands for.
  mutating func markSecret(_ node: NodeID) {
    secrets.append(tree.location(node))
    if tree.isAlias(node) { secrets.append(tree.location(tree.resolved(node))) }
  }

  /// A value that is secret, in a place for something else: only an alias brings it there from where it is
  /// reported.
  private mutating func reportHidden(_ node: NodeID) {
    guard tree.isAlias(node) else { return }
    report(
      "client-secret-in-policy", node,
      "this alias stands for a secret, which must not be in a policy",
      help: "write the value out if it is none; keep a secret outside of the policy")
  }

  /// A replacement of a whole node.
  func replace(_ node: NodeID, by text: String, _ title: String, isSafe: Bool = true) -> [Fix] {
    [Fix(title, isSafe: isSafe, edits: [.init(tree.location(node), text)])]
  }

  /// False, and reported, when a node is no collection of this kind.
  ///
  /// - Parameter bareKey: the key that a text without a mapping is for.
  mutating func expect(_ kind: NodeKind, _ node: NodeID, bareKey: String? = nil) -> Bool {
    if tree.kind(node) == kind { return true }
    let wanted = kind == .sequence ? "a list" : "a mapping"
    // `key:` with nothing below is the usual way to forget a value.
    let found = tree.isNull(node) ? "nothing" : shown.description(node)
    let fixes = kind == .sequence ? asList(node) : bareKey.map { asMapping(node, $0) } ?? []
    report(
      "wrong-type", node, "\(wanted) is needed here, not \(found)",
      help: fixes.first.map { kind == .sequence ? $0.title : "write `\($0.edits[0].replacement)`" },
      fixes: fixes)
    return false
  }

  /// A text where a mapping is due, as the value of the key that it is for. It is quoted, so that no
  /// character means something else between braces.
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

  /// One value where a list is due, in brackets. Only on one line and without characters that mean
  /// something else between brackets.
  private func asList(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .scalar, !tree.isAlias(node), !tree.isNull(node) else { return [] }
    let text = String(
      decoding: tree.source.bytes[tree.span(node).start..<tree.span(node).end], as: UTF8.self)
    let isQuoted = text.utf8.first == UInt8(ascii: "\"") || text.utf8.first == UInt8(ascii: "'")
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
      isQuoted || !text.utf8.contains(where: { ",[]{}|>&!#".utf8.contains($0) })
    else { return [] }
    return replace(node, by: "[\(text)]", "put it in brackets")
  }
}

// MARK: - Mappings

extension StructureChecker {
  /// - Parameter settled: keys that a finding speaks about already.
  mutating func checkMapping(_ node: NodeID, _ shape: MappingShape, settled: Set<NodeID> = []) {
    guard expect(.mapping, node, bareKey: shape.bareKey) else { return }
    let variant = variant(of: node, shape)
    var present = shape.keys.map { _ in false }
    // Looked at last, when it is known which keys are there.
    var unknown: [(key: NodeID, value: NodeID)] = []
    let (names, keys) = (shape.names, shape.keys)
    for entry in tree.entries(node) {
      if let index = tree.index(of: entry.key, among: names) {
        present[index] = true
        if let variant, !keys[index].only.isEmpty, !keys[index].only.contains(variant) {
          let key = keys[index]
          if key.shape.isSecret { markSecret(entry.value) }
          report(
            "unknown-key", entry.key,
            "the key `\(key.name)` does not belong to \(article(shape.name)) with "
              + "`\(shape.discriminator ?? ""): \(variant)`")
        } else {
          check(entry.value, keys[index].shape)
        }
      } else if tree.isExtensionKey(entry.key) {
        suspect(entry)
      } else if !settled.contains(entry.key) {
        unknown.append(entry)
      }
    }
    var misspelled: [String] = []
    for entry in unknown {
      guard let meant = reportUnknown(entry.key, in: shape, present: present) else { continue }
      misspelled.append(meant)
      // The finding prints the line, and the value is what the right key would have.
      if shape.keys.contains(where: { $0.name == meant && $0.shape.isSecret }) {
        markSecret(entry.value)
      }
    }
    // A file that was not read to its end may hold the key in the part that was not read.
    guard tree.isComplete, !tree.hasLostEntries(node) else { return }
    for index in shape.names.indices where misspelled.contains(shape.names[index]) {
      present[index] = true
    }
    for index in shape.needed where !present[index] && isNeeded(shape.keys[index], variant) {
      reportMissing(shape.keys[index], in: node, shape)
    }
    if !shape.needsOneOf.isEmpty, settled.isEmpty,
      !shape.names.indices.contains(where: {
        present[$0] && shape.needsOneOf.contains(shape.names[$0])
      })
    {
      report(
        "missing-key", node,
        "\(article(shape.name)) needs one of \(shape.needsOneOf.map { "`\($0)`" }.joined(separator: ", "))"
      )
    }
  }

  private func isNeeded(_ key: KeyShape, _ variant: String?) -> Bool {
    switch key.presence {
    case .optional: false
    case .required: true
    case .requiredWhereAllowed: variant.map(key.only.contains) ?? false
    }
  }

  private mutating func reportMissing(_ key: KeyShape, in node: NodeID, _ shape: MappingShape) {
    let owner = tree.key(of: node)
    let name = owner.map { " " + UTF8Text.quoted(shown.text($0).string) } ?? ""
    // The key of the mapping is the best place: the mapping itself may be pages long.
    let place = owner ?? node
    var location = tree.location(place)
    if owner == nil { location.span.end = min(location.span.end, location.span.start + 1) }
    diagnostics.append(
      Diagnostic(
        rule: "missing-key", severity: .error,
        message: "the \(shape.name)\(name) has no `\(key.name)`",
        help: "add `\(key.name)`: \(key.summary.prefix(1).lowercased() + key.summary.dropFirst())",
        location: location, path: shown.path(node)))
  }

  /// The value of the discriminator where it is one of its words.
  private func variant(of node: NodeID, _ shape: MappingShape) -> String? {
    guard let name = shape.discriminator,
      let key = shape.keys.first(where: { $0.name == name }),
      case .enumeration(let words) = key.shape,
      let value = tree.value(of: name, in: node)
    else { return nil }
    return words.first { tree.text(value, equals: $0.name) }?.name
  }

  /// Returns the absent key that was meant, if any: its absence is the same mistake.
  @discardableResult
  private mutating func reportUnknown(
    _ key: NodeID, in shape: MappingShape, present: [Bool]
  ) -> String? {
    let text = tree.text(key).string
    // By their numbers: a row of the table has a dozen references to count.
    let rows = shape.keys.indices
    let mistaken = rows.first { row in
      shape.keys[row].commonMistakes.contains { ExactString($0) == ExactString(text) }
    }
    let near = mistaken.map { shape.names[$0] } ?? Nearest.name(to: text, among: shape.names)
    // Renaming would make a duplicate where the right key is there too.
    let isAbsent = rows.contains { !present[$0] && shape.names[$0] == near }
    // A new name must not bring to light what the old one hid.
    let shows =
      shape.name == SecretKey.mapping.name
      || SecretName.matches(tree.textBytes(key))
        && !rows.contains { shape.names[$0] == near && shape.keys[$0].shape.isSecret }
    let canRename = isAbsent && !tree.isAlias(key) && !shows
    report(
      "unknown-key", key,
      "\(UTF8Text.quoted(shown.text(key).string)) is no key of \(article(shape.name))",
      help: near.map {
        isAbsent || !rows.contains { present[$0] && shape.names[$0] == near }
          ? "a key with a similar name exists: `\($0)`"
          : "`\($0)` is there already: remove this key"
      }
        ?? knownKeys(of: shape),
      fixes: near.flatMap {
        canRename ? replace(key, by: $0, "rename it to `\($0)`", isSafe: false) : nil
      }
        ?? [])
    return isAbsent ? near : nil
  }

  /// The keys of a mapping as findings list them; kept, as the next unknown key most often stands beside.
  private mutating func knownKeys(of shape: MappingShape) -> String {
    if let listed, listed.shape === shape { return listed.keys }
    let keys =
      "known keys: \(shape.names.prefix(12).map { "`\($0)`" }.joined(separator: ", "))"
      + (shape.keys.count > 12 ? ", …" : "")
    listed = (shape, keys)
    return keys
  }

  /// Looks for names of secrets in what the language leaves to everybody.
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

  private func article(_ name: String) -> String {
    switch name.utf8.first {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"): "an \(name)"
    default: "a \(name)"
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
      report("missing-key", node, "a value per environment needs `prod`, `sandbox` or both")
    }
  }
}
