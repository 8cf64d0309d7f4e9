/// Builds a tree from nodes in file order, and reports duplicate keys.
struct TreeBuilder {
  /// An open sequence or mapping.
  struct Frame {
    var node: Int32
    var lastChild: Int32 = -1
    /// The number of items of a sequence or entries of a mapping.
    var count = 0
    /// Written in brackets or braces.
    var isFlow = false
    /// In a mapping: the key whose value comes next; -1 if a key comes next.
    var key: Int32 = -1
    /// Whether to drop the next value because its key was rejected.
    var dropsValue = false
    /// Whether it is or is in a rejected key or its value, so further errors aren't reported.
    var isDropped = false
    /// The number of nodes after resolving aliases; saturates.
    var size = 1
    /// The maximum end of the nodes below, including dropped ones.
    var end = 0
  }

  private struct Key {
    var node: Int32
    var text: Range<Int>
    var isCopied: Bool
  }

  let file: FileID
  let source: SourceFile
  private let language: SourceLanguage
  var records: [NodeRecord] = []
  private var places: [NodeRecord.TextPlace] = []
  var scratch: [UInt8] = []
  private var isComplete = true
  var diagnostics: [Diagnostic] = []
  var frames: [Frame] = []
  /// The keys of a closed mapping; the buffer is reused.
  private var keys: [Key] = []
  /// The rule of duplicate keys.
  let duplicateRule: RuleID
  private let findings: Int

  init(
    file: FileID, source: SourceFile, language: SourceLanguage,
    limits: ReadingLimits = ReadingLimits(), duplicateRule: RuleID? = nil
  ) {
    findings = limits.findings
    self.file = file
    self.source = source
    self.language = language
    self.duplicateRule =
      duplicateRule ?? (language == .yaml ? "yaml-duplicate-key" : "json-syntax")
    // A node takes about ten bytes of YAML or JSON. Reserved memory that isn't used costs nothing,
    // and growing by doubling would keep all nodes twice.
    records.reserveCapacity(source.bytes.count / 8 + 4)
  }

  /// The nodes so far.
  var tree: SourceTree {
    SourceTree(
      file: file, source: source, language: language, isComplete: isComplete,
      records: records, places: places, scratch: scratch)
  }

  /// True if the next node is a key.
  @inline(__always) var expectsKey: Bool {
    guard let frame = frames.last else { return false }
    return records[Int(frame.node)].kind == .mapping && frame.key < 0 && !frame.dropsValue
  }

  /// True if the next node belongs to a dropped entry.
  @inline(__always) var isDropping: Bool {
    frames.last.map { $0.isDropped || $0.dropsValue } ?? false
  }

  /// Creates the record of a scalar.
  ///
  /// - Parameter text: the range of its value, in the file or in `scratch`.
  mutating func scalar(
    _ style: ScalarStyle, at span: SourceSpan, text: Range<Int>, isCopied: Bool = false
  ) -> NodeRecord {
    var record = NodeRecord(
      kind: .scalar, style: style, start: UInt32(span.start), end: UInt32(span.end))
    if isCopied || record.ownText != text {
      record.setText(place: places.count, isCopied: isCopied)
      places.append(.init(start: UInt32(text.lowerBound), end: UInt32(text.upperBound)))
    }
    return record
  }

  /// Adds a node to the open frame and returns its index.
  @discardableResult
  mutating func add(_ new: NodeRecord, size: Int = 1, refusingKey: Bool = false) -> Int32 {
    var record = new
    let index = Int32(records.count)
    let top = frames.count - 1
    guard top >= 0 else {
      records.append(record)
      return index
    }
    let frame = frames[top]
    let node = Int(frame.node)
    record.parent = frame.node
    frames[top].size = min(frame.size + size, Int(Int32.max))
    frames[top].end = max(frame.end, Int(record.end))
    let isMapping = records[node].kind == .mapping
    if isMapping && frame.dropsValue {
      frames[top].dropsValue = false
      record.slot = .dropped
    } else if isMapping && frame.key < 0 && refusingKey {
      frames[top].dropsValue = true
      records[node].hasLostEntries = true
      record.slot = .dropped
    } else {
      if isMapping, frame.key < 0 {
        frames[top].key = index
        record.slot = .key
      } else {
        record.slot = isMapping ? .value : .item(Int32(clamping: frame.count))
        frames[top].key = -1
        frames[top].count += 1
      }
      if frame.lastChild >= 0 { records.set(follower: index, of: frame.lastChild) }
      frames[top].lastChild = index
    }
    records.append(record)
    return index
  }

