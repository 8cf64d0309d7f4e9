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
  /// The comment on the line above a list item, without `#`.
  package var comment: String?
  /// The question that decides about the node, which is written as a comment; nil for values of the policy.
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

  package var isEmpty: Bool {
    switch content {
    case .scalar: false
    case .list(let items): items.isEmpty
    case .mapping(let entries): entries.isEmpty
    }
  }

  /// Whether nothing of the node is a value of the policy.
  package var isParked: Bool {
    if question != nil { return true }
    switch content {
    case .scalar: return false
    case .list(let items): return !items.isEmpty && items.allSatisfy(\.isParked)
    case .mapping(let entries): return !entries.isEmpty && entries.allSatisfy(\.value.isParked)
    }
  }

  /// The node with every parked node below it, in the order of the file.
  package var parked: [(path: String, node: DraftNode)] { parked(at: "") }

  private func parked(at path: String) -> [(path: String, node: DraftNode)] {
    if question != nil { return [(path, self)] }
    switch content {
    case .scalar: return []
    case .list(let items): return items.flatMap { $0.parked(at: path) }
    case .mapping(let entries):
      return entries.flatMap { entry in
        entry.value.parked(at: path.isEmpty ? entry.key.string : "\(path).\(entry.key.string)")
      }
    }
  }

  /// Adds `TODO` to a required list whose items are all parked.
  func completed(for key: String) -> DraftNode {
    var node = self
    switch content {
    case .scalar: return self
    case .mapping(let entries):
      guard entries.allSatisfy({ $0.key == "prod" || $0.key == "sandbox" }) else { return self }
      node.content = .mapping(
        entries.map { DraftEntry($0.key, $0.value.completed(for: key), comment: $0.comment) })
    case .list(let items):
      let isNeeded = ["redirect_uris", "sha256_cert_fingerprints"].contains(key)
      guard !items.isEmpty, items.allSatisfy(\.isParked), isNeeded else { return self }
      node.content = .list([.text(ExactString(UnknownValue.text))] + items)
      return node
    }
    return node
  }

  package subscript(key: String) -> DraftNode? {
    entries.first { $0.key == ExactString(key) }?.value
  }

  /// The locations of all scalars below.
  package var allOrigins: [SourceLocation] {
    switch content {
    case .scalar: origins
    case .list(let items): origins + items.flatMap(\.allOrigins)
    case .mapping(let entries): origins + entries.flatMap(\.value.allOrigins)
    }
  }
}

package struct DraftEntry: Sendable {
  /// A comment that belongs to no key: something that was found and the question that decides about it.
  static func note(_ question: String, from origins: [SourceLocation]) -> DraftEntry {
    var node = DraftNode(.mapping([]), origins: origins)
    node.question = question
    return DraftEntry("", node)
  }

  package var key: ExactString
  package var value: DraftNode
  /// The comment on the line above, without `#`.
  package var comment: String?

  package init(_ key: ExactString, _ value: DraftNode, comment: String? = nil) {
    self.key = key
    self.value = value
    self.comment = comment
  }
}

extension DraftNode {
  /// The node at a path of entry and item indices.
  package subscript(path: some Collection<Int>) -> DraftNode? {
    guard let first = path.first else { return self }
    let rest = path.dropFirst()
    switch content {
    case .scalar: return nil
    case .list(let items): return items.indices.contains(first) ? items[first][rest] : nil
    case .mapping(let entries):
      return entries.indices.contains(first) ? entries[first].value[rest] : nil
    }
  }

  /// The node with the node at a path changed.
  package func changing(
    _ path: some Collection<Int>, _ change: (DraftNode) -> DraftNode
  ) -> DraftNode {
    guard let first = path.first else { return change(self) }
    var node = self
    switch content {
    case .scalar: break
    case .list(var items):
      guard items.indices.contains(first) else { return self }
      items[first] = items[first].changing(path.dropFirst(), change)
      node.content = .list(items)
    case .mapping(var entries):
      guard entries.indices.contains(first) else { return self }
      entries[first].value = entries[first].value.changing(path.dropFirst(), change)
      if path.count > 1 {
        entries[first].value = entries[first].value.completed(for: entries[first].key.string)
      }
      node.content = .mapping(entries)
    }
    return node
  }

  /// The node without the node at a path, and without collections that become empty; nil if nothing remains.
  package func removing(_ path: some Collection<Int>) -> DraftNode? {
    guard let first = path.first else { return nil }
    let rest = path.dropFirst()
    var node = self
    switch content {
    case .scalar: return self
    case .list(var items):
      guard items.indices.contains(first) else { return self }
      if let left = items[first].removing(rest) {
        items[first] = left
      } else {
        items.remove(at: first)
      }
      node.content = .list(items)
    case .mapping(var entries):
      guard entries.indices.contains(first) else { return self }
      if let left = entries[first].value.removing(rest) {
        entries[first].value = left
      } else {
        entries.remove(at: first)
      }
      node.content = .mapping(entries)
    }
    return node.isEmpty ? nil : node
  }
}
