package import PolicyText

extension Findings {
  /// A fix that replaces a range of a scalar's value; none if the value is escaped in the file or an alias.
  package func replacing(
    _ node: NodeID, text range: Range<Int>, by text: String, _ title: String, isSafe: Bool
  ) -> [Fix] {
    let span = tree.span(node, text: range)
    guard !tree.isAlias(node), span.end - span.start == range.count,
      // The new first character of a plain scalar could change its meaning in YAML.
      range.lowerBound > 0 || tree.style(node) != .plain
    else { return [] }
    return [
      Fix(
        title, isSafe: isSafe,
        edits: [.init(SourceLocation(file: tree.file, span: span), text)])
    ]
  }

  /// A fix that replaces a whole scalar and keeps plain scalars plain; none for an alias.
  package func replacing(
    _ node: NodeID, by text: String, _ title: String, isSafe: Bool
  ) -> [Fix] {
    guard !tree.isAlias(node) else { return [] }
    let written = tree.style(node) == .plain ? text : JSONValue.string(text).text()
    return [Fix(title, isSafe: isSafe, edits: [.init(tree.location(node), written)])]
  }

  /// Reports a name with a fix that replaces it with the correct name, or without a fix and with
  /// `help`.
  ///
  /// - Parameters:
  ///   - verb: the start of the fix's title.
  ///   - isFree: false if the object already has the other name.
  mutating func report(
    _ node: NodeID, severity: Severity? = nil, _ message: String, near: String?,
    help: String? = nil,
    verb: String = "write", isFree: Bool = true, isMinor: Bool = false
  ) {
    let fixes = near.map { replacing(node, by: $0, "\(verb) `\($0)`", isSafe: false) } ?? []
    report(
      node, severity: severity, message, help: near.map { "did you mean `\($0)`?" } ?? help,
      fixes: isFree ? fixes : [], isMinor: isMinor)
  }

  /// A fix that removes an item and its comma from a JSON array; none for the only item.
  func removingItem(_ item: NodeID, _ title: String, isSafe: Bool) -> [Fix] {
    guard let (items, index) = tree.arrayPosition(of: item), items.count > 1 else { return [] }
    let range =
      index > 0
      ? tree.span(items[index - 1]).end..<tree.span(item).end
      : tree.span(item).start..<tree.span(items[1]).start
    return [Fix(title, isSafe: isSafe, edits: [tree.edit(range, "")])]
  }

  /// A fix that moves items of a JSON array before an earlier one; none if anything but one comma and
  /// whitespace precedes one of them.
  func movingItems(_ items: [NodeID], before other: NodeID, _ title: String) -> [Fix] {
    let bytes = tree.source.bytes
    let start = tree.span(other).start
    var text = ""
    var removals: [Fix.Edit] = []
    for item in items {
      guard let (all, index) = tree.arrayPosition(of: item),
        let target = all.firstIndex(of: other), target < index
      else { return [] }
      let span = tree.span(item)
      let gap = tree.span(all[index - 1]).end..<span.start
      guard let comma = bytes[gap].firstIndex(of: UInt8(ascii: ",")),
        bytes[gap].allSatisfy({ [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains($0) })
      else { return [] }
      let whitespace = bytes[(comma + 1)..<span.start]
      text += tree.source.text(span) + "," + String(decoding: whitespace, as: UTF8.self)
      removals.append(tree.edit(gap.lowerBound..<span.end, ""))
    }
    return [Fix(title, isSafe: false, edits: [tree.edit(start..<start, text)] + removals)]
  }
}

extension SourceTree {
  func edit(_ range: Range<Int>, _ text: String) -> Fix.Edit {
    Fix.Edit(SourceLocation(file: file, span: SourceSpan(range.lowerBound, range.upperBound)), text)
  }

  /// The items of a JSON array and the index of one of them.
  fileprivate func arrayPosition(of item: NodeID) -> (items: [NodeID], index: Int)? {
    guard language == .json, let list = parent(item), kind(list) == .sequence else { return nil }
    let items = Array(items(list))
    return items.firstIndex(of: item).map { (items, $0) }
  }
}

extension RuleContext {
  /// A fix that removes a list item or a key with its comma or its line; none if the layout is ambiguous.
  func removing(_ node: NodeID, _ title: String, isSafe: Bool) -> [Fix] {
    let span = tree.span(node)
    let start = tree.key(of: node).map { tree.span($0).start } ?? span.start
    let bytes = tree.source.bytes
    guard start < span.end, span.end <= bytes.count,
      let range = wholeLine(start..<span.end, bytes) ?? flowItem(start..<span.end, bytes)
    else { return [] }
    return [Fix(title, isSafe: isSafe, edits: [tree.edit(range, "")])]
  }

  /// The whole line, if it contains nothing else but a comment.
  private func wholeLine(_ item: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    // Scans only whitespace around the item: a line may contain thousands of items.
    var first = item.lowerBound
    while first > 0, Self.isBlank(bytes[first - 1]) { first -= 1 }
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") { first -= 1 }
    while first > 0, Self.isBlank(bytes[first - 1]) { first -= 1 }
    guard first == 0 || bytes[first - 1] == 0x0A else { return nil }
    var last = item.upperBound
    while last < bytes.count, Self.isBlank(bytes[last]) { last += 1 }
    guard last == bytes.count || bytes[last] == 0x0A || bytes[last] == UInt8(ascii: "#"),
      !bytes[item].contains(0x0A)
    else { return nil }
    return first..<(bytes[last...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count)
  }

  /// An item of a list in brackets with the comma before it, or else the comma after it.
  private func flowItem(_ item: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    let (start, end) = (item.lowerBound, item.upperBound)
    if let comma = bytes[..<start].lastIndex(where: { !Self.isBlank($0) }),
      bytes[comma] == UInt8(ascii: ",")
    {
      return comma..<end
    }
    guard let comma = bytes[end...].firstIndex(where: { !Self.isBlank($0) }),
      bytes[comma] == UInt8(ascii: ",")
    else { return nil }
    let next = bytes[(comma + 1)...].firstIndex { !Self.isBlank($0) } ?? bytes.count
    return start..<next
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
