/// The index of a node in a `SourceTree`.
package struct NodeID: Sendable, Hashable, Comparable {
  package let index: Int32
  package init(_ index: Int32) { self.index = index }
  package static func < (left: NodeID, right: NodeID) -> Bool { left.index < right.index }
}

/// The type of a node, for YAML and JSON.
package enum NodeKind: UInt8, Sendable {
  case scalar
  case sequence
  case mapping
  /// A YAML alias; `resolved` gives the node with the anchor.
  case alias
}

/// The notation of a scalar, which determines its type.
package enum ScalarStyle: UInt8, Sendable {
  /// YAML without quotes, which may be a number, a Boolean, null or a timestamp.
  case plain
  case singleQuoted
  case doubleQuoted
  /// YAML `|`.
  case literal
  /// YAML `>`.
  case folded
  case jsonString
  case jsonNumber
  /// JSON `true`, `false`, `null`.
  case jsonLiteral

  package var isQuoted: Bool {
    switch self {
    case .singleQuoted, .doubleQuoted, .jsonString: true
    case .plain, .literal, .folded, .jsonNumber, .jsonLiteral: false
    }
  }
}

/// The languages a tree is read from.
package enum SourceLanguage: Sendable {
  case yaml
  case json
}

/// The nodes of a file, with their byte ranges.
///
/// The tree may be partial: readers report errors and keep everything they could read. An alias has its own span and
/// refers to its target.
package final class SourceTree: Sendable {
  package let file: FileID
  package let source: SourceFile
  package let language: SourceLanguage
  /// False if the reader stopped early, so missing nodes may just not have been read.
  package let isComplete: Bool
  let records: [NodeRecord]
  /// The ranges of values that differ from the source between the quotes.
  let places: [NodeRecord.TextPlace]
  /// The values that differ from their source.
  let scratch: [UInt8]
  /// Scalars whose value isn't known yet (`TODO`). They don't count as strings, so they aren't
  /// decoded.
  package let unknown: Set<NodeID>

  init(
    file: FileID, source: SourceFile, language: SourceLanguage, isComplete: Bool,
    records: [NodeRecord], places: [NodeRecord.TextPlace], scratch: [UInt8],
    unknown: Set<NodeID> = []
  ) {
    self.file = file
    self.source = source
    self.language = language
    self.isComplete = isComplete
    self.records = records
    self.places = places
    self.scratch = scratch
    self.unknown = unknown
  }

  /// The tree with some scalars marked as unknown.
  package func marking(unknown nodes: Set<NodeID>) -> SourceTree {
    SourceTree(
      file: file, source: source, language: language, isComplete: isComplete, records: records,
      places: places, scratch: scratch, unknown: nodes)
  }

  /// The root of the document; nil if it is empty.
  package var root: NodeID? { records.isEmpty ? nil : NodeID(0) }

  /// The number of nodes.
  package var nodeCount: Int { records.count }
}

extension SourceTree {
  private func record(_ node: NodeID) -> NodeRecord { records[Int(node.index)] }

  /// The target of an alias, or the node itself.
  package func resolved(_ node: NodeID) -> NodeID {
    let record = record(node)
    return record.kind == .alias ? NodeID(record.target) : node
  }

  /// Inlined, because every access needs it.
  @inline(__always) private func resolvedRecord(_ node: NodeID) -> NodeRecord {
    let record = record(node)
    return record.kind == .alias ? records[Int(record.target)] : record
  }

  /// The type of the node or of an alias's target; never `.alias`.
  package func kind(_ node: NodeID) -> NodeKind { resolvedRecord(node).kind }

  /// True for a YAML alias.
  package func isAlias(_ node: NodeID) -> Bool { record(node).kind == .alias }

  /// True if a finding has reported the node (tag, undefined alias), so its value isn't checked.
  package func isUnreadable(_ node: NodeID) -> Bool {
    let record = record(node)
    return record.isUnreadable
      || record.kind == .alias && records[Int(record.target)].isUnreadable
  }

  /// True for a mapping with a rejected key (merge key, collection as key), so keys may only seem
  /// to be missing.
  package func hasLostEntries(_ node: NodeID) -> Bool { resolvedRecord(node).hasLostEntries }

  /// The source of the node; `*name` for an alias.
  package func span(_ node: NodeID) -> SourceSpan {
    let record = record(node)
    return SourceSpan(Int(record.start), Int(record.end))
  }

  package func location(_ node: NodeID) -> SourceLocation {
    SourceLocation(file: file, span: span(node))
  }

  /// The style of a scalar, after following aliases.
  package func style(_ node: NodeID) -> ScalarStyle { resolvedRecord(node).style }