  /// Opens a sequence or mapping.
  mutating func open(
    _ record: NodeRecord, refusingKey: Bool = false, isFlow: Bool = false
  ) -> Int32 {
    let isDropped = refusingKey || isDropping
    let index = add(record, refusingKey: refusingKey)
    frames.append(Frame(node: index, isFlow: isFlow, isDropped: isDropped))
    return index
  }

  /// Closes the innermost frame and returns its size. If `end` is nil, it ends with its last child.
  @discardableResult
  mutating func close(end: Int?) -> Int {
    guard let frame = frames.popLast() else { return 0 }
    let node = Int(frame.node)
    if let end {
      records[node].end = UInt32(end)
    } else {
      records[node].end = max(records[node].end, UInt32(frame.end))
    }
    if records[node].isDropped { records.set(follower: Int32(records.count), of: frame.node) }
    if records[node].kind == .mapping { reportDuplicates(NodeID(frame.node), count: frame.count) }
    if let parent = frames.indices.last {
      frames[parent].size = min(frames[parent].size + frame.size, Int(Int32.max))
      frames[parent].end = max(frames[parent].end, Int(records[node].end))
    }
    return frame.size
  }

  /// Closes open frames when a reader stops early. A root that is already closed is complete.
  mutating func closeUnfinished() {
    isComplete = frames.isEmpty && !records.isEmpty
    // A plain scalar may continue on the next line: if the text after it can't be read, it usually
    // includes the line with the mistake.
    if !isComplete, let last = records.indices.last, records[last].kind == .scalar,
      source.bytes[Int(records[last].start)..<Int(records[last].end)].contains(UInt8(ascii: "\n"))
    {
      records[last].isUnreadable = true
    }
    while !frames.isEmpty { close(end: nil) }
  }

  mutating func report(
    _ rule: RuleID, _ span: SourceSpan, _ message: String, help: String? = nil,
    notes: [Diagnostic.Note] = [], path: String = "", fixes: [Fix] = []
  ) {
    guard diagnostics.count < findings else { return }
    let isLast = diagnostics.count == findings - 1
    diagnostics.append(
      Diagnostic(
        rule: isLast ? "yaml-limit" : rule, severity: .error,
        message: isLast ? "more than \(findings) findings; the rest is left out" : message,
        help: isLast ? nil : help,
        location: SourceLocation(file: file, span: span), path: path,
        notes: isLast ? [] : notes, fixes: isLast ? [] : fixes))
  }

  /// Mappings with more keys are compared with a hash table instead of pair by pair.
  private static let smallMapping = 12

  private mutating func reportDuplicates(_ mapping: NodeID, count: Int) {
    guard count > 1 else { return }
    if count <= Self.smallMapping {
      collectKeys(of: mapping.index)
      for later in keys.indices {
        for earlier in 0..<later where haveSameText(keys[earlier], keys[later]) {
          report(duplicate: NodeID(keys[later].node), of: NodeID(keys[earlier].node), tree)
          break
        }
      }
    } else {
      // Released before the next node is added, so the arrays aren't copied.
      let tree = tree
      var seen: [ExactString: NodeID] = [:]
      seen.reserveCapacity(count)
      for (key, _) in tree.entries(mapping) {
        let text = tree.text(key)
        if let first = seen[text] {
          report(duplicate: key, of: first, tree)
        } else {
          seen[text] = key
        }
      }
    }
  }

  /// Collects the keys of all complete entries of a mapping.
  private mutating func collectKeys(of mapping: Int32) {
    keys.removeAll(keepingCapacity: true)
    var key = records.firstChild(of: mapping)
    while key >= 0 {
      let value = records.next(after: key)
      guard value >= 0 else { return }
      var record = records[Int(key)]
      if record.kind == .alias { record = records[Int(record.target)] }
      if record.kind == .scalar {
        keys.append(Key(node: key, text: record.text(places), isCopied: record.isCopied))
      }
      key = records.next(after: value)
    }
  }

  /// Compares two keys without creating strings.
  private func haveSameText(_ first: Key, _ second: Key) -> Bool {
    guard first.text.count == second.text.count else { return false }
    for offset in 0..<first.text.count
    where byte(of: first, at: offset) != byte(of: second, at: offset) { return false }
    return true
  }

  private func byte(of key: Key, at offset: Int) -> UInt8 {
    let index = key.text.lowerBound + offset
    return key.isCopied ? scratch[index] : source.bytes[index]
  }

  private mutating func report(
    duplicate key: NodeID, of first: NodeID, _ tree: SourceTree
  ) {
    report(
      duplicateRule, tree.span(key),
      "duplicate key \(DisplayText.quoted(tree.path(key)))",
      help: "remove one of them", notes: [.init("first defined here", at: tree.location(first))],
      path: tree.path(key))
  }
}
