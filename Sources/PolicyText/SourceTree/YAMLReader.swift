/// Reads YAML 1.1 with libyaml into a tree with byte ranges.
///
/// Reports files that aren't UTF-8, tags, merge keys, directives, further documents, keys that aren't scalars, and
/// exceeded limits.
package enum YAMLReader {
  /// Reads as much of a file as possible; never throws.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var builder = TreeBuilder(file: file, source: source, language: .yaml, limits: limits)
    if source.bytes.count > limits.bytes {
      builder.report(
        "yaml-limit", SourceSpan(0, 0), "the file has more than \(limits.bytes) bytes",
        help: "split the policy into several files")
      builder.closeUnfinished()
    } else if let bad = source.firstByteThatIsNotUTF8() {
      builder.report(
        "yaml-encoding", SourceSpan(bad.offset, bad.offset + 1), bad.message,
        help: "save the file as UTF-8")
      builder.closeUnfinished()
    } else if let line = source.lineOfDirective(after: limits.directives) {
      builder.report(
        "yaml-limit", source.lineSpan(line), "more than \(limits.directives) directives",
        help: "remove the lines that start with `%`")
      builder.closeUnfinished()
    } else {
      var parser = Parser(builder: builder, limits: limits)
      unsafe source.bytes.withUnsafeBufferPointer { bytes in
        // libyaml needs an address even for zero bytes.
        guard !bytes.isEmpty else { return }
        guard let events = unsafe YAMLEvents(bytes) else { return parser.builder.closeUnfinished() }
        parser.run(events)
      }
      builder = parser.builder
    }
    return ReadResult(tree: builder.tree, diagnostics: builder.diagnostics)
  }
}

extension SourceFile {
  /// The line of the directive after a number of others; nil if the document has fewer.
  func lineOfDirective(after limit: Int) -> Int? {
    var count = 0
    for (line, start) in lineStarts.enumerated() {
      var index = line == 0 ? byteOrderMarkLength : Int(start)
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: "%") {
        if count == limit { return line }
        count += 1
        continue
      }
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      guard
        index == bytes.count || bytes[index] == 0x0A || bytes[index] == 0x0D
          || bytes[index] == UInt8(ascii: "#")
      else { return nil }
    }
    return nil
  }

  /// The first byte that isn't UTF-8.
  func firstByteThatIsNotUTF8() -> (offset: Int, message: String)? {
    let isUTF16 =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes.count >= 4 && (bytes[0] == 0) != (bytes[1] == 0)
        && (bytes[2] == 0) != (bytes[3] == 0)
        && (bytes[0] == 0) == (bytes[2] == 0))
    if isUTF16 { return (0, "file must be UTF-8, found UTF-16") }
    guard !isASCII, let offset = DisplayText.firstInvalidByte(of: bytes) else { return nil }
    let hex = String(bytes[offset], radix: 16, uppercase: true)
    return (
      offset,
      "file must be UTF-8, found byte 0x\(hex.count == 1 ? "0" : "")\(hex) at offset \(offset)"
    )
  }
}

/// Reads all events.
///
/// Accessors that don't change anything are inlined, because a call would copy the whole struct.
private struct Parser {
  var builder: TreeBuilder
  let limits: ReadingLimits
  let marks: ByteOffsetTable
  var anchors: [ExactString: (node: Int32, size: Int)] = [:]
  /// The anchors of open nodes, by depth.
  var openAnchors: [String?] = []
  var aliasedNodes = 0
  var documents = 0

  init(builder: TreeBuilder, limits: ReadingLimits) {
    self.builder = builder
    self.limits = limits
    marks = ByteOffsetTable(builder.source)
  }

  mutating func run(_ events: YAMLEvents) {
    do throws(YAMLEvents.Failure) {
      while true {
        let event = try events.next()
        if case .streamEnd = event.kind { break }
        guard handle(event, events) else { return builder.closeUnfinished() }
      }
    } catch {
      report(error)
      builder.closeUnfinished()
    }
  }

  /// Handles an event; false after a finding that ends reading.
  private mutating func handle(_ event: YAMLEvents.Event, _ events: YAMLEvents) -> Bool {
    let span = SourceSpan(marks.offset(event.start), marks.offset(event.end))
    switch event.kind {
    case .streamStart, .streamEnd, .documentEnd: return true
    case .documentStart(let hasDirectives):
      return startDocument(span, hasDirectives: hasDirectives)
    case .alias: return addAlias(ExactString(events.anchor ?? ""), span)
    case .scalar(let style): return addScalar(event, style, span, events)
    case .sequenceStart(let isFlow): return open(.sequence, isFlow, event, span, events)
    case .mappingStart(let isFlow): return open(.mapping, isFlow, event, span, events)
    case .sequenceEnd, .mappingEnd:
      let node = builder.frames.last?.node ?? 0
      // libyaml ends a block collection at the next token, so use the end of its last child.
      let size = builder.close(end: builder.frames.last?.isFlow == true ? span.end : nil)
      if let name = openAnchors.popLast() ?? nil { anchors[ExactString(name)] = (node, size) }
      return true
    }
  }

