import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// Finds the bytes of a file that are secret, by the contract of `Redactions`.
///
/// Only files with findings, or with something that looks like a secret, are looked through: in all others
/// every value stands under a key that the language knows, and every secret is a reference.
struct SecretScan {
  private let tree: SourceTree
  private var found: [Span] = []
  private var isVisited: [Bool]

  /// Keys of a secret written as a mapping that say nothing of it.
  private static let plainKeys = [
    "value", "values", "literal", "plain", "text", "key", "name", "id", "live", "dev", "develop",
    "development", "test", "stage", "staging", "production", "default", "inline", "string", "ref",
    "reference", "vault", "path", "from", "source", "type", "version", "project", "prod",
    "sandbox", "env", "file", "secret",
  ]

  private init(_ tree: SourceTree) {
    self.tree = tree
    isVisited = Array(repeating: false, count: tree.nodeCount)
  }

  /// The secrets of a file, sorted, without overlaps.
  ///
  /// - Parameters:
  ///   - shape: what the file is; nil where the language says nothing of its keys.
  ///   - known: those that are known already.
  static func spans(
    in tree: SourceTree, _ shape: MappingShape? = nil, known: [Span] = []
  ) -> [Span] {
    var scan = SecretScan(tree)
    if let root = tree.root { scan.walk(root, shape.map { .mapping($0) }) }
    // What the reader refused hangs on no list of entries.
    for index in scan.isVisited.indices where !scan.isVisited[index] {
      let node = NodeID(Int32(index))
      if tree.isMapping(node) { scan.walk(node, nil) }
    }
    if !tree.isComplete { scan.found += SecretLines.all(in: tree.source) }
    scan.found += known
    guard !scan.found.isEmpty else { return [] }
    let spans = Redactions.joined(scan.found)
    scan.hideAliases(of: spans)
    return Redactions.joined(scan.found)
  }

  // MARK: the tree

  /// - Parameter shape: nil where nobody knows the keys.
  private mutating func walk(_ node: NodeID, _ shape: Shape?) {
    isVisited[Int(node.index)] = true
    // What an alias stands for is looked at in its own place.
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
        if tree.isEnvironment(entry.key) { walk(entry.value, value) } else { judgeUnknown(entry) }
      }
    case .perEnvironment(let value), .oneOrMany(let value), .nullable(let value):
      walkEntries(node, value)
    case .dictionary(_, let value):
      for entry in tree.entries(node) {
        visit(entry)
        walk(entry.value, value)
      }
    case .mapping(let shape):
      let mapping = shape()
      let secrets = mapping.keys.contains(where: \.shape.isSecret) ? mapping : nil
      for entry in tree.entries(node) {
        visit(entry)
        guard let index = tree.index(of: entry.key, among: mapping.names) else {
          judgeUnknown(entry, in: secrets)
          continue
        }
        let known = mapping.keys[index].shape
        if known.isSecret { judge(entry.value) } else { walk(entry.value, known) }
      }
    // The data of tests: their parameters are fictions, and lines that show them are masked by themselves.
    case .variants, .request, .any:
      for entry in tree.entries(node) {
        visit(entry)
        walk(entry.value, .any)
      }
    default:
      for entry in tree.entries(node) {
        visit(entry)
        judgeUnknown(entry)
      }
    }
  }

  private mutating func visit(_ entry: (key: NodeID, value: NodeID)) {
    isVisited[Int(entry.key.index)] = true
    isVisited[Int(entry.value.index)] = true
  }

  /// An entry whose key the language does not know: its name is all there is.
  ///
  /// - Parameter mapping: what it stands in, where that has keys of secrets.
  private mutating func judgeUnknown(
    _ entry: (key: NodeID, value: NodeID), in mapping: MappingShape? = nil
  ) {
    let name = tree.textBytes(entry.key)
    if SecretName.matches(name) || means(entry.key, in: mapping) {
      // The endpoint of our server, in a place where it does not belong.
      if name.elementsEqual("token".utf8), tree.textBytes(entry.value).starts(with: "https://".utf8)
      {
        return
      }
      judge(entry.value)
    } else {
      walk(entry.value, nil)
    }
  }

  /// True for a key that is nearly that of a secret.
  private func means(_ key: NodeID, in mapping: MappingShape?) -> Bool {
    guard let mapping,
      let near = Nearest.name(to: tree.text(key).string, among: mapping.names)
    else { return false }
    return mapping.keys.contains { $0.name == near && $0.shape.isSecret }
  }

  // MARK: the places of secrets

  /// A value in the place of a secret: all of it, but for references.
  private mutating func judge(_ value: NodeID) {
    isVisited[Int(value.index)] = true
    let node = tree.resolved(value)
    switch tree.kind(node) {
    case .scalar:
      // `&hunter2` alone is nothing with an anchor.
      if tree.isNull(node) || tree.boolean(node) != nil, decorated(node) == tree.span(node) {
        return
      }
      hide(value)
    case .sequence: for item in tree.items(node) { judge(item) }
    case .mapping where tree.hasLostEntries(node): hide(value)
    case .mapping, .alias:
      hideTag(node)
      for entry in tree.entries(node) {
        visit(entry)
        if tree.isEnvironment(entry.key) {
          judge(entry.value)
        } else if tree.isExtensionKey(entry.key) {
          judgeUnknown(entry)
        } else if !isReference(entry) {
          hide(entry.value)
          if !isPlain(entry) { found.append(tree.span(entry.key)) }
        }
      }
    }
  }

  private func isReference(_ entry: (key: NodeID, value: NodeID)) -> Bool {
    guard let key = SecretKey.allCases.first(where: { tree.text(entry.key, equals: $0.rawValue) }),
      case .string(let form) = key.shape.shape
    else { return false }
    if tree.isNull(entry.value) { return true }
    return tree.isString(entry.value) && form.accepts(tree.textBytes(entry.value))
  }

  /// False for a key that may be the secret itself, as in `{ hunter2 }`.
  private func isPlain(_ entry: (key: NodeID, value: NodeID)) -> Bool {
    guard !tree.isNull(entry.value), !tree.isUnreadable(entry.key) else { return false }
    let name = tree.text(entry.key).string
    return SecretName.matches(name.utf8)
      || Nearest.name(to: name, among: Self.plainKeys) != nil
  }

  /// A value with its tag and anchor, and what it stands for as an alias.
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
      found.append(Span(span.start, start))
    }
  }

  /// The place of a node from its anchor and tag on, which the tree leaves out.
  private func decorated(_ node: NodeID) -> Span {
    var span = tree.span(node)
    let bytes = tree.source.bytes
    var index = span.start
    while index > 0 {
      var end = index
      while end > 0, " \t\n\r".utf8.contains(bytes[end - 1]) { end -= 1 }
      // Nothing at all stands right behind its tag.
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

  /// Names of aliases may be the secret, where somebody took `*` for a part of it.
  private mutating func hideAliases(of spans: [Span]) {
    for index in 0..<tree.nodeCount {
      let node = NodeID(Int32(index))
      guard tree.isAlias(node), SourceTree.isWithin(tree.span(tree.resolved(node)), spans)
      else { continue }
      found.append(tree.span(node))
    }
  }
}

extension SourceTree {
  fileprivate func isMapping(_ node: NodeID) -> Bool { !isAlias(node) && kind(node) == .mapping }
}