  /// The value of a scalar, without quotes and escapes; empty for other nodes. Follows aliases.
  package func text(_ node: NodeID) -> ExactString {
    let record = resolvedRecord(node)
    guard record.kind == .scalar else { return "" }
    let range = record.text(places)
    return record.isCopied ? scratch.text(range) : source.bytes.text(range)
  }

  /// The bytes of a scalar's value, without creating a string; empty for other nodes. Follows
  /// aliases.
  package func textBytes(_ node: NodeID) -> ArraySlice<UInt8> {
    let record = resolvedRecord(node)
    guard record.kind == .scalar else { return [] }
    let range = record.text(places)
    return record.isCopied ? scratch[range] : source.bytes[range]
  }

  /// The length of a scalar's value in bytes; 0 for other nodes. Follows aliases.
  package func textLength(_ node: NodeID) -> Int {
    let record = resolvedRecord(node)
    return record.kind == .scalar ? record.text(places).count : 0
  }

  /// The first byte and the length of a scalar's value; nil if it is empty. Follows aliases.
  package func textStart(_ node: NodeID) -> (first: UInt8, count: Int)? {
    let record = resolvedRecord(node)
    guard record.kind == .scalar else { return nil }
    let range = record.text(places)
    guard !range.isEmpty else { return nil }
    let first = record.isCopied ? scratch[range.lowerBound] : source.bytes[range.lowerBound]
    return (first, range.count)
  }

  /// Returns true if a scalar's value equals a string, without creating one.
  package func text(_ node: NodeID, equals name: String) -> Bool {
    let record = resolvedRecord(node)
    return record.kind == .scalar && text(of: record, equals: name)
  }

  /// The index of the first name that equals a scalar's value.
  package func index(of node: NodeID, among names: [String]) -> Int? {
    let record = resolvedRecord(node)
    guard record.kind == .scalar else { return nil }
    let length = record.text(places).count
    for index in names.indices where names[index].utf8.count == length {
      if text(of: record, equals: names[index]) { return index }
    }
    return nil
  }

  private func text(of scalar: NodeRecord, equals name: String) -> Bool {
    let range = scalar.text(places)
    guard range.count == name.utf8.count else { return false }
    return scalar.isCopied
      ? scratch.holds(name, at: range.lowerBound) : source.bytes.holds(name, at: range.lowerBound)
  }

  /// The number of items of a sequence or entries of a mapping, in linear time. Follows aliases.
  package func count(_ node: NodeID) -> Int {
    var count = 0
    switch kind(node) {
    case .sequence: for _ in items(node) { count += 1 }
    case .mapping: for _ in entries(node) { count += 1 }
    case .scalar, .alias: break
    }
    return count
  }

  /// True for an empty sequence or mapping, and for other nodes. Follows aliases.
  package func isEmpty(_ node: NodeID) -> Bool {
    var (items, entries) = (items(node), entries(node))
    return items.next() == nil && entries.next() == nil
  }

  /// The source of a part of a scalar's value, with escapes; the whole scalar if that is unknown
  /// (block scalars).
  package func span(_ node: NodeID, text range: Range<Int>) -> SourceSpan {
    let record = resolvedRecord(node)
    guard record.kind == .scalar else { return span(node) }
    if record.isCopied {
      return EscapedText(
        scratch[record.text(places)],
        at: SourceSpan(Int(record.start), Int(record.end)), of: source.bytes, style: record.style
      ).span(of: range) ?? span(node)
    }
    let text = record.text(places)
    return SourceSpan(
      text.lowerBound + range.lowerBound, min(text.lowerBound + range.upperBound, text.upperBound))
  }
}

extension SourceTree {
  /// The value of a JSON string; nil for other nodes.
  package func jsonString(_ node: NodeID) -> ExactString? {
    kind(node) == .scalar && style(node) == .jsonString ? text(node) : nil
  }

  /// The value of `true` or `false` in JSON; nil for other nodes.
  package func jsonBool(_ node: NodeID) -> Bool? {
    guard style(node) == .jsonLiteral else { return nil }
    return text(node, equals: "true") ? true : text(node, equals: "false") ? false : nil
  }

  /// The items of a sequence in order; empty for other nodes. Follows aliases.
  package func items(_ node: NodeID) -> Children {
    Children(records: records, upcoming: firstChild(of: node, .sequence))
  }

  /// The entries of a mapping in order; empty for other nodes. Follows aliases.
  package func entries(_ node: NodeID) -> Entries {
    Entries(records: records, upcoming: firstChild(of: node, .mapping))
  }

