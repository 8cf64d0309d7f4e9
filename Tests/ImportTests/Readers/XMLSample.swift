import PolicyText
import PolicyImport

/// An XML text that was read, with short ways to ask about it.
struct XMLSample {
  let tree: XMLTree
  let diagnostics: [Diagnostic]

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    let result = XMLReader.read(SourceFile(name: "sample.xml", bytes: bytes), file: FileID(0))
    tree = result.tree
    diagnostics = result.diagnostics
  }

  /// What is wrong with the places of the tree and of the findings; empty for a sound tree.
  var faults: [String] {
    var faults: [String] = []
    let size = tree.source.bytes.count
    func check(_ span: SourceSpan, _ outer: SourceSpan, _ what: String) {
      if span.start > span.end || span.end > outer.end || span.start < outer.start {
        faults.append("\(what) \(span) is not within \(outer)")
      }
    }
    var open = tree.root.map { [($0, SourceSpan(0, size))] } ?? []
    while let (element, outer) = open.popLast() {
      let span = element.span
      check(span, outer, "element")
      check(element.startTag, span, "tag")
      check(element.nameSpan, span, "name")
      for attribute in element.attributes { check(attribute.value.span, span, "attribute") }
      for content in element.contents {
        switch content {
        case .element(let child): open.append((child, span))
        case .text(let text): check(text.span, span, "text")
        }
      }
    }
    for finding in diagnostics { check(finding.location.span, SourceSpan(0, size), "finding") }
    return faults
  }

  /// The texts whose bytes in the file are not what they say, although the reader says that they are.
  var falseTexts: [String] {
    var found: [String] = []
    var open = tree.root.map { [$0] } ?? []
    func check(_ text: XMLValue) {
      if text.isVerbatim, ExactString(tree.source.text(text.span)) != text.text {
        found.append(text.text.string)
      }
    }
    while let element = open.popLast() {
      for attribute in element.attributes { check(attribute.value) }
      for content in element.contents {
        switch content {
        case .element(let child): open.append(child)
        case .text(let text): check(text)
        }
      }
    }
    return found
  }

  /// The elements, attributes and texts, as the second reader describes them.
  var description: [Any] {
    guard let root = tree.root else { return [] }
    return describe(root)
  }

  private func name(_ local: ExactString, _ namespace: ExactString?) -> String {
    (namespace.map { $0.string + " " } ?? "") + local.string
  }

  private func describe(_ element: XMLElement) -> [Any] {
    var attributes: [String: String] = [:]
    for attribute in element.attributes {
      attributes[name(attribute.name, attribute.namespace)] = attribute.value.text.string
    }
    let span = element.startTag
    let contents: [Any] = element.contents.map { content in
      switch content {
      case .element(let child): describe(child)
      case .text(let text): text.text.string
      }
    }
    return [name(element.name, element.namespace), attributes, span.start, contents]
  }
}
