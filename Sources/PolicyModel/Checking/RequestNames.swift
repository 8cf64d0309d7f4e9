package import PolicyText

extension StructureChecker {
  /// Checks a mapping whose keys depend on the value of one key. Without that value, nothing else is checked.
  mutating func checkVariants(
    _ node: NodeID, _ key: String, _ words: [EnumerationValue],
    _ shape: @Sendable (String) -> MappingShape?
  ) {
    guard expectMapping(node, help: "write a mapping with `\(key)`") else { return }
    guard let value = tree.value(of: key, in: node) else {
      // The other keys can't be checked, except a misspelled `kind`.
      let only = MappingShape(
        "request", "",
        keys: [KeyShape(.kind, .enumeration(words), "Request type", presence: .required)])
      let others = tree.entries(node).map(\.key).filter {
        Nearest.name(to: tree.text($0).string, among: [key]) == nil
      }
      return checkMapping(node, only, settled: Set(others))
    }
    guard let word = words.first(where: { tree.text(value, equals: $0.name) }),
      let mapping = shape(word.name)
    else { return check(value, .enumeration(words)) }
    checkMapping(node, mapping)
    for name in shown.unknownNames(in: node, mapping) where !name.place.isEmpty { report(name) }
  }

  private mutating func report(_ name: UnknownName) {
    let fixes =
      tree.isAlias(name.node)
      ? []
      : name.nearest.map {
        replace(name.node, by: $0, "write `\($0)`", isSafe: false)
      } ?? []
    switch name.role {
    case .key:
      report(
        "unknown-key", name.node,
        "unknown key \(DisplayText.quoted(name.name.string))\(location(in: tree.parent(name.node)))",
        help: name.help, fixes: fixes)
    case .word:
      report(
        "unknown-value", name.node,
        "unknown value \(DisplayText.quoted(name.name.string)) for \(self.name(of: name.node))",
        help: name.help, fixes: fixes)
    }
  }
}

/// An unknown key or value in a request.
package struct UnknownName: Sendable {
  package enum Role: Sendable {
    case key
    case word
  }

  package var role: Role
  package var node: NodeID
  /// The path of the object with the key, or of the value, such as `input.credential`; empty for
  /// the request.
  package var place: String
  package var name: ExactString
  /// The allowed names.
  package var known: [String]
  /// The correct name, if this one is a common mistake.
  package var meant: String?

  package var nearest: String? { meant ?? Nearest.name(to: name.string, among: known) }

  package var help: String {
    if let nearest { return "did you mean `\(nearest)`?" }
    guard !known.isEmpty else { return "remove it; nothing is allowed here" }
    return (role == .key ? "use " : "write ") + StructureChecker.choice(of: known, limit: 24)
  }
}

/// Finds unknown keys and values in a request.
struct RequestNames {
  let tree: SourceTree
  /// The `operation` of the request.
  let operation: ExactString?
  var found: [UnknownName] = []

  /// The maximum depth of keys in requests. Values below are data.
  private static let deepest = 8

  mutating func look(at node: NodeID, _ value: RequestValue, place: String, depth: Int = 0) {
    guard depth < Self.deepest, !tree.isUnreadable(node) else { return }
    switch value {
    case .any: break
    case .words(let words, let mistakes):
      guard let text = tree.string(node), !words.contains(where: { ExactString($0) == text })
      else { return }
      found.append(
        UnknownName(
          role: .word, node: node, place: place, name: text, known: words,
          meant: mistakes[ASCII.lowercased(text).string]))
    case .object(let keys): look(atObject: node, keys, place, depth)
    case .each(let value):
      if case .any = value { return }
      if tree.kind(node) == .mapping {
        for entry in tree.entries(node) {
          look(
            at: entry.value, value, place: "\(place).\(tree.text(entry.key).string)",
            depth: depth + 1)
        }
      } else if tree.kind(node) == .sequence {
        for item in tree.items(node) { look(at: item, value, place: place, depth: depth + 1) }
      }
    }
  }

  private mutating func look(
    atObject node: NodeID, _ keys: [ObjectKey], _ place: String, _ depth: Int
  ) {
    guard tree.kind(node) == .mapping else { return }
    for entry in tree.entries(node) {
      if let key = keys.first(where: { matches(entry.key, $0) }) {
        look(at: entry.value, key.value, place: "\(place).\(key.name)", depth: depth + 1)
      } else if !tree.isExtensionKey(entry.key) {
        let name = tree.text(entry.key)
        let known = keys.filter(belongs)
        found.append(
          UnknownName(
            role: .key, node: entry.key, place: place, name: name, known: known.map(\.name),
            meant: known.first { $0.commonMistakes.contains(mistake: name.string) }?.name))
      }
    }
  }

  private func belongs(_ key: ObjectKey) -> Bool {
    key.only.isEmpty
      || key.only.contains { name in operation.map { $0 == ExactString(name) } ?? false }
  }

  private func matches(_ node: NodeID, _ key: ObjectKey) -> Bool {
    guard key.isPart else { return tree.text(node, equals: key.name) && belongs(key) }
    guard belongs(key) else { return false }
    let bytes = ASCII.lowercased(tree.text(node)).utf8
    return bytes.indices.contains { bytes[$0...].starts(with: key.name.utf8) }
  }
}

extension SourceTree {
  /// The unknown keys and values of a request.
  package func unknownNames(in request: NodeID, _ shape: MappingShape) -> [UnknownName] {
    var names = RequestNames(
      tree: self, operation: value(of: "operation", in: request).flatMap(string))
    for entry in entries(request) {
      guard let index = index(of: entry.key, among: shape.names) else {
        if !isExtensionKey(entry.key) {
          names.found.append(
            UnknownName(
              role: .key, node: entry.key, place: "", name: text(entry.key), known: shape.names))
        }
        continue
      }
      if case .request(let value) = shape.keys[index].shape {
        names.look(at: entry.value, value, place: shape.names[index])
      }
    }
    return names.found
  }
}
