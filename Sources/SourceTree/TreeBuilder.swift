import Diagnostics
import TextSupport

/// Puts nodes into an arena as they arrive, and reports keys that stand twice.
struct TreeBuilder {
  /// A sequence or mapping whose end has not come.
  struct Frame {
    var node: Int32
    var lastChild: Int32 = -1
    /// In a mapping: the key whose value comes next; -1 when a key comes next.
    var key: Int32 = -1
    /// The entry cannot be kept: its key was refused.
    var dropsValue = false
    /// The frame is a refused key, its value, or within one: its own faults follow from the first.
    var isDropped = false
    /// Nodes below, aliases written out; saturates.
    var size = 1
    /// The largest end of what was read below, kept or not.
    var end = 0
  }

  var tree: SourceTree
  var diagnostics: [Diagnostic] = []
  var frames: [Frame] = []
  /// The rule that reports a key that stands twice.
  let duplicateRule: RuleID
  private let findings: Int

  init(
    file: FileID, source: SourceFile, language: SourceLanguage,
    limits: ReadingLimits = ReadingLimits()
  ) {
    findings = limits.findings
    tree = SourceTree(file: file, source: source, language: language)
    duplicateRule = language == .yaml ? "yaml-duplicate-key" : "json-syntax"
    // A node takes about twenty bytes of YAML or JSON.
    tree.records.reserveCapacity(source.bytes.count / 20 + 4)
  }

  /// True when the next node is a key of a mapping.
  var expectsKey: Bool {
    guard let frame = frames.last else { return false }
    return tree.records[Int(frame.node)].kind == .mapping && frame.key < 0 && !frame.dropsValue
  }

  /// True when the next node belongs to an entry that is not kept.
  var isDropping: Bool { frames.last.map { $0.isDropped || $0.dropsValue } ?? false }

  /// Adds a node below the open frame; returns its number.
  @discardableResult
  mutating func add(_ new: SourceTree.Record, size: Int = 1, refusingKey: Bool = false) -> Int32 {
    var record = new
    let index = Int32(tree.records.count)
    guard var frame = frames.popLast() else {
      tree.records.append(record)
      return index
    }
    record.parent = frame.node
    frame.size = min(frame.size + size, Int(Int32.max))
    frame.end = max(frame.end, Int(record.end))
    let isMapping = tree.records[Int(frame.node)].kind == .mapping
    if isMapping && frame.dropsValue {
      frame.dropsValue = false
    } else if isMapping && frame.key < 0 && refusingKey {
      frame.dropsValue = true
      tree.records[Int(frame.node)].hasLostEntries = true
    } else {
      if isMapping, frame.key >= 0 {
        record.slot = frame.key
        frame.key = -1
        tree.records[Int(frame.node)].count += 1
      } else if isMapping {
        frame.key = index
      } else {
        record.slot = tree.records[Int(frame.node)].count
        tree.records[Int(frame.node)].count += 1
      }
      if frame.lastChild < 0 {
        tree.records[Int(frame.node)].firstChild = index
      } else {
        tree.records[Int(frame.lastChild)].next = index
      }
      frame.lastChild = index
    }
    frames.append(frame)
    tree.records.append(record)
    return index
  }

  /// Opens a sequence or mapping.
  mutating func open(_ record: SourceTree.Record, refusingKey: Bool = false) -> Int32 {
    let isDropped = refusingKey || isDropping
    let index = add(record, refusingKey: refusingKey)
    frames.append(Frame(node: index, isDropped: isDropped))
    return index
  }

  /// Closes the innermost frame; `end` nil means after its last child. Returns its size.
  @discardableResult
  mutating func close(end: Int?) -> Int {
    guard let frame = frames.popLast() else { return 0 }
    let node = Int(frame.node)
    if let end {
      tree.records[node].end = UInt32(end)
    } else {
      tree.records[node].end = max(tree.records[node].end, UInt32(frame.end))
    }
    if tree.records[node].kind == .mapping { reportDuplicates(NodeID(frame.node)) }
    if let parent = frames.indices.last {
      frames[parent].size = min(frames[parent].size + frame.size, Int(Int32.max))
      frames[parent].end = max(frames[parent].end, Int(tree.records[node].end))
    }
    return frame.size
  }

  /// Closes what is still open when a reader stops before the end. A root that was closed already
  /// is complete, whatever follows it.
  mutating func abandon() {
    tree.isComplete = frames.isEmpty && tree.root != nil
    // A plain scalar goes on over line ends: where the text after it cannot be read, the line that is
    // wrong was most often swallowed by it.
    if !tree.isComplete, let last = tree.records.indices.last,
      tree.records[last].kind == .scalar,
      tree.source.bytes[Int(tree.records[last].start)..<Int(tree.records[last].end)]
        .contains(UInt8(ascii: "\n"))
    {
      tree.records[last].isUnreadable = true
    }
    while !frames.isEmpty { close(end: nil) }
  }

  mutating func report(
    _ rule: RuleID, _ span: Span, _ message: String, help: String? = nil,
    notes: [Diagnostic.Note] = [], path: String = "", fixes: [Fix] = []
  ) {
    guard diagnostics.count < findings else { return }
    let isLast = diagnostics.count == findings - 1
    diagnostics.append(
      Diagnostic(
        rule: isLast ? "yaml-limit" : rule, severity: .error,
        message: isLast ? "more than \(findings) findings; the rest is left out" : message,
        help: isLast ? nil : help,
        location: SourceLocation(file: tree.file, span: span), path: path,
        notes: isLast ? [] : notes, fixes: isLast ? [] : fixes))
  }

  /// Up to this many keys are compared pair by pair; more go through a table.
  private static let smallMapping = 12

  private mutating func reportDuplicates(_ mapping: NodeID) {
    let count = tree.count(mapping)
    guard count > 1 else { return }
    if count <= Self.smallMapping {
      let keys = tree.entries(mapping).map { $0.key }
      for later in 1..<keys.count {
        for earlier in 0..<later where tree.sameText(keys[earlier], keys[later]) {
          report(duplicate: keys[later], of: keys[earlier])
          break
        }
      }
    } else {
      var seen: [ExactString: NodeID] = [:]
      seen.reserveCapacity(count)
      for (key, _) in tree.entries(mapping) {
        let text = tree.text(key)
        if let first = seen[text] {
          report(duplicate: key, of: first)
        } else {
          seen[text] = key
        }
      }
    }
  }

  private mutating func report(duplicate key: NodeID, of first: NodeID) {
    report(
      duplicateRule, tree.span(key),
      "the key \(UTF8Text.quoted(tree.text(key).string)) stands twice in this mapping",
      help: "keep one of the two", notes: [.init("first here", at: tree.location(first))],
      path: tree.path(key))
  }
}

extension SourceTree {
  /// Equal text of two scalars, without making strings.
  func sameText(_ a: NodeID, _ b: NodeID) -> Bool {
    let left = records[Int(resolved(a).index)]
    let right = records[Int(resolved(b).index)]
    let length = left.textEnd - left.textStart
    guard left.kind == .scalar, right.kind == .scalar, length == right.textEnd - right.textStart
    else { return false }
    if left.isCopied || right.isCopied { return text(a) == text(b) }
    for offset in 0..<length
    where source.bytes[Int(left.textStart + offset)] != source.bytes[Int(right.textStart + offset)]
    {
      return false
    }
    return true
  }
}