  private func firstChild(of node: NodeID, _ kind: NodeKind) -> Int32 {
    let node = resolved(node)
    return record(node).kind == kind ? records.firstChild(of: node.index) : -1
  }

  /// The value of the first entry with this key.
  package func value(of key: String, in node: NodeID) -> NodeID? {
    for entry in entries(node) where text(entry.key, equals: key) { return entry.value }
    return nil
  }

  /// Returns true for a key of a mapping.
  func isKey(_ node: NodeID) -> Bool {
    let record = record(node)
    return record.parent >= 0 && record.slot != .value
      && records[Int(record.parent)].kind == .mapping
  }

  /// The mapping or sequence that contains the node; nil for the root.
  package func parent(_ node: NodeID) -> NodeID? {
    let parent = record(node).parent
    return parent < 0 ? nil : NodeID(parent)
  }

  /// The key of a value; nil for items and keys.
  package func key(of node: NodeID) -> NodeID? {
    record(node).slot == .value ? NodeID(node.index - 1) : nil
  }

  /// The items of a sequence, lazily.
  package struct Children: Sequence, IteratorProtocol {
    let records: [NodeRecord]
    var upcoming: Int32
    package mutating func next() -> NodeID? {
      guard upcoming >= 0 else { return nil }
      defer { upcoming = records.next(after: upcoming) }
      return NodeID(upcoming)
    }
  }

  /// The entries of a mapping, lazily.
  package struct Entries: Sequence, IteratorProtocol {
    let records: [NodeRecord]
    var upcoming: Int32
    package mutating func next() -> (key: NodeID, value: NodeID)? {
      guard upcoming >= 0 else { return nil }
      let key = upcoming
      let value = records.next(after: key)
      // A partial tree may have a key without a value.
      guard value >= 0 else { return nil }
      upcoming = records.next(after: value)
      return (NodeID(key), NodeID(value))
    }
  }
}

extension SourceTree {
  /// The path of a node: keys joined by `.`, items as `[0]`, other keys as JSON strings in
  /// brackets; empty for the root. A key has the path of its value.
  ///
  /// Keys of more than 200 bytes are cut, and paths of more than 1,000 bytes at their start.
  /// Otherwise, a key of a megabyte with thousands of findings would produce gigabytes.
  package func path(_ node: NodeID) -> String {
    // Built from the node up to the root, so from the last byte to the first, without intermediate
    // strings.
    var reversed: [UInt8] = []
    reversed.reserveCapacity(64)
    // A plain key is preceded by a dot, unless it is the first.
    var needsDot = false
    func prepend(_ bytes: ArraySlice<UInt8>, isPlain: Bool) {
      if needsDot { reversed.append(UInt8(ascii: ".")) }
      var index = bytes.endIndex
      while index > bytes.startIndex {
        index -= 1
        reversed.append(bytes[index])
      }
      needsDot = isPlain
    }
    var current = node
    while let parent = parent(current) {
      guard reversed.count + (needsDot ? 1 : 0) < 1_000 else {
        prepend(Array("…".utf8)[...], isPlain: false)
        break
      }
      switch record(current).slot {
      case .item(let position):
        prepend(Array(("[" + String(position) + "]").utf8)[...], isPlain: false)
      case .key, .value, .dropped:
        let key = key(of: current) ?? current
        let bytes = textBytes(key)
        if bytes.count <= 200, Self.isPlain(bytes) {
          prepend(bytes, isPlain: true)
        } else {
          prepend(Array(Self.component(prefix(of: key)).utf8)[...], isPlain: false)
        }
      }
      current = parent
    }
    reversed.reverse()
    return String(decoding: reversed, as: UTF8.self)
  }

  /// A key, or its first bytes if it is longer than a path shows.
  private func prefix(of key: NodeID) -> ExactString {
    let record = resolvedRecord(key)
    guard record.kind == .scalar else { return "" }
    let range = record.text(places).prefix(1_000)
    return record.isCopied
      ? ExactString(decoding: scratch[range]) : ExactString(decoding: source.bytes[range])
  }

  /// A component of a path with its separator.
  package static func component(_ key: ExactString) -> String {
    let isPlain = Self.isPlain(key.utf8)
    let text = DisplayText.shortened(key.string, to: 200)
    return isPlain && text.utf8.count == key.utf8.count
      ? "." + text : "[" + JSONValue.string(text).text() + "]"
  }

  /// Returns true for a key that needs no brackets.
  private static func isPlain(_ key: some Collection<UInt8>) -> Bool {
    !key.isEmpty
      && key.allSatisfy {
        PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "~")
      }
  }
}
