import PolicyText

/// The values of one mapping, by the keys of its schema. Missing values and values of another type
/// are nil; the structure check reports them.
struct Fields<Key: MappingKey> {
  let tree: SourceTree
  /// The mapping; nil is treated as empty.
  let node: NodeID?

  init(_ tree: SourceTree, _ node: NodeID?) {
    self.tree = tree
    self.node = node.flatMap { tree.kind($0) == .mapping ? $0 : nil }
  }

  /// The same mapping with the keys that it inherits.
  init<Other: MappingKey>(inherited fields: Fields<Other>) {
    tree = fields.tree
    node = fields.node
  }

  func value(_ key: Key) -> NodeID? { node.flatMap { tree.value(of: key.rawValue, in: $0) } }

  /// The mapping at a key; nil for other values.
  func mappingNode(_ key: Key) -> NodeID? {
    value(key).flatMap { tree.kind($0) == .mapping ? $0 : nil }
  }

  /// The fields of the mapping at a key; nil for other values.
  func mapping<Other: MappingKey>(_ key: Key) -> Fields<Other>? {
    guard let value = value(key), tree.kind(value) == .mapping else { return nil }
    return Fields<Other>(tree, value)
  }

  func text(_ node: NodeID) -> LocatedText? { tree.string(node).map { Located($0, node) } }

  func texts(_ node: NodeID) -> [LocatedText]? {
    guard tree.kind(node) == .sequence else { return nil }
    var texts: [LocatedText] = []
    for item in tree.items(node) {
      if let text = text(item) { texts.append(text) }
    }
    // A list of unknown items isn't empty.
    return texts.isEmpty && tree.isUnknown(node) ? nil : texts
  }

  func text(_ key: Key) -> LocatedText? { value(key).flatMap { text($0) } }

  func texts(_ key: Key) -> [LocatedText]? { value(key).flatMap { texts($0) } }

  /// The strings of a list, or one string.
  func oneOrMany(_ key: Key) -> [LocatedText]? { value(key).flatMap(oneOrMany) }

  func oneOrMany(_ node: NodeID) -> [LocatedText]? { texts(node) ?? text(node).map { [$0] } }

  func boolean(_ key: Key) -> Located<Bool>? {
    value(key).flatMap { node in tree.boolean(node).map { Located($0, node) } }
  }

  func integer(_ key: Key) -> Located<Int>? {
    value(key).flatMap { node in tree.integer(node).map { Located($0, node) } }
  }

  func enumeration<Value: RawRepresentable & Sendable>(_ key: Key) -> Located<Value>?
  where Value.RawValue == String {
    value(key).flatMap(enumeration)
  }

  func enumeration<Value: RawRepresentable & Sendable>(_ node: NodeID) -> Located<Value>?
  where Value.RawValue == String {
    tree.string(node).flatMap { Value(rawValue: $0.string) }.map { Located($0, node) }
  }

  /// The entries of a mapping with free keys.
  func entries(_ key: Key) -> [(key: LocatedText, value: NodeID)] {
    guard let value = value(key) else { return [] }
    return tree.entries(value).compactMap { entry in text(entry.key).map { ($0, entry.value) } }
  }

  /// The decoded mappings of a list.
  func mappings<Other: MappingKey, Value>(
    _ key: Key, _ read: (Fields<Other>) -> Value?
  ) -> [Value] {
    guard let value = value(key) else { return [] }
    var values: [Value] = []
    for item in tree.items(value) where tree.kind(item) == .mapping {
      if let value = read(Fields<Other>(tree, item)) { values.append(value) }
    }
    return values
  }

  func perEnvironment<Value: Sendable>(
    _ key: Key, _ read: (NodeID) -> Value?
  ) -> PerEnvironment<Value>? {
    guard let node = value(key) else { return nil }
    if tree.kind(node) == .mapping {
      let prod = tree.value(of: PerEnvironmentKey.prod.rawValue, in: node)
      let sandbox = tree.value(of: PerEnvironmentKey.sandbox.rawValue, in: node)
      if prod != nil || sandbox != nil {
        return PerEnvironment(
          prod: prod.flatMap(read), sandbox: sandbox.flatMap(read), isShared: false, node: node)
      }
    }
    guard let value = read(node) else {
      // `TODO` doesn't stand for the default.
      return tree.isUnknown(node)
        ? PerEnvironment(prod: nil, sandbox: nil, isShared: false, node: node) : nil
    }
    return PerEnvironment(prod: value, sandbox: value, isShared: true, node: node)
  }

  func textPerEnvironment(_ key: Key) -> PerEnvironment<LocatedText>? {
    perEnvironment(key) { text($0) }
  }

  func textsPerEnvironment(_ key: Key) -> PerEnvironment<[LocatedText]>? {
    perEnvironment(key) { texts($0) }
  }

  /// The nodes of references to a secret.
  func secret(_ key: Key) -> PerEnvironment<NodeID>? {
    perEnvironment(key) { tree.isNull($0) ? nil : $0 }
  }

  /// The valid references to a secret.
  func secretReference(_ key: Key) -> PerEnvironment<Located<SecretReference>>? {
    perEnvironment(key) { node in
      Fields<SecretKey>(tree, node).reference.map { Located($0, node) }
    }
  }
}

extension Fields<SecretKey> {
  var reference: SecretReference? {
    text(.env).map { .env($0.value) } ?? text(.file).map { .file($0.value) }
      ?? text(.secret).map { .secret($0.value) }
  }
}
