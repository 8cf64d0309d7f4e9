package import PolicyText

/// A key or word of a request that its kind does not know.
package struct UnknownName: Sendable {
  /// What it is instead of a name that is known.
  package enum Role: Sendable {
    case key
    case word
  }

  package var role: Role
  /// The key, or the text.
  package var node: NodeID
  /// The object that the key stands in, or the key of the text: `facts`, `input.credential`; empty for
  /// the request itself.
  package var place: String
  package var name: ExactString
  /// The names that are known there.
  package var known: [String]
  /// The one that people mean by this name, if it is a common mistake.
  package var meant: String?

  /// The one that was meant, if one is near.
  package var nearest: String? { meant ?? Nearest.name(to: name.string, among: known) }

  /// What to write instead, in words.
  package var help: String {
    if let nearest { return "a similar name exists: `\(nearest)`" }
    guard !known.isEmpty else { return "no name is known there" }
    let names = known.prefix(24).map { "`\($0)`" }.joined(separator: ", ")
    return "known: \(names)" + (known.count > 24 ? ", …" : "")
  }
}

/// Looks for names that a kind does not know.
struct RequestNames {
  let tree: SourceTree
  /// The `operation` of the request.
  let operation: ExactString?
  /// Called with each one, in the order of the text.
  var found: [UnknownName] = []

  /// A request is no deeper; what is below is data.
  private static let deepest = 8

  init(_ tree: SourceTree, operation: ExactString?) {
    self.tree = tree
    self.operation = operation
  }

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
        let folded = ASCII.lowercased(name)
        let known = keys.filter(belongs)
        found.append(
          UnknownName(
            role: .key, node: entry.key, place: place, name: name, known: known.map(\.name),
            meant: known.first { $0.commonMistakes.contains { ExactString($0) == folded } }?.name))
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
  /// The names of a request that its kind does not know.
  ///
  /// - Parameter shape: the table of the kind (`RequestShape`).
  package func unknownNames(in request: NodeID, _ shape: MappingShape) -> [UnknownName] {
    var names = RequestNames(self, operation: value(of: "operation", in: request).flatMap(string))
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
