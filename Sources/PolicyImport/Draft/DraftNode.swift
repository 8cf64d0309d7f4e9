import PolicyModel
package import PolicyText

/// A node of a policy to write, with its locations in the sources.
package struct DraftNode: Sendable {
  package indirect enum Content: Sendable {
    /// `isText` is false for numbers and Booleans, which are never quoted.
    case scalar(ExactString, isText: Bool)
    case list([DraftNode])
    case mapping([DraftEntry])
  }

  package var content: Content
  /// Locations in the sources; several if sources agree.
  package var origins: [SourceLocation]
  /// Whether to write it in brackets or braces if it fits in a line.
  package var isFlow: Bool
  /// The comment above a list item, without `#`.
  package var comment: String?
  /// The open question about the node, which is then written as a comment; nil for values of the
  /// policy.
  package var question: String?

  package init(_ content: Content, origins: [SourceLocation] = [], isFlow: Bool = false) {
    self.content = content
    self.origins = origins
    self.isFlow = isFlow
  }

  static func text(_ text: ExactString, from origins: [SourceLocation] = []) -> DraftNode {
    DraftNode(.scalar(text, isText: true), origins: origins)
  }

  /// A number or Boolean.
  static func plain(_ text: String, from origins: [SourceLocation] = []) -> DraftNode {
    DraftNode(.scalar(ExactString(text), isText: false), origins: origins)
  }

  /// The entries of a mapping; empty for other nodes.
  package var entries: [DraftEntry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The items of a list; empty for other nodes.
  package var items: [DraftNode] {
    if case .list(let items) = content { items } else { [] }
  }

  package var text: ExactString? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The items of a list, or the values of a mapping.
  private var children: [DraftNode] { items + entries.map(\.value) }

  package var isEmpty: Bool { text == nil && children.isEmpty }

  /// Whether the whole node is written as comments.
  package var isParked: Bool {
    question != nil || !children.isEmpty && children.allSatisfy(\.isParked)
  }

  /// The paths and nodes that are written as comments, in the order of the file.
  package var parked: [(path: String, node: DraftNode)] { parked(at: "") }

  private func parked(at path: String) -> [(path: String, node: DraftNode)] {
    if question != nil { return [(path, self)] }
    return items.flatMap { $0.parked(at: path) }
      + entries.flatMap { entry in
        entry.value.parked(at: path.isEmpty ? entry.key.string : "\(path).\(entry.key.string)")
      }
  }

  /// Adds `TODO` to a required list whose items are all comments.
  func completed(for key: String) -> DraftNode {
    if entries.allSatisfy({ $0.key == "prod" || $0.key == "sandbox" }), items.isEmpty {
      return mapChildren { _, value in value.completed(for: key) }
    }
    guard ["redirect_uris", "sha256_cert_fingerprints"].contains(key), !items.isEmpty,
      items.allSatisfy(\.isParked)
    else { return self }
    var node = self
    node.content = .list([.text(ExactString(UnknownValue.text))] + items)
    return node
  }

  package subscript(key: String) -> DraftNode? {
    entries.first { $0.key == ExactString(key) }?.value
  }

  /// The locations of all scalars below.
  package var allOrigins: [SourceLocation] { origins + children.flatMap(\.allOrigins) }

  /// The node with its items and values changed.
  ///
  /// - Parameter change: gets the key of a value, and nil for items.
  func mapChildren(_ change: (ExactString?, DraftNode) -> DraftNode) -> DraftNode {
    var node = self
    switch content {
    case .scalar: break
    case .list(let items): node.content = .list(items.map { change(nil, $0) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { DraftEntry($0.key, change($0.key, $0.value), comment: $0.comment) })
    }
    return node
  }
}

package struct DraftEntry: Sendable {
  /// A comment without a key: a value that was found, and the open question about it.
  static func note(_ question: String, from origins: [SourceLocation]) -> DraftEntry {
    var node = DraftNode(.mapping([]), origins: origins)
    node.question = question
    return DraftEntry("", node)
  }

  package var key: ExactString
  package var value: DraftNode
  /// The comment above the entry, without `#`.
  package var comment: String?

  package init(_ key: ExactString, _ value: DraftNode, comment: String? = nil) {
    self.key = key
    self.value = value
    self.comment = comment
  }

  init(_ key: any MappingKey, _ value: DraftNode, comment: String? = nil) {
    self.init(ExactString(key.rawValue), value, comment: comment)
  }
}

extension DraftNode {
  /// The node at a path of entry and item indices.
  package subscript(path: some Collection<Int>) -> DraftNode? {
    guard let first = path.first else { return self }
    return children.indices.contains(first) ? children[first][path.dropFirst()] : nil
  }

  /// The keys on a path; nil if the path doesn't exist.
  func keys(on path: some Collection<Int>) -> [ExactString]? {
    guard let first = path.first else { return [] }
    guard children.indices.contains(first) else { return nil }
    let own = entries.isEmpty ? [] : [entries[first].key]
    return children[first].keys(on: path.dropFirst()).map { own + $0 }
  }

  /// The node with the node at a path changed.
  package func changing(
    _ path: some Collection<Int>, _ change: (DraftNode) -> DraftNode
  ) -> DraftNode {
    guard let first = path.first else { return change(self) }
    guard children.indices.contains(first) else { return self }
    var child = children[first].changing(path.dropFirst(), change)
    if path.count > 1, !entries.isEmpty { child = child.completed(for: entries[first].key.string) }
    return replacing(first, by: child)
  }

  /// The node without the node at a path, and without collections that become empty; nil if nothing remains.
  package func removing(_ path: some Collection<Int>) -> DraftNode? {
    guard let first = path.first else { return nil }
    guard children.indices.contains(first) else { return self }
    let node = replacing(first, by: children[first].removing(path.dropFirst()))
    return node.isEmpty ? nil : node
  }

  /// The node with another child, or without it.
  private func replacing(_ index: Int, by child: DraftNode?) -> DraftNode {
    var node = self
    switch content {
    case .scalar: break
    case .list(var items):
      items.replaceSubrange(index...index, with: [child].compactMap { $0 })
      node.content = .list(items)
    case .mapping(var entries):
      let entry = child.map { DraftEntry(entries[index].key, $0, comment: entries[index].comment) }
      entries.replaceSubrange(index...index, with: [entry].compactMap { $0 })
      node.content = .mapping(entries)
    }
    return node
  }
}
