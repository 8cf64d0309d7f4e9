import LinkPolicy
package import PolicyText
import PolicyModel

/// A link to another file or page.
package struct DocumentLink: Sendable {
  package enum Target: Sendable, Equatable {
    /// A path relative to the directory of the document.
    case besideFile(String)
    /// A path relative to the root of the workspace.
    case belowRoot(String)
    case address(String)
    case rule(RuleID)
  }
  package var span: SourceSpan
  package var target: Target
  package var tooltip: String

  /// The links of a document: rule ids in comments and the configuration, secret files, the baseline, and
  /// the schema of a modeline.
  package static func all(in map: PositionIndex) -> [DocumentLink] {
    guard map.tree.language == .yaml else { return [] }
    return comments(in: map) + values(in: map)
  }

  private static func comments(in map: PositionIndex) -> [DocumentLink] {
    let source = map.tree.source
    var links: [DocumentLink] = []
    for comment in CommentScanner.comments(of: map.tree) {
      let text = source.text(comment.span)
      if let schema = text.range(after: "$schema=") {
        let start = comment.span.start + schema.lowerBound
        let value = source.text(SourceSpan(start, comment.span.start + schema.upperBound))
        let isAddress = value.hasPrefix("https://") || value.hasPrefix("http://")
        links.append(
          DocumentLink(
            span: SourceSpan(start, comment.span.start + schema.upperBound),
            target: isAddress ? .address(value) : .besideFile(value), tooltip: "the schema"))
      }
      guard text.contains("linkpolicy:"), let open = text.utf8.firstIndex(of: UInt8(ascii: "["))
      else { continue }
      var offset = comment.span.start + text.utf8.distance(from: text.utf8.startIndex, to: open)
      while offset < comment.span.end {
        offset += 1
        guard let name = Hover.ruleName(at: offset, in: comment.span, source) else { continue }
        offset = name.end
        if let info = RuleCatalogue.rules(named: source.text(name)).first {
          links.append(
            DocumentLink(span: name, target: .rule(info.id), tooltip: info.summary))
        }
      }
    }
    return links
  }

  private static func values(in map: PositionIndex) -> [DocumentLink] {
    let tree = map.tree
    var links: [DocumentLink] = []
    for entry in map.entries where !tree.isAlias(entry.node) && tree.kind(entry.node) == .scalar {
      let text = tree.text(entry.node)
      guard !text.isEmpty, text.utf8.count <= 1_000,
        SecretContent.kind(in: Array(text.utf8)[...]) == nil
      else { continue }
      let place = CursorContext(entry, in: map)
      let span = tree.span(entry.node, text: 0..<text.utf8.count)
      if entry.isKey {
        guard place.role == .ruleID, let info = RuleCatalogue.rules(named: text.string).first else {
          continue
        }
        links.append(
          DocumentLink(span: span, target: .rule(info.id), tooltip: info.summary))
      } else if place.role == .secret, place.name == "file", isName(entry, text) {
        links.append(
          DocumentLink(
            span: span, target: .belowRoot(text.string), tooltip: "location of the secret"))
      } else if map.kind == .configuration, place.path == ["baseline"] {
        links.append(
          DocumentLink(span: span, target: .besideFile(text.string), tooltip: "baseline"))
      }
    }
    return links
  }

  /// Whether this is a file name, not a secret in the wrong key.
  private static func isName(_ entry: PositionIndex.Entry, _ text: ExactString) -> Bool {
    guard case .string(let shape)? = entry.shape?.leaf else { return false }
    return shape.accepts(Array(text.utf8)[...])
  }
}

extension String {
  /// The bytes after a prefix, up to whitespace.
  fileprivate func range(after mark: String) -> Range<Int>? {
    let bytes = Array(utf8)
    guard let first = bytes.firstRange(of: mark.utf8)?.upperBound else { return nil }
    let end = bytes[first...].firstIndex { $0 == 0x20 || $0 == 0x09 } ?? bytes.count
    return end > first ? first..<end : nil
  }
}
