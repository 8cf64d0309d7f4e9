import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// The readable values of one mapping, by key. Total: what is missing or of another type is nil, and
/// the structure check has said so.
struct Fields {
  let tree: SourceTree
  /// The mapping; nil reads as empty.
  let node: NodeID?

  /// The entries, collected once: a section asks for every key that it may have.
  private let members: [(key: NodeID, value: NodeID)]

  init(_ tree: SourceTree, _ node: NodeID?) {
    self.tree = tree
    self.node = node.flatMap { tree.kind($0) == .mapping ? $0 : nil }
    var members: [(key: NodeID, value: NodeID)] = []
    if let node = self.node {
      members.reserveCapacity(tree.count(node))
      for entry in tree.entries(node) { members.append(entry) }
    }
    self.members = members
  }

  func value(_ key: String) -> NodeID? {
    for member in members where tree.text(member.key, equals: key) { return member.value }
    return nil
  }

  /// The mapping below a key; nil when there is none.
  func mapping(_ key: String) -> Fields? {
    guard let value = value(key), tree.kind(value) == .mapping else { return nil }
    return Fields(tree, value)
  }

  func text(_ node: NodeID) -> LocatedText? { tree.string(node).map { Located($0, node) } }

  func texts(_ node: NodeID) -> [LocatedText]? {
    tree.kind(node) == .sequence ? tree.items(node).compactMap(text) : nil
  }

  func text(_ key: String) -> LocatedText? { value(key).flatMap(text) }

  func texts(_ key: String) -> [LocatedText]? { value(key).flatMap(texts) }

  func boolean(_ key: String) -> Located<Bool>? {
    value(key).flatMap { node in tree.boolean(node).map { Located($0, node) } }
  }

  func integer(_ key: String) -> Located<Int>? {
    value(key).flatMap { node in tree.integer(node).map { Located($0, node) } }
  }

  func word<Value: RawRepresentable & Sendable>(_ key: String) -> Located<Value>?
  where Value.RawValue == String {
    value(key).flatMap(word)
  }

  func word<Value: RawRepresentable & Sendable>(_ node: NodeID) -> Located<Value>?
  where Value.RawValue == String {
    tree.string(node).flatMap { Value(rawValue: $0.string) }.map { Located($0, node) }
  }

  /// The entries of a mapping with free keys, in order.
  func entries(_ key: String) -> [(key: LocatedText, value: NodeID)] {
    guard let value = value(key) else { return [] }
    return tree.entries(value).compactMap { entry in text(entry.key).map { ($0, entry.value) } }
  }

  /// The mappings of a list, in order.
  func mappings(_ key: String) -> [Fields] {
    guard let value = value(key) else { return [] }
    return tree.items(value).filter { tree.kind($0) == .mapping }.map { Fields(tree, $0) }
  }

  /// A value per environment, each read by `read`.
  func perEnvironment<Value: Sendable>(
    _ key: String, _ read: (NodeID) -> Value?
  ) -> PerEnvironment<Value>? {
    guard let node = value(key) else { return nil }
    if tree.kind(node) == .mapping {
      let prod = tree.value(of: "prod", in: node)
      let sandbox = tree.value(of: "sandbox", in: node)
      if prod != nil || sandbox != nil {
        return PerEnvironment(
          prod: prod.flatMap(read), sandbox: sandbox.flatMap(read), isShared: false, node: node)
      }
    }
    guard let value = read(node) else { return nil }
    return PerEnvironment(prod: value, sandbox: value, isShared: true, node: node)
  }

  func textPerEnvironment(_ key: String) -> PerEnvironment<LocatedText>? {
    perEnvironment(key, text)
  }

  func textsPerEnvironment(_ key: String) -> PerEnvironment<[LocatedText]>? {
    perEnvironment(key, texts)
  }

  /// Where a secret is referred to; its content is never read.
  func secret(_ key: String) -> PerEnvironment<NodeID>? {
    perEnvironment(key) { tree.isNull($0) ? nil : $0 }
  }

  /// Where a secret is kept, of a reference that has one of the keys of the language.
  func secretReference(_ key: String) -> PerEnvironment<Located<SecretReference>>? {
    perEnvironment(key) { node in
      let fields = Fields(tree, node)
      let reference =
        fields.text("env").map { SecretReference.env($0.value) }
        ?? fields.text("file").map { .file($0.value) }
        ?? fields.text("secret").map { .secret($0.value) }
      return reference.map { Located($0, node) }
    }
  }
}
