package import PolicyText

/// Finds the secrets of a file as defined by `Redactions`: by the names of keys, by names that are
/// values (`SourceTree.namedSecrets`) and by content (`SecretContent`).
///
/// Only files with findings, or with something that looks like a secret, are searched: in all
/// others, every value has a key of the schema.
struct SecretScan {
  /// The secrets of a file.
  struct Result {
    /// Secrets that are hidden from rules; sorted, without overlaps.
    var spans: [SourceSpan] = []
    /// Secrets that are only hidden in output: tokens in the requests of tests, and comments.
    /// Sorted.
    var shown: [SourceSpan] = []
    /// Values that must not be in a policy, with any key.
    var contents: [(node: NodeID, kind: SecretContent.Kind)] = []
  }

  private let tree: SourceTree
  private var found: [SourceSpan] = []
  /// Lines whose comments may be secrets.
  private var lines: [(first: Int, end: Int)] = []
  /// Nodes below the requests of tests.
  private var isData: [Bool]
  private var isVisited: [Bool]

  /// Keys that aren't secrets themselves, in a mapping that was written instead of a secret.
  private static let plainKeys = [
    "value", "values", "literal", "plain", "text", "key", "name", "id", "live", "dev", "develop",
    "development", "test", "stage", "staging", "production", "default", "inline", "string", "ref",
    "reference", "vault", "path", "from", "source", "type", "version", "project", "prod",
    "sandbox", "env", "file", "secret",
  ]

  private init(_ tree: SourceTree) {
    self.tree = tree
    isVisited = Array(repeating: false, count: tree.nodeCount)
    isData = isVisited
  }

  /// Finds the secrets of a file.
  ///
  /// - Parameters:
  ///   - shape: the schema of the file; nil if its keys are unknown.
  ///   - known: secrets that were found before.
  static func spans(
    in tree: SourceTree, _ shape: MappingShape? = nil, known: [SourceSpan] = []
  ) -> Result {
    // Files over the limit aren't read, so all of their contents are hidden.
    guard tree.source.bytes.count <= ReadingLimits().bytes else {
      let whole = [SourceSpan(0, tree.source.bytes.count)]
      return Result(spans: whole, shown: whole)
    }
    var scan = SecretScan(tree)
    if let root = tree.root { scan.walk(root, shape.map { .mapping($0) }) }
    // Nodes that the reader rejected aren't reachable from the root.
    for index in scan.isVisited.indices where !scan.isVisited[index] {
      let node = NodeID(Int32(index))
      if tree.isMapping(node) { scan.walk(node, nil) }
    }
    if !tree.isComplete { scan.found += SecretLines.all(in: tree.source) }
    // Another format, such as `.env`, which YAML reads as one scalar.
    if let root = tree.root, tree.kind(root) == .scalar {
      let lines = SecretLines.all(in: tree.source)
      if !lines.isEmpty { scan.found += lines + [tree.span(root)] }
    }
    scan.found += known
    var result = Result()
    var shown = scan.comments
    for content in tree.secretContents {
      if content.kind == .token, scan.isData[Int(content.node.index)] {
        shown.append(tree.span(content.node))
      } else {
        scan.hide(content.node)
        if content.kind != .token { result.contents.append(content) }
      }
    }
    shown += SecretContent.matches(in: tree.source.bytes[...]).map {
      SourceSpan($0.range.lowerBound, $0.range.upperBound)
    }
    scan.hideAliases(of: Redactions.joined(scan.found))
    result.spans = Redactions.joined(scan.found)
    result.shown = Redactions.joined(shown + scan.found)
    return result
  }

  /// The comments next to secrets that may be secrets themselves.
  private var comments: [SourceSpan] {
    guard !lines.isEmpty else { return [] }
    return CommentScanner.comments(of: tree).filter { comment in
      lines.contains { $0.first <= comment.line && comment.line < $0.end }
        && !SecretLines.isProse(tree.source.bytes[comment.span.start..<comment.span.end])
    }.map(\.span)
  }

  // MARK: the tree

  /// - Parameter shape: nil if the keys are unknown.
  private mutating func walk(_ node: NodeID, _ shape: Shape?) {
    isVisited[Int(node.index)] = true
    if shape?.isData == true { isData[Int(node.index)] = true }
    // The target of an alias is checked at its own location.
    guard !tree.isAlias(node) else { return }
    switch tree.kind(node) {
    case .sequence: for item in tree.items(node) { walk(item, shape?.item) }
    case .mapping: walkEntries(node, shape)
    case .scalar, .alias: break
    }
  }