  private mutating func startDocument(_ span: SourceSpan, hasDirectives: Bool) -> Bool {
    documents += 1
    if hasDirectives {
      builder.report(
        "yaml-unsupported", SourceSpan(span.start, Self.lineEnd(span.start, builder.source)),
        "YAML directives aren't supported", help: "remove the line that starts with `%`")
    }
    if documents > 1 {
      builder.report(
        "yaml-unsupported", span, "file must contain one YAML document, found a second one",
        help: "move it to a separate file")
    }
    return documents == 1
  }

  private mutating func open(
    _ kind: NodeKind, _ isFlow: Bool, _ event: YAMLEvents.Event, _ span: SourceSpan,
    _ events: YAMLEvents
  ) -> Bool {
    guard builder.frames.count < limits.depth else {
      builder.report(
        "yaml-limit", SourceSpan(span.start, span.start + 1),
        "more than \(limits.depth) levels of nesting; linkpolicy stops reading the file here",
        help: "reduce the nesting")
      return false
    }
    let refused = builder.expectsKey
    if refused, !builder.isDropping {
      builder.report(
        "yaml-unsupported", span,
        "key must be a string, found a \(kind == .sequence ? "list" : "\(kind)")",
        help: "write a plain or quoted string")
    }
    guard hasRoom(span) else { return false }
    var record = NodeRecord(
      kind: kind, start: UInt32(contentStart(event, span)), end: UInt32(span.end))
    let anchor = event.isDecorated ? events.anchor : nil
    record.isUnreadable = event.isDecorated && refuseTag(event, span, events)
    _ = builder.open(record, refusingKey: refused, isFlow: isFlow)
    openAnchors.append(anchor)
    // An alias inside its own anchor would be infinite.
    if let anchor { anchors[ExactString(anchor)] = (-1, 0) }
    return true
  }

  private mutating func addAlias(_ name: ExactString, _ span: SourceSpan) -> Bool {
    let record: NodeRecord
    var size = 1
    var refused = false
    switch anchors[name] {
    case .some((let node, let targetSize)) where node >= 0:
      record = NodeRecord(aliasOf: node, start: UInt32(span.start), end: UInt32(span.end))
      size = targetSize
      aliasedNodes += targetSize
      guard aliasedNodes <= limits.aliasedNodes else {
        builder.report(
          "yaml-limit", span,
          "aliases expand to more than \(limits.aliasedNodes) nodes; linkpolicy stops reading here",
          help: "use fewer aliases")
        return false
      }
      if builder.expectsKey, builder.records[Int(node)].kind != .scalar {
        refused = true
        builder.report(
          "yaml-unsupported", span, "key must be a string, found an alias of a list or mapping",
          help: "write a plain or quoted string")
      }
    case let found:
      var unknown = builder.scalar(.plain, at: span, text: 0..<0)
      unknown.isUnreadable = true
      record = unknown
      refused = builder.expectsKey
      builder.report(
        "yaml-syntax", span,
        found == nil
          ? "undefined alias \(DisplayText.quoted("*" + name.string))"
          : "alias \(DisplayText.quoted("*" + name.string)) is inside its own anchor",
        help: found == nil
          ? "define its anchor before it, or quote the value"
          : "write the value instead of the alias")
    }
    builder.add(record, size: size, refusingKey: refused)
    return true
  }

  private mutating func addScalar(
    _ event: YAMLEvents.Event, _ style: ScalarStyle, _ span: SourceSpan, _ events: YAMLEvents
  ) -> Bool {
    var scalar = place(style, SourceSpan(contentStart(event, span), span.end), events)
    let length = events.scalarCount
    guard length <= limits.scalar else {
      builder.report(
        "yaml-limit", SourceSpan(span.start, min(span.end, span.start + 40)),
        "value is longer than \(limits.scalar) bytes; linkpolicy stops reading the file here",
        help: "shorten the value")
      return false
    }
    guard hasRoom(span) else { return false }
    if let place = placeOfEmpty(event, at: scalar.span.start) {
      scalar.span = SourceSpan(place, place)
      scalar.text = place..<place
    }
    let isMergeKey = builder.expectsKey && style == .plain && isMerge(scalar)
    var record = builder.scalar(
      style, at: scalar.span, text: scalar.text, isCopied: scalar.isCopied)
    record.isUnreadable = event.isDecorated && refuseTag(event, span, events)
    if isMergeKey {
      builder.report(
        "yaml-unsupported", scalar.span,
        "the merge key `<<` isn't supported",
        help: "write the keys out, or use aliases for single values")
    }
    // A long scalar is expensive for each alias, so it counts as several nodes.
    let size = 1 + length / 64
    let index = builder.add(record, size: size, refusingKey: isMergeKey)
    if event.isDecorated, let name = events.anchor { anchors[ExactString(name)] = (index, size) }
    return true
  }

