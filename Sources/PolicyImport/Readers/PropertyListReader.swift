package import PolicyText

/// Reads XML property lists with the bytes of each value, which Foundation doesn't report.
///
/// Dictionaries become mappings and arrays become sequences. Strings, dates and data are strings;
/// integers and reals are numbers if they are valid in JSON, or else strings; `<true/>` is `true`.
package enum PropertyListReader {
  /// Reads a file. Never throws: the tree contains everything before the first error.
  package static func read(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var writer = TreeWriter(source, file, limits)
    if source.bytes.starts(with: "bplist".utf8) {
      writer.report(
        ReaderFindings.syntax, SourceSpan(0, 8), "binary property lists are not supported",
        help: "convert a copy with `plutil -convert xml1`")
      return writer.finish()
    }
    let xml = XMLReader.read(source, file: file, limits: limits)
    writer.append(xml.diagnostics)
    var walk = Walk(tree: xml.tree, writer: writer)
    walk.run()
    return walk.writer.finish()
  }
}

/// Turns elements into nodes. `XMLReader` bounds their depth.
private struct Walk {
  let tree: XMLTree
  var writer: TreeWriter

  mutating func run() {
    guard let root = tree.root else { return }
    do throws(ReadingStopped) {
      guard root.isNamed("plist") else { return try add(root) }
      let values = values(of: root, in: "a property list")
      if let value = values.first {
        try add(value)
        for further in values.dropFirst() {
          report(further, "unexpected second value in the property list")
        }
      } else if tree.isComplete {
        report(root, "empty property list")
      }
    } catch {}
  }

  private mutating func add(_ element: XMLElement) throws(ReadingStopped) {
    if element.namespace == nil {
      switch element.name {
      case "dict": return try addDictionary(element)
      case "array":
        try writer.begin(.sequence, at: element.span.start)
        for item in values(of: element, in: "an array") { try add(item) }
        return writer.close(end: element.span.end)
      case "string": return try addText(element, .literal)
      case "true", "false":
        if !element.contents.isEmpty {
          report(element, "a Boolean must be empty: `<true/>` or `<false/>`")
        }
        return try writer.write(.jsonLiteral, at: element.span, text: element.nameSpan)
      case "integer", "real": return try addText(element, .jsonNumber)
      case "date":
        if let text = element.text, !Self.isDate(text.text), tree.isComplete {
          report(element, "\(DisplayText.quoted(text.text.string)) is not a valid date")
        }
        return try addText(element, .literal)
      case "data":
        if let text = element.text, !Self.isData(text.text), tree.isComplete {
          report(element, "`<data>` must contain Base64")
        }
        return try addText(element, .literal)
      default: break
      }
    }
    report(
      element,
      "\(DisplayText.quoted("<" + tree.source.text(element.nameSpan) + ">")) is not a property list element"
    )
    // A placeholder, because the following entries must keep their keys.
    try writer.write(.jsonLiteral, at: element.span, copying: "null".utf8)
  }

  private mutating func addDictionary(_ element: XMLElement) throws(ReadingStopped) {
    try writer.begin(.mapping, at: element.span.start)
    var key: XMLElement?
    for child in values(of: element, in: "a dictionary") {
      let isKey = child.isNamed("key")
      if let name = key {
        if isKey {
          report(name, "missing value for this key")
          key = child
        } else {
          try addText(name, .literal)
          try add(child)
          key = nil
        }
      } else if isKey {
        key = child
      } else {
        report(child, "expected a `<key>` before the value")
      }
    }
    if let key, tree.isComplete { report(key, "missing value for this key") }
    writer.close(end: element.span.end)
  }

  /// The child elements; text between them is an error.
  private mutating func values(of element: XMLElement, in place: String) -> [XMLElement] {
    var values: [XMLElement] = []
    for content in element.contents {
      switch content {
      case .element(let child): values.append(child)
      case .text(let text):
        let text = text.trimmed
        if !text.text.isEmpty {
          writer.report(
            ReaderFindings.syntax, text.span, "unexpected text in \(place)")
        }
      }
    }
    return values
  }

  private mutating func addText(_ element: XMLElement, _ style: ScalarStyle) throws(ReadingStopped)
  {
    guard let text = element.text else {
      report(element, "unexpected element in this value")
      return try writer.write(.literal, at: element.span, copying: "".utf8)
    }
    let isNumber = style == .jsonNumber
    let value = isNumber ? text.trimmed : text
    let span = value.span.start < value.span.end ? value.span : element.span
    let isText = !isNumber || !Self.isNumber(value.text)
    if isNumber, isText, tree.isComplete, !Self.isOtherNumber(value.text) {
      report(element, "\(DisplayText.quoted(value.text.string)) is not a valid number")
    }
    let written: ScalarStyle = isText ? .literal : .jsonNumber
    if value.isVerbatim {
      try writer.write(written, at: span, text: value.span)
    } else {
      try writer.write(written, at: span, copying: value.text.utf8)
    }
  }

  /// Whether the text is a JSON number.
  private static func isNumber(_ text: ExactString) -> Bool {
    var bytes = Substring(text.string).utf8
    func digits() -> Int {
      let count = bytes.prefix(while: \.isDigit).count
      bytes = bytes.dropFirst(count)
      return count
    }
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let startsWithZero = bytes.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, whole == 1 || !startsWithZero else { return false }
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let byte = bytes.first, ASCII.lowercased(byte) == UInt8(ascii: "e") {
      bytes = bytes.dropFirst()
      if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
        bytes = bytes.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return bytes.isEmpty
  }

  /// Whether the text is a number in property lists only: `+5`, `007`, `0x1F`, `nan`.
  private static func isOtherNumber(_ text: ExactString) -> Bool {
    let text =
      text.hasPrefix("+") || text.hasPrefix("-")
      ? ExactString(decoding: text.utf8.dropFirst()) : text
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      return text.utf8.count > 2
        && text.utf8.dropFirst(2).allSatisfy { PercentEncoding.hexValue($0) != nil }
    }
    return Double(text.string) != nil
  }

  /// Whether the text has the form `2026-11-22T00:00:00Z`.
  private static func isDate(_ text: ExactString) -> Bool {
    text.utf8.elementsEqual("0000-00-00T00:00:00Z".utf8) { byte, form in
      form == UInt8(ascii: "0") ? byte.isDigit : byte == form
    }
  }

  private static func isData(_ text: ExactString) -> Bool {
    let bytes = text.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return bytes.count % 4 == 0 && padding < 3
      && bytes.dropLast(padding).allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
      }
  }

  private mutating func report(_ element: XMLElement, _ message: String) {
    writer.report(ReaderFindings.syntax, element.startTag, message)
  }
}
