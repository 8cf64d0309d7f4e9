package import PolicyText

/// The value of an attribute, or a run of characters between tags.
package struct XMLValue: Sendable {
  /// The characters after references, CDATA sections and line endings are resolved; never trimmed.
  package let text: ExactString
  /// The bytes in the file, without quotes.
  package let span: SourceSpan
  /// Whether the file contains `text` byte for byte.
  package let isVerbatim: Bool

  /// The bytes of a range of `text`; the whole span if the file writes the value differently.
  package func span(of range: Range<Int>) -> SourceSpan {
    isVerbatim ? SourceSpan(span.start + range.lowerBound, span.start + range.upperBound) : span
  }

  /// The value without whitespace at both ends.
  package var trimmed: XMLValue {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !$0.isSpace } ?? bytes.count
    let end = (bytes.lastIndex { !$0.isSpace } ?? start - 1) + 1
    guard start > 0 || end < bytes.count else { return self }
    return XMLValue(
      text: ExactString(decoding: bytes[start..<end]), span: span(of: start..<end),
      isVerbatim: isVerbatim)
  }
}

/// An attribute; namespace declarations are not attributes.
package struct XMLAttribute: Sendable {
  /// The name without its prefix.
  package let name: ExactString
  package let namespace: ExactString?
  package let value: XMLValue
}

/// An element, or text, directly within an element.
package enum XMLContent: Sendable {
  case element(XMLElement)
  case text(XMLValue)
}

/// An element with its attributes and contents.
package struct XMLElement: Sendable {
  /// The name without its prefix.
  package let name: ExactString
  package internal(set) var namespace: ExactString?
  /// The name in the start tag, with its prefix.
  package let nameSpan: SourceSpan
  package internal(set) var startTag: SourceSpan
  /// From the start tag to the end tag.
  package internal(set) var span: SourceSpan
  package internal(set) var attributes: [XMLAttribute] = []
  /// Elements and text in order, without whitespace between elements.
  package internal(set) var contents: [XMLContent] = []

  /// Whether the element has this name and no namespace, as in Android manifests and property lists.
  package func isNamed(_ name: String) -> Bool {
    namespace == nil && self.name == ExactString(name)
  }

  /// The child elements, in order.
  package var children: [XMLElement] {
    contents.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }

  package func children(named name: String) -> [XMLElement] { children.filter { $0.isNamed(name) } }

  /// The text of an element; nil if it contains elements. For an empty element the span is the end of the start tag.
  package var text: XMLValue? {
    guard let first = contents.first else {
      return XMLValue(text: "", span: SourceSpan(startTag.end, startTag.end), isVerbatim: true)
    }
    if contents.count == 1, case .text(let text) = first { return text }
    return nil
  }

  /// The value of an attribute; without `namespace`, of one without a prefix.
  package func attribute(_ name: String, in namespace: ExactString? = nil) -> XMLValue? {
    attributes.first { $0.name == ExactString(name) && $0.namespace == namespace }?.value
  }
}

/// An XML file with the bytes of every element, attribute and text.
package struct XMLTree: Sendable {
  package let file: FileID
  package let source: SourceFile
  /// False if an error ended reading early.
  package let isComplete: Bool
  /// The outermost element; nil if absent.
  package let root: XMLElement?
}
