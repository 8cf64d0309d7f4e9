package import LinkPolicy
package import PolicyText

/// The hover at a position.
package struct Hover: Sendable {
  /// Markdown.
  package var text: String
  package var span: SourceSpan
  /// Whether the hover only repeats the documentation of the schema.
  package var isOfSchema = false

  /// - Parameters:
  ///   - project: contains the document; if nil, hovers only document the schema.
  ///   - link: the URL of a source location, for links.
  package init?(
    at offset: Int, in map: PositionIndex, of project: Project?, file: FileID?,
    link: @escaping @Sendable (SourceReference) -> String? = { _ in nil }
  ) {
    if let comment = map.comment(at: offset) {
      guard let hover = Self.rule(at: offset, in: comment, map) else { return nil }
      self = hover
      return
    }
    guard let place = CursorContext(at: offset, in: map) else { return nil }
    let writer = HoverText(map: map, project: project, file: file, link: link)
    guard let text = writer.text(place, at: offset), !text.isEmpty else { return nil }
    self.init(text: text, span: place.span)
    isOfSchema = place.role == .key || place.role == .word
  }

  private init(text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }

  /// The rule whose id is in a comment.
  private static func rule(at offset: Int, in comment: SourceSpan, _ map: PositionIndex) -> Hover? {
    guard let span = ruleName(at: offset, in: comment, map.tree.source),
      let info = RuleCatalogue.rules(named: map.tree.source.text(span)).first
    else { return nil }
    return Hover(text: Self.text(info), span: span)
  }

  /// The word at an offset that may be a rule id.
  static func ruleName(at offset: Int, in comment: SourceSpan, _ source: SourceFile) -> SourceSpan?
  {
    let bytes = source.bytes
    func isName(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || byte.isDigit || byte == UInt8(ascii: "-")
    }
    var start = min(offset, comment.end)
    while start > comment.start, isName(bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.end, isName(bytes[end]) { end += 1 }
    guard start < end, bytes[start..<end].contains(UInt8(ascii: "-")) else { return nil }
    return SourceSpan(start, end)
  }

  /// The summary and reason of a rule.
  package static func text(_ info: RuleInfo) -> String {
    "**\(info.id.rawValue)** · \(info.severity.rawValue)\n\n\(info.summary)\n\n\(info.why)"
  }
}