  private mutating func walkEntries(_ node: NodeID, _ shape: Shape?) {
    switch shape {
    case .perEnvironment(let value) where tree.isPerEnvironment(node):
      for entry in tree.entries(node) {
        visit(entry)
        if tree.isEnvironment(entry.key) { walk(entry.value, value) } else { redactUnknown(entry) }
      }
    case .perEnvironment(let value), .oneOrMany(let value), .nullable(let value):
      walkEntries(node, value)
    case .dictionary(_, let value):
      for entry in tree.entries(node) {
        visit(entry)
        // `client_secret` next to clients has too little indentation.
        if value.isCollection, tree.kind(entry.value) == .scalar {
          redactUnknown(entry)
        } else {
          walk(entry.value, value)
        }
      }
    case .mapping(let shape):
      let mapping = shape()
      let secrets = mapping.keys.contains(where: \.shape.isSecret) ? mapping : nil
      let named = tree.namedSecrets(in: node)
      for entry in tree.entries(node) {
        visit(entry)
        guard let index = tree.index(of: entry.key, among: mapping.names) else {
          if named.contains(entry.value) {
            redact(entry)
          } else {
            redactUnknown(entry, in: secrets)
          }
          continue
        }
        let known = mapping.keys[index].shape
        if known.isSecret { redact(entry) } else { walk(entry.value, known) }
      }
    // Test data: its parameters are fictitious, and lines that are printed are masked separately.
    case .variants, .request, .any:
      for entry in tree.entries(node) {
        visit(entry)
        isData[Int(entry.value.index)] = true
        walk(entry.value, .any)
      }
    default:
      let named = tree.namedSecrets(in: node)
      for entry in tree.entries(node) {
        visit(entry)
        if named.contains(entry.value) { redact(entry) } else { redactUnknown(entry) }
      }
    }
  }

  private mutating func visit(_ entry: (key: NodeID, value: NodeID)) {
    isVisited[Int(entry.key.index)] = true
    isVisited[Int(entry.value.index)] = true
  }

  /// Checks an entry with an unknown key by its name.
  ///
  /// - Parameter mapping: the shape of its mapping, if that has keys with secrets.
  private mutating func redactUnknown(
    _ entry: (key: NodeID, value: NodeID), in mapping: MappingShape? = nil
  ) {
    let name = tree.textBytes(entry.key)
    if SecretName.matches(name) || means(entry.key, in: mapping) {
      // The token endpoint, in the wrong mapping.
      if name.elementsEqual("token".utf8), tree.textBytes(entry.value).starts(with: "https://".utf8)
      {
        return
      }
      redact(entry)
    } else if tree.language == .json, tree.isPatternKey(entry.key) {
      mark(entry.value)
    } else {
      walk(entry.value, nil)
    }
  }

  /// Hides the value of a secret's key, and comments from the key to the end of its last line.
  private mutating func redact(_ entry: (key: NodeID, value: NodeID)) {
    redact(entry.value)
    let source = tree.source
    let end = max(tree.span(entry.key).end, tree.span(entry.value).end)
    let first = source.lineIndex(of: tree.span(entry.key).start)
    var next = source.lineIndex(of: max(end - 1, tree.span(entry.key).start)) + 1
    let depth = tree.span(entry.key).start - source.lineSpan(first).start
    while next < source.lineStarts.count, isBelow(next, depth) { next += 1 }
    lines.append((first, next))
  }

  /// Returns true for an empty line, and for one with only a comment, if it is indented more than a
  /// key.
  private func isBelow(_ line: Int, _ depth: Int) -> Bool {
    let span = tree.source.lineSpan(line)
    let text = tree.source.bytes[span.start..<span.end].drop {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0D
    }
    guard let first = text.first else { return true }
    return first == UInt8(ascii: "#") && text.startIndex - span.start > depth
  }

  /// Returns true for a key that is similar to that of a secret.
  private func means(_ key: NodeID, in mapping: MappingShape?) -> Bool {
    guard let mapping,
      let near = Nearest.name(to: tree.text(key).string, among: mapping.names)
    else { return false }
    return mapping.keys.contains { $0.name == near && $0.shape.isSecret }
  }

