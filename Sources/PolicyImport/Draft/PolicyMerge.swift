package import PolicyText
import PolicyModel

/// Adds missing values of a draft to a policy, with edits that keep its comments and layout.
///
/// Adds only missing keys. Existing lists stay unchanged; findings name the items that they lack.
package struct PolicyMerge {
  /// Insertions, in the order of the file.
  package private(set) var edits: [(offset: Int, text: String)] = []
  /// Values that differ from the policy.
  package private(set) var findings: [Diagnostic] = []
  private let tree: SourceTree
  private var draft: DraftNode

  package init(_ draft: PolicyDraft, into tree: SourceTree) {
    self.tree = tree
    self.draft = draft.root
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    adoptIDs(root)
    for entry in self.draft.entries where entry.key != "linkpolicy" && entry.key != "name" {
      guard let section = value(entry.key, in: root) else {
        insertSection(entry, into: root)
        continue
      }
      fill(section, entry.value)
    }
    edits.sort { $0.offset < $1.offset }
  }

  /// The file with all edits.
  package var text: [UInt8] {
    let bytes = tree.source.bytes
    var output: [UInt8] = []
    var copied = 0
    for edit in edits {
      output += bytes[copied..<edit.offset]
      output += edit.text.utf8
      copied = edit.offset
    }
    return output + bytes[copied...]
  }

  private func value(_ key: ExactString, in node: NodeID) -> NodeID? {
    tree.value(of: key.string, in: node)
  }

  // MARK: IDs

  /// Uses the policy's IDs for apps and clients that it has, and unused IDs for new ones.
  private mutating func adoptIDs(_ root: NodeID) {
    for (section, identify) in [
      ("apps", identityOfApp), ("clients", identityOfClient),
    ] as [(String, (Part) -> Set<ExactString>)] {
      guard let existing = value(ExactString(section), in: root) else { continue }
      var known: [ExactString: ExactString] = [:]
      // IDs of entries that have an identity.
      var taken: Set<ExactString> = []
      var ids: Set<ExactString> = []
      for (key, node) in tree.entries(existing) {
        let identities = identify(.tree(node))
        ids.insert(tree.text(key))
        if !identities.isEmpty { taken.insert(tree.text(key)) }
        for identity in identities { known[identity] = tree.text(key) }
      }
      var names: [ExactString: ExactString] = [:]
      for entry in draft[section]?.entries ?? [] {
        let identities = identify(.draft(entry.value))
        if let id = identities.sorted().lazy.compactMap({ known[$0] }).first {
          names[entry.key] = id
        } else if !identities.isEmpty, taken.contains(entry.key) {
          var number = 2
          while ids.contains(ExactString("\(entry.key.string)-\(number)")) { number += 1 }
          names[entry.key] = ExactString("\(entry.key.string)-\(number)")
        }
      }
      rename(names, in: section)
    }
  }

  /// A node of the policy or of the draft.
  private enum Part {
    case tree(NodeID)
    case draft(DraftNode)
  }

  private func text(_ part: Part, _ key: String) -> [ExactString] {
    switch part {
    case .tree(let node):
      guard let value = tree.value(of: key, in: node) else { return [] }
      return tree.kind(value) == .mapping
        ? tree.entries(value).map { tree.text($0.value) } : [tree.text(value)]
    case .draft(let node):
      guard let value = node[key] else { return [] }
      return value.text.map { [$0] } ?? value.entries.compactMap(\.value.text)
    }
  }

  private func identityOfApp(_ part: Part) -> Set<ExactString> {
    let prefix = text(part, "app_id_prefix").first ?? text(part, "team_id").first ?? ""
    let bundles = text(part, "bundle_id").map { ExactString("\(prefix.string).\($0.string)") }
    return Set(bundles + text(part, "package_name").map { ExactString("android \($0.string)") })
  }

  private func identityOfClient(_ part: Part) -> Set<ExactString> { Set(text(part, "client_id")) }

  private mutating func rename(_ names: [ExactString: ExactString], in section: String) {
    guard !names.isEmpty, case .mapping(var sections) = draft.content else { return }
    for index in sections.indices {
      if sections[index].key == ExactString(section),
        case .mapping(var blocks) = sections[index].value.content
      {
        for block in blocks.indices {
          blocks[block].key = names[blocks[block].key] ?? blocks[block].key
        }
        sections[index].value.content = .mapping(blocks)
      } else if section == "apps" {
        sections[index].value = sections[index].value.renamingApps(names)
      }
    }
    draft.content = .mapping(sections)
  }

  // MARK: filling

  private mutating func fill(_ node: NodeID, _ wanted: DraftNode) {
    switch (tree.kind(node), wanted.content) {
    // The policy's secret reference is deliberate; the imported name is only a default.
    case (.mapping, .mapping) where isReference(node): break
    case (.mapping, .mapping(let entries))
    where Self.arePerEnvironment(entries) != isPerEnvironment(node):
      if isPerEnvironment(node) {
        for entry in tree.entries(node) { fill(entry.value, wanted) }
      } else {
        for entry in entries { fill(node, entry.value) }
      }
    case (.mapping, .mapping(let entries)): fill(mapping: node, entries)
    case (.sequence, .list(let items)):
      let missing = items.filter { item in !tree.items(node).contains { isSame($0, item) } }
      report(missing, node)
    case (.scalar, .scalar):
      if tree.isNull(node) {
        insert(" \(YAMLScalar.text(wanted.text ?? "", isFlow: false))", at: tree.span(node).end)
      } else if !isSame(node, wanted) {
        report([wanted], node)
      }
    // One side has a single value, the other one value per environment.
    case (_, .mapping(let entries)) where Self.arePerEnvironment(entries):
      if tree.kind(node) == .scalar, tree.isNull(node) {
        insert(below: node, entries)
      } else {
        for entry in entries { fill(node, entry.value) }
      }
    case (.mapping, _):
      for entry in tree.entries(node) where Self.isEnvironment(tree.text(entry.key)) {
        fill(entry.value, wanted)
      }
    case (.scalar, .mapping(let entries)) where tree.isNull(node): insert(below: node, entries)
    default: report([wanted], node)
    }
  }

  private static func arePerEnvironment(_ entries: [DraftEntry]) -> Bool {
    !entries.isEmpty && entries.allSatisfy { isEnvironment($0.key) }
  }

  private func isPerEnvironment(_ node: NodeID) -> Bool {
    !tree.isEmpty(node) && tree.entries(node).allSatisfy { Self.isEnvironment(tree.text($0.key)) }
  }

  private func isReference(_ node: NodeID) -> Bool {
    tree.count(node) == 1
      && tree.entries(node).allSatisfy { ["env", "file", "secret"].contains(tree.text($0.key)) }
  }

  private static func isEnvironment(_ key: ExactString) -> Bool {
    key == "prod" || key == "sandbox"
  }

  private mutating func fill(mapping node: NodeID, _ entries: [DraftEntry]) {
    var missing: [DraftEntry] = []
    for entry in entries {
      if let known = value(entry.key, in: node) {
        fill(known, entry.value)
      } else if entry.key == "environment" || entry.key == "provider" || entry.key == "type",
        !tree.isEmpty(node)
      {
        // These keys have defaults.
        continue
      } else {
        missing.append(entry)
      }
    }
    guard !missing.isEmpty else { return }
    insert(missing, into: node)
  }

  private func isSame(_ node: NodeID, _ wanted: DraftNode) -> Bool {
    switch wanted.content {
    case .scalar(let text, _): return tree.kind(node) == .scalar && tree.text(node) == text
    case .list(let items):
      let present = Array(tree.items(node))
      return present.count == items.count && zip(present, items).allSatisfy { isSame($0, $1) }
    case .mapping(let entries):
      guard tree.kind(node) == .mapping, tree.count(node) == entries.count else { return false }
      return entries.allSatisfy { entry in
        value(entry.key, in: node).map { isSame($0, entry.value) } ?? false
      }
    }
  }

  private mutating func report(_ missing: [DraftNode], _ node: NodeID) {
    for item in missing {
      guard let origin = item.allOrigins.first else { continue }
      let text = item.text.map { DisplayText.quoted($0.string) } ?? "this entry"
      let path = tree.path(node)
      findings.append(
        ImportRule.conflict.finding(
          "`\(path)` in the policy has a different value than the source, which has \(text)",
          at: origin, help: "change the policy, or pass `--map 'GLOB=drop'`",
          notes: [.init("in the policy", at: tree.location(node))]))
    }
  }

  // MARK: inserting

  private mutating func insertSection(_ entry: DraftEntry, into root: NodeID) {
    let order = MappingShape.policy.names.map { ExactString($0) }
    let place = order.firstIndex(of: entry.key) ?? order.count
    // After the last section that precedes it in schema order.
    let before = tree.entries(root).filter { existing in
      (order.firstIndex(of: tree.text(existing.key)) ?? 0) < place
    }
    guard let last = before.last else { return }
    insert(lines: "\n" + PolicyWriter.write([entry], indent: 0), after: last.value)
  }

  private mutating func insert(_ entries: [DraftEntry], into node: NodeID) {
    let span = tree.span(node)
    if tree.source.bytes[span.start] == UInt8(ascii: "{") {
      let text = PolicyWriter.flow(entries)
      let close = span.end - 1
      guard !tree.isEmpty(node) else { return insert(" \(text) ", at: close) }
      // After the last value, before a space before the brace.
      let last = tree.entries(node).map { tree.span($0.value).end }.max() ?? close
      return insert(", \(text)", at: last)
    }
    let present = Array(tree.entries(node))
    guard let first = present.first, let last = present.last else { return }
    insert(
      lines: PolicyWriter.write(entries, indent: column(of: first.key)), after: last.value)
  }

  /// Inserts a block as the value of a key without a value.
  private mutating func insert(below node: NodeID, _ entries: [DraftEntry]) {
    guard let key = tree.key(of: node) else { return }
    insert(lines: PolicyWriter.write(entries, indent: column(of: key) + 2), after: node)
  }

  private func column(of key: NodeID) -> Int {
    let start = tree.span(key).start
    return start - tree.source.lineSpan(tree.source.lineIndex(of: start)).start
  }

  /// Whole lines after that on which a value ends.
  private mutating func insert(lines: String, after value: NodeID) {
    let bytes = tree.source.bytes
    let end = Self.lastByte(of: value, in: tree)
    let line = tree.source.lineIndex(of: max(end - 1, 0))
    let next =
      line + 1 < tree.source.lineStarts.count ? Int(tree.source.lineStarts[line + 1]) : bytes.count
    let isBroken = next > 0 && bytes[next - 1] == 0x0A
    insert((isBroken ? "" : "\n") + lines, at: next)
  }

  /// After the last non-whitespace byte of a node: block scalars include empty lines.
  private static func lastByte(of node: NodeID, in tree: SourceTree) -> Int {
    var end = tree.span(node).end
    let start = tree.span(node).start
    while end > start, " \t\r\n".utf8.contains(tree.source.bytes[end - 1]) { end -= 1 }
    return end
  }

  private mutating func insert(_ text: String, at offset: Int) {
    if let last = edits.indices.last(where: { edits[$0].offset == offset }) {
      edits[last].text += text
    } else {
      edits.append((offset, text))
    }
  }
}

extension DraftNode {
  /// The node with the app IDs replaced.
  fileprivate func renamingApps(_ names: [ExactString: ExactString]) -> DraftNode {
    mapChildren { key, child in
      let isReference = ["apps", "app", "credentials", "app_clips", "handoff", "bundle_apps"]
        .contains(key?.string)
      return isReference ? child.renaming(names) : child.renamingApps(names)
    }
  }

  private func renaming(_ names: [ExactString: ExactString]) -> DraftNode {
    var node = mapChildren { _, child in child.renaming(names) }
    if case .scalar(let text, let isText) = content {
      node.content = .scalar(names[text] ?? text, isText: isText)
    }
    return node
  }
}