  /// The span of a scalar, and the range of its value in the file or in `scratch`.
  private struct Place {
    var span: SourceSpan
    var text: Range<Int>
    var isCopied = false
  }

  /// A missing value (`? key`, `{key}`) is located at its key; libyaml puts it at the next token,
  /// which may be lines away.
  @inline(__always)
  private func placeOfEmpty(_ event: YAMLEvents.Event, at start: Int) -> Int? {
    guard event.start == event.end, let frame = builder.frames.last, frame.key >= 0,
      start == 0 || builder.source.bytes[start - 1] != UInt8(ascii: ":")
    else { return nil }
    return Int(builder.records[Int(frame.key)].end)
  }

  /// Locates the value of a scalar in the file, or copies it.
  private mutating func place(
    _ style: ScalarStyle, _ content: SourceSpan, _ events: YAMLEvents
  ) -> Place {
    let bytes = builder.source.bytes
    let quote = style == .singleQuoted || style == .doubleQuoted ? 1 : 0
    let count = events.scalarCount
    let start = content.end - quote - count
    if style == .plain || quote == 1, start >= content.start + quote, events.isScalar(at: start),
      quote == 0 || bytes[start - 1] == (style == .singleQuoted ? 0x27 : 0x22)
    {
      return Place(span: SourceSpan(start - quote, content.end), text: start..<(start + count))
    }
    var end = content.end
    if style == .literal || style == .folded {
      // The end mark is at the next token.
      while end > content.start,
        bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D || bytes[end - 1] == 0x20
      {
        end -= 1
      }
    }
    let copied = builder.scratch.count
    if count <= limits.scalar {
      unsafe events.withScalar { unsafe builder.scratch.append(contentsOf: $0) }
    }
    return Place(
      span: SourceSpan(content.start, end), text: copied..<builder.scratch.count, isCopied: true)
  }

  @inline(__always)
  private func isMerge(_ scalar: Place) -> Bool {
    let bytes = builder.source.bytes
    return !scalar.isCopied && scalar.text.count == 2
      && bytes[scalar.text.lowerBound] == 0x3C && bytes[scalar.text.lowerBound + 1] == 0x3C
  }

  /// libyaml starts a node at its anchor or tag; the node itself starts after them.
  @inline(__always)
  private func contentStart(_ event: YAMLEvents.Event, _ span: SourceSpan) -> Int {
    event.isDecorated ? Self.startBehindDecoration(span, builder.source) : span.start
  }

