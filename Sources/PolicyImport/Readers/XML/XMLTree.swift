package import PolicyText

/// An element of an `XMLTree`, by its number.
package struct XMLElement: Sendable, Hashable {
  let index: Int32
}

/// Text of an XML file: the value of an attribute, or what stands between tags.
package struct XMLValue: Sendable {
  /// The text after references, CDATA and line ends; never trimmed.
  package let text: ExactString
  /// The bytes that stand for it, without quotes.
  package let span: Span
  /// True when the file holds the text byte for byte.
  package let isVerbatim: Bool

  /// The place of a range of the text; all of it where the file writes it in another way.
  package func span(of range: Range<Int>) -> Span {
    isVerbatim ? Span(span.start + range.lowerBound, span.start + range.upperBound) : span
  }

  /// Without the blanks at both ends.
  package var trimmed: XMLValue {
    let bytes = Array(text.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    let end = (bytes.lastIndex { !isBlank($0) } ?? start - 1) + 1
    guard start > 0 || end < bytes.count else { return self }
    return XMLValue(
      text: ExactString(decoding: bytes[start..<end]), span: span(of: start..<end),
      isVerbatim: isVerbatim)
  }
}

/// An XML file read into elements, attributes and texts with the bytes of each: an arena, as `SourceTree`.
///
/// The tree may be partial: `isComplete` says whether the reader came to the end.
package final class XMLTree: Sendable {
  struct Text {
    var start: UInt32
    var end: UInt32
    /// Where the text lies: in the file, or in `scratch` where it is copied.
    var textStart: UInt32
    var textEnd: UInt32
    var isCopied: Bool
  }

  struct Name {
    /// Of the qualified name.
    var start: UInt32
    /// Behind the colon; `start` without one.
    var local: UInt32
    var end: UInt32
    /// Index into `namespaces`; -1 for none.
    var namespace: Int32 = -1
  }

  struct Attribute {
    var name: Name
    var value: Text
  }

  /// An element, or a run of text between tags.
  struct Node {
    var name: Name
    var text: Text
    var isElement: Bool
    var start: UInt32
    var end: UInt32
    /// Behind the start tag.
    var tagEnd: UInt32
    var parent: Int32
    var firstChild: Int32 = -1
    var next: Int32 = -1
    var attributes: Range<Int32> = 0..<0
  }

  package let file: FileID
  package let source: SourceFile
  /// False when the reader stopped before the end.
  package let isComplete: Bool
  let nodes: [Node]
  let attributes: [Attribute]
  let namespaces: [ExactString]
  let scratch: [UInt8]

  init(
    file: FileID, source: SourceFile, isComplete: Bool, nodes: [Node], attributes: [Attribute],
    namespaces: [ExactString], scratch: [UInt8]
  ) {
    self.file = file
    self.source = source
    self.isComplete = isComplete
    self.nodes = nodes
    self.attributes = attributes
    self.namespaces = namespaces
    self.scratch = scratch
  }

  /// The outermost element; nil when the file holds none.
  package var root: XMLElement? { nodes.isEmpty ? nil : XMLElement(index: 0) }

  private func node(_ element: XMLElement) -> Node { nodes[Int(element.index)] }

  /// The bytes of an element from its start tag to its end tag.
  package func span(_ element: XMLElement) -> Span {
    Span(Int(node(element).start), Int(node(element).end))
  }

  /// The bytes of the start tag.
  package func startTag(_ element: XMLElement) -> Span {
    Span(Int(node(element).start), Int(node(element).tagEnd))
  }

  /// The place of the start tag: where findings about an element point.
  package func location(_ element: XMLElement) -> SourceLocation {
    SourceLocation(file: file, span: startTag(element))
  }

  /// The name of an element without its prefix.
  package func name(_ element: XMLElement) -> ExactString { local(node(element).name) }

  /// The place of the name in the start tag, with its prefix.
  package func nameSpan(_ element: XMLElement) -> Span {
    Span(Int(node(element).name.start), Int(node(element).name.end))
  }

  /// The namespace of an element; nil for none.
  package func namespace(_ element: XMLElement) -> ExactString? {
    namespace(node(element).name)
  }

  /// True for an element of this name in no namespace, as the elements of Android and of property lists are.
  package func isNamed(_ element: XMLElement, _ name: String) -> Bool {
    let found = node(element).name
    return found.namespace < 0 && holds(name, found)
  }

  /// The element around this one; nil for the root.
  package func parent(_ element: XMLElement) -> XMLElement? {
    let parent = node(element).parent
    return parent < 0 ? nil : XMLElement(index: parent)
  }

  private func local(_ name: Name) -> ExactString {
    ExactString(decoding: source.bytes[Int(name.local)..<Int(name.end)])
  }

  private func namespace(_ name: Name) -> ExactString? {
    name.namespace < 0 ? nil : namespaces[Int(name.namespace)]
  }

  private func holds(_ text: String, _ name: Name) -> Bool {
    source.bytes[Int(name.local)..<Int(name.end)].elementsEqual(text.utf8)
  }

  private func value(_ text: Text) -> XMLValue {
    let range = Int(text.textStart)..<Int(text.textEnd)
    return XMLValue(
      text: ExactString(decoding: text.isCopied ? scratch[range] : source.bytes[range]),
      span: Span(Int(text.start), Int(text.end)), isVerbatim: !text.isCopied)
  }
}

extension XMLTree {
  /// The elements directly within one, in order.
  package func children(_ element: XMLElement) -> [XMLElement] {
    var children: [XMLElement] = []
    var index = node(element).firstChild
    while index >= 0 {
      if nodes[Int(index)].isElement { children.append(XMLElement(index: index)) }
      index = nodes[Int(index)].next
    }
    return children
  }

  /// The elements of a name directly within one.
  package func children(_ element: XMLElement, named name: String) -> [XMLElement] {
    children(element).filter { isNamed($0, name) }
  }

  /// What stands directly within an element, blanks between elements left out: elements or text.
  package func contents(_ element: XMLElement) -> [XMLContent] {
    var contents: [XMLContent] = []
    var index = node(element).firstChild
    while index >= 0 {
      let child = nodes[Int(index)]
      contents.append(
        child.isElement ? .element(XMLElement(index: index)) : .text(value(child.text)))
      index = child.next
    }
    return contents
  }

  /// The text of an element that holds no elements; nil for one that does. Empty elements have an empty
  /// text, whose place is the end of the start tag.
  package func text(_ element: XMLElement) -> XMLValue? {
    let node = node(element)
    guard node.firstChild >= 0 else {
      return XMLValue(text: "", span: Span(Int(node.tagEnd), Int(node.tagEnd)), isVerbatim: true)
    }
    let child = nodes[Int(node.firstChild)]
    return child.isElement || child.next >= 0 ? nil : value(child.text)
  }

  /// The value of an attribute.
  ///
  /// - Parameter namespace: the address that its prefix stands for; nil for an attribute without a prefix.
  package func attribute(
    _ name: String, in namespace: ExactString? = nil, of element: XMLElement
  ) -> XMLValue? {
    for index in node(element).attributes {
      let attribute = attributes[Int(index)]
      if holds(name, attribute.name), self.namespace(attribute.name) == namespace {
        return value(attribute.value)
      }
    }
    return nil
  }

  /// All attributes of an element in order; declarations of namespaces are none.
  package func attributes(
    _ element: XMLElement
  ) -> [(name: ExactString, namespace: ExactString?, value: XMLValue)] {
    node(element).attributes.map { index in
      let attribute = attributes[Int(index)]
      return (local(attribute.name), namespace(attribute.name), value(attribute.value))
    }
  }
}

/// What stands between the tags of an element.
package enum XMLContent: Sendable {
  case element(XMLElement)
  case text(XMLValue)
}
