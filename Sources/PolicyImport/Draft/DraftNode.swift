package import PolicyText

/// A part of a policy that is being written, with the places that it comes from.
package struct DraftNode: Sendable {
  /// What the node is.
  package indirect enum Content: Sendable {
    /// `isText` is false for numbers and booleans, which stand without quotes.
    case scalar(ExactString, isText: Bool)
    case list([DraftNode])
    case mapping([DraftEntry])
  }

  package var content: Content
  /// Places in the sources; several where sources agree.
  package var origins: [SourceLocation]
  /// Written in brackets or braces where it fits into a line.
  package var isFlow: Bool
  /// Of an item of a list: written on a line above, without `#`.
  package var comment: String?

  /// A node.
  package init(_ content: Content, origins: [SourceLocation] = [], isFlow: Bool = false) {
    self.content = content
    self.origins = origins
    self.isFlow = isFlow
  }

  /// A text.
  static func text(_ text: ExactString, from origins: [SourceLocation] = []) -> DraftNode {
    DraftNode(.scalar(text, isText: true), origins: origins)
  }

  /// A number or boolean.
  static func plain(_ text: String, from origins: [SourceLocation] = []) -> DraftNode {
    DraftNode(.scalar(ExactString(text), isText: false), origins: origins)
  }

  /// The entries of a mapping; none of other nodes.
  package var entries: [DraftEntry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// The items of a list; none of other nodes.
  package var items: [DraftNode] {
    if case .list(let items) = content { items } else { [] }
  }

  /// The text of a scalar.
  package var text: ExactString? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Nothing is in it.
  package var isEmpty: Bool {
    switch content {
    case .scalar: false
    case .list(let items): items.isEmpty
    case .mapping(let entries): entries.isEmpty
    }
  }

  /// The value of a key.
  package subscript(key: String) -> DraftNode? {
    entries.first { $0.key == ExactString(key) }?.value
  }

  /// All places below.
  package var allOrigins: [SourceLocation] {
    switch content {
    case .scalar: origins
    case .list(let items): origins + items.flatMap(\.allOrigins)
    case .mapping(let entries): origins + entries.flatMap(\.value.allOrigins)
    }
  }
}

/// An entry of a mapping.
package struct DraftEntry: Sendable {
  package var key: ExactString
  package var value: DraftNode
  /// Written on a line above, without `#`.
  package var comment: String?

  /// An entry.
  package init(_ key: ExactString, _ value: DraftNode, comment: String? = nil) {
    self.key = key
    self.value = value
    self.comment = comment
  }
}

extension DraftNode {
  /// The node at a path: numbers of entries and items.
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

  /// The node without what stands at a path, and without what is empty then; nil for nothing left.
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