  private static func startBehindDecoration(_ span: SourceSpan, _ source: SourceFile) -> Int {
    let bytes = source.bytes
    var start = span.start
    // `&name`, `!tag` and whitespace in between, in any order.
    while start < span.end, bytes[start] == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "!") {
      func isWhite() -> Bool { bytes[start].isBlank || bytes[start].isLineBreak }
      while start < span.end, !isWhite() { start += 1 }
      while start < span.end, isWhite() || bytes[start] == UInt8(ascii: "#") {
        if bytes[start] == UInt8(ascii: "#") { start = lineEnd(start, source) } else { start += 1 }
      }
    }
    return min(start, span.end)
  }

  private mutating func refuseTag(
    _ event: YAMLEvents.Event, _ span: SourceSpan, _ events: YAMLEvents
  ) -> Bool {
    guard let tag = events.tag else { return false }
    builder.report(
      "yaml-unsupported", SourceSpan(span.start, max(contentStart(event, span), span.start + 1)),
      "YAML tags aren't supported, found \(DisplayText.quoted(tag))",
      help: "remove the tag, and quote the value if it must be a string")
    return true
  }

  /// Returns false after a finding if the open mapping has too many keys.
  private mutating func hasRoom(_ span: SourceSpan) -> Bool {
    guard let frame = builder.frames.last, frame.count >= limits.keys else { return true }
    builder.report(
      "yaml-limit", SourceSpan(span.start, span.start + 1),
      "more than \(limits.keys) entries in a mapping or list; linkpolicy stops reading here",
      help: "split the file")
    return false
  }

  private static func lineEnd(_ offset: Int, _ source: SourceFile) -> Int {
    source.lineSpan(source.lineIndex(of: offset)).end
  }

  /// Reports the likely cause of an error that libyaml notices later, and returns true.
  private mutating func reportCause(of failure: YAMLEvents.Failure, at start: Int) -> Bool {
    let source = builder.source
    if let marker = source.bytes.firstRange(of: Array("<<<<<<< ".utf8), in: source.bytes.indices),
      marker.lowerBound <= start,
      source.lineSpan(source.lineIndex(of: marker.lowerBound)).start == marker.lowerBound
    {
      builder.report(
        "yaml-syntax", SourceSpan(marker.lowerBound, marker.upperBound - 1),
        "unresolved merge conflict",
        help: "keep one version, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
      return true
    }
    switch failure.problem {
    case "did not find expected key", "did not find expected ',' or ']'",
      "did not find expected ',' or '}'":
      if let last = builder.records.last, last.kind == .scalar, last.style.isQuoted,
        case let (first, end) = (Int(last.start), Int(last.end)), first < end, end <= start,
        source.lineIndex(of: first) < source.lineIndex(of: end),
        source.lineIndex(of: end) == source.lineIndex(of: start)
      {
        builder.report(
          "yaml-syntax", SourceSpan(first, first + 1), "missing closing quote",
          help: "add a quote at the end of the value")
        return true
      }
      guard failure.problem.hasSuffix("key"), start + 1 < source.bytes.count,
        source.bytes[start] == UInt8(ascii: "-"), source.bytes[start + 1] == 0x20
      else { return false }
      builder.report(
        "yaml-syntax", SourceSpan(start, start + 1), "list entry must be indented below its key",
        help: "add spaces before `-`, and before the entries that follow")
      return true
    case "mapping values are not allowed in this context":
      let line = source.lineIndex(of: start)
      return indentation(ofLine: line - 1) == indentation(ofLine: line)
        && reportKey(inLine: line - 1)
    case "could not find expected ':'":
      return reportKey(inLine: source.lineIndex(of: start))
    default: return false
    }
  }

  private func indentation(ofLine line: Int) -> Int? {
    guard line >= 0 else { return nil }
    let span = builder.source.lineSpan(line)
    return builder.source.bytes[span.start..<span.end].prefix { $0 == 0x20 }.count
  }

  /// Reports the start of a line that lacks the colon of its key, or the space after the colon.
  private mutating func reportKey(inLine line: Int) -> Bool {
    let span = builder.source.lineSpan(line)
    let bytes = builder.source.bytes[span.start..<span.end]
    guard let start = bytes.firstIndex(where: { $0 != 0x20 }) else { return false }
    let name = bytes[start...].prefix { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_") }
    let rest = bytes[name.endIndex...]
    guard (1...40).contains(name.count),
      !builder.source.text(SourceSpan(name.endIndex, span.end)).contains(": ")
    else { return false }
    let hasColon = rest.first == UInt8(ascii: ":") && rest.count > 1
    guard hasColon || rest.isEmpty || rest.first == 0x20 else { return false }
    // The line may be part of a secret, so no message quotes it and no fix changes it.
    builder.report(
      "yaml-syntax", SourceSpan(start, name.endIndex + (hasColon ? 1 : 0)),
      hasColon ? "missing space after the `:` of this key" : "missing `:` after this key",
      help: "write `key: value`")
    return true
  }

  private mutating func report(_ failure: YAMLEvents.Failure) {
    let source = builder.source
    var words = YAMLProblem.explanation(for: failure)
    let place: Int
    if words.isAboutContext, let context = failure.contextMark {
      place = marks.offset(context)
    } else {
      place = failure.mark.map(marks.offset) ?? failure.byteOffset
    }
    let start = min(place, source.bytes.count)
    if reportCause(of: failure, at: start) { return }
    if start < source.bytes.count, source.bytes[start] == 0x09, !words.isAboutContext {
      words.message = "YAML doesn't allow tabs as indentation"
      words.help = "indent with spaces"
    }
    var end = min(start + 1, source.bytes.count)
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    if failure.isAboutControl, let found = source.text(SourceSpan(start, end)).unicodeScalars.first
    {
      words.message = "YAML doesn't allow control characters, found \(found.codePoint)"
    }
    builder.report(words.rule, SourceSpan(start, end), words.message, help: words.help)
  }
}
