package import LinkPolicy
import PolicyModel
package import PolicyText

/// What an editor shows about the place under the pointer.
package struct Hover: Sendable {
  /// Markdown.
  package var text: String
  /// The bytes that it is about.
  package var span: Span
  /// A schema says as much: what a key or word means.
  package var isOfSchema = false

  /// - Parameters:
  ///   - project: what decides, with the text in it; nil shows what the language alone says.
  ///   - file: the number of the text in the project.
  ///   - link: the address of a place, for links in the text; nil where it has none.
  package init?(
    at offset: Int, in map: DocumentMap, of project: Project?, file: FileID?,
    link: @escaping @Sendable (SourceReference) -> String? = { _ in nil }
  ) {
    if let comment = map.comment(at: offset) {
      guard let hover = Self.rule(at: offset, in: comment, map) else { return nil }
      self = hover
      return
    }
    guard let place = Place(at: offset, in: map) else { return nil }
    let writer = HoverText(map: map, project: project, file: file, link: link)
    guard let text = writer.text(place, at: offset), !text.isEmpty else { return nil }
    self.init(text: text, span: place.span)
    isOfSchema = place.role == .key || place.role == .word
  }

  private init(text: String, span: Span) {
    self.text = text
    self.span = span
  }

  /// The rule whose id stands in a comment.
  private static func rule(at offset: Int, in comment: Span, _ map: DocumentMap) -> Hover? {
    guard let span = ruleName(at: offset, in: comment, map.tree.source),
      let info = RuleCatalogue.rules(named: map.tree.source.text(span)).first
    else { return nil }
    return Hover(text: Self.text(info), span: span)
  }

  /// The word at a byte that could be the id of a rule.
  static func ruleName(at offset: Int, in comment: Span, _ source: SourceFile) -> Span? {
    let bytes = source.bytes
    func isName(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    var start = min(offset, comment.end)
    while start > comment.start, isName(bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < comment.end, isName(bytes[end]) { end += 1 }
    guard start < end, bytes[start..<end].contains(UInt8(ascii: "-")) else { return nil }
    return Span(start, end)
  }

  /// What a rule says, and why.
  package static func text(_ info: RuleInfo) -> String {
    "**\(info.id.rawValue)** · \(info.severity.rawValue)\n\n\(info.summary)\n\n\(info.why)"
  }
}