  // MARK: secrets

  /// Hides a value that was written instead of a reference.
  private mutating func redact(_ value: NodeID) {
    isVisited[Int(value.index)] = true
    let node = tree.resolved(value)
    switch tree.kind(node) {
    case .scalar:
      // `&hunter2` alone is null with an anchor.
      if tree.isNull(node) || tree.boolean(node) != nil, decorated(node) == tree.span(node) {
        return
      }
      // The name of a variable isn't secret.
      if tree.variable(in: value) == nil || decorated(node) != tree.span(node) { hide(value) }
    case .sequence: for item in tree.items(node) { redact(item) }
    case .mapping where tree.hasLostEntries(node): hide(value)
    case .mapping, .alias:
      hideTag(node)
      for entry in tree.entries(node) {
        visit(entry)
        if tree.isEnvironment(entry.key) {
          redact(entry.value)
        } else if tree.isExtensionKey(entry.key) {
          redactUnknown(entry)
        } else if !tree.isSecretReference(entry) {
          hide(entry.value)
          if !isPlain(entry) { found.append(tree.span(entry.key)) }
        }
      }
    }
  }

  /// Returns false for a key that may be the secret itself, as in `{ hunter2 }`.
  private func isPlain(_ entry: (key: NodeID, value: NodeID)) -> Bool {
    guard !tree.isNull(entry.value), !tree.isUnreadable(entry.key) else { return false }
    let name = tree.text(entry.key).string
    return SecretName.matches(name.utf8)
      || Nearest.name(to: name, among: Self.plainKeys) != nil
  }

  /// Hides a value with its tag and anchor, and the target of an alias.
  private mutating func hide(_ node: NodeID) {
    found.append(decorated(node))
    mark(node)
    guard tree.isAlias(node) else { return }
    found.append(decorated(tree.resolved(node)))
    mark(tree.resolved(node))
  }

  private mutating func mark(_ node: NodeID) {
    isVisited[Int(node.index)] = true
    guard !tree.isAlias(node) else { return }
    for item in tree.items(node) { mark(item) }
    for entry in tree.entries(node) {
      isVisited[Int(entry.key.index)] = true
      mark(entry.value)
    }
  }

  private mutating func hideTag(_ node: NodeID) {
    let span = decorated(node)
    let start = tree.span(node).start
    if tree.source.bytes[span.start..<start].contains(UInt8(ascii: "!")) {
      found.append(SourceSpan(span.start, start))
    }
  }

  /// The span of a node including its anchor and tag, which aren't in the tree.
  private func decorated(_ node: NodeID) -> SourceSpan {
    var span = tree.span(node)
    let bytes = tree.source.bytes
    var index = span.start
    while index > 0 {
      var end = index
      while end > 0, " \t\n\r".utf8.contains(bytes[end - 1]) { end -= 1 }
      // A missing value has an empty span right after its tag.
      guard end < index || (span.start == span.end && index == span.start) else { break }
      var start = end
      while start > 0, !" \t\n\r[{,".utf8.contains(bytes[start - 1]) { start -= 1 }
      guard start < end, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!")
      else { break }
      span.start = start
      index = start
    }
    return span
  }

  /// Hides aliases of secrets, whose names may be part of the secret (`*` followed by it).
  private mutating func hideAliases(of spans: [SourceSpan]) {
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard tree.isAlias(node), SourceTree.isWithin(tree.span(tree.resolved(node)), spans)
      else { continue }
      found.append(tree.span(node))
    }
  }
}

extension SourceTree {
  /// Returns true for `env`, `file` or `secret` with a valid name that isn't a secret by its
  /// content.
  package func isSecretReference(_ entry: (key: NodeID, value: NodeID)) -> Bool {
    guard let key = SecretKey.allCases.first(where: { text(entry.key, equals: $0.rawValue) }),
      case .string(let form) = key.shape.shape
    else { return false }
    if isNull(entry.value) { return true }
    let name = textBytes(entry.value)
    return isString(entry.value) && form.accepts(name) && SecretContent.kind(in: name) == nil
  }

  fileprivate func isMapping(_ node: NodeID) -> Bool { !isAlias(node) && kind(node) == .mapping }
}
