import PolicyText

extension XMLParser {
  /// Reads a name with at most one colon.
  mutating func readName(_ expected: String) throws(Stop) -> XMLTree.Name {
    let start = index
    var local = start
    while let (scalar, length) = scalar() {
      if scalar == 0x3A {
        if local > start || index == start {
          try stop("a name holds one `:` between two parts", at: Span(start, index + 1))
        }
        local = index + 1
      } else if index == local
        ? !XMLNamespaces.startsName(scalar) : !XMLNamespaces.continuesName(scalar)
      {
        break
      }
      index += length
    }
    guard index > start else { try stop("\(expected) expected") }
    guard index > local else {
      try stop("a name holds one `:` between two parts", at: Span(start, index))
    }
    guard index - start <= 1_000 else {
      try stop(
        "a name of more than 1000 bytes", at: Span(start, start + 1), rule: ReaderFindings.limit)
    }
    return XMLTree.Name(start: UInt32(start), local: UInt32(local), end: UInt32(index))
  }

  /// The character at the current place; the file is known to be UTF-8.
  private func scalar() -> (UInt32, Int)? {
    guard let lead = peek() else { return nil }
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var value = UInt32(lead) & (0xFF >> (UInt32(length) + 1))
    for offset in 1..<length { value = value << 6 | UInt32(peek(offset) ?? 0) & 0x3F }
    return (value, length)
  }

  private func prefix(_ name: XMLTree.Name) -> ArraySlice<UInt8> {
    bytes[Int(name.start)..<max(Int(name.start), Int(name.local) - 1)]
  }

  private func local(_ name: XMLTree.Name) -> ArraySlice<UInt8> {
    bytes[Int(name.local)..<Int(name.end)]
  }

  private func quoted(_ name: XMLTree.Name) -> String {
    UTF8Text.quoted(source.text(span(name)))
  }

  private func span(_ name: XMLTree.Name) -> Span { Span(Int(name.start), Int(name.end)) }

  mutating func readStartTag() throws(Stop) {
    let start = index
    guard open.count < limits.depth else {
      try stop(
        "more than \(limits.depth) levels of nesting", at: Span(start, start + 1),
        rule: ReaderFindings.limit)
    }
    guard nodes.count + attributes.count < Self.most else {
      try stop(
        "more than \(Self.most) elements and attributes", at: Span(start, start + 1),
        rule: ReaderFindings.limit)
    }
    index += 1
    let name = try readName("the name of an element")
    if nodes.isEmpty, local(name).map({ ASCII.lowercased($0) }).elementsEqual("html".utf8) {
      try stop(
        "this is a web page", at: span(name),
        help: "take the file itself, not the page that shows it")
    }
    let node = add(
      XMLTree.Node(
        name: name, text: .none, isElement: true, start: UInt32(start), end: UInt32(start),
        tagEnd: UInt32(start), parent: open.last?.node ?? -1))
    open.append(Open(node: node, scope: names.count))
    let isEmpty = try readAttributes(of: node, start)
    nodes[Int(node)].tagEnd = UInt32(index)
    if isEmpty { close() }
  }

  /// Adds a node below the open element.
  mutating func add(_ new: XMLTree.Node) -> Int32 {
    let node = Int32(nodes.count)
    nodes.append(new)
    guard let parent = open.indices.last else { return node }
    if open[parent].lastChild < 0 {
      nodes[Int(open[parent].node)].firstChild = node
    } else {
      nodes[Int(open[parent].lastChild)].next = node
    }
    open[parent].lastChild = node
    return node
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    nodes[Int(last.node)].end = UInt32(index)
    names.leave(last.scope)
  }

  /// Reads up to the end of a start tag; true for an element without content.
  private mutating func readAttributes(of node: Int32, _ start: Int) throws(Stop) -> Bool {
    let first = Int32(attributes.count)
    while true {
      let hasBlank = skipBlanks()
      if peek() == UInt8(ascii: ">") || starts(with: "/>") { break }
      if peek() == nil { try stop("no `>` ends this tag", at: Span(start, start + 1)) }
      guard hasBlank else { try stop("a blank, `>` or `/>` expected") }
      let name = try readName("`>`, `/>` or the name of an attribute")
      skipBlanks()
      guard peek() == UInt8(ascii: "=") else {
        try stop("`=` expected after the name of an attribute")
      }
      index += 1
      skipBlanks()
      let value = try readAttributeValue()
      if prefix(name).elementsEqual("xmlns".utf8)
        || (name.local == name.start && local(name).elementsEqual("xmlns".utf8))
      {
        try declare(name, value, node)
      } else {
        attributes.append(XMLTree.Attribute(name: name, value: value))
      }
    }
    nodes[Int(node)].attributes = first..<Int32(attributes.count)
    resolve(node)
    let isEmpty = peek() == UInt8(ascii: "/")
    index += isEmpty ? 2 : 1
    return isEmpty
  }

  private mutating func declare(
    _ name: XMLTree.Name, _ value: XMLTree.Text, _ node: Int32
  ) throws(Stop) {
    let prefix = name.local == name.start ? bytes[0..<0] : local(name)
    let range = Int(value.textStart)..<Int(value.textEnd)
    let address = ExactString(decoding: value.isCopied ? scratch[range] : bytes[range])
    guard names.count < XMLNamespaces.most else {
      try stop(
        "more than \(XMLNamespaces.most) namespaces at one place", at: span(name),
        rule: ReaderFindings.limit)
    }
    let isXML = prefix.elementsEqual("xml".utf8)
    if prefix.elementsEqual("xmlns".utf8) || isXML != (address == XMLNamespaces.xml)
      || address == XMLNamespaces.xmlns
    {
      findings.report(span(name), "this prefix or address is that of XML itself")
    } else if address.isEmpty, !prefix.isEmpty {
      findings.report(span(name), "a prefix cannot stand for no namespace")
    } else if names.isDeclared(prefix, since: open.last?.scope ?? 0) {
      findings.report(span(name), "the attribute \(quoted(name)) stands twice in this tag")
    } else {
      names.declare(prefix, address)
    }
  }

  /// Finds out what the prefixes of an element and its attributes stand for.
  private mutating func resolve(_ node: Int32) {
    let name = nodes[Int(node)].name
    nodes[Int(node)].name.namespace = namespace(of: name, prefix: prefix(name))
    let range = nodes[Int(node)].attributes
    for index in range {
      let name = attributes[Int(index)].name
      guard name.local > name.start else { continue }
      attributes[Int(index)].name.namespace = namespace(of: name, prefix: prefix(name))
    }
    reportDuplicates(range)
  }

  private mutating func namespace(of name: XMLTree.Name, prefix: ArraySlice<UInt8>) -> Int32 {
    if let address = names.address(of: prefix) { return address }
    findings.report(
      span(name), "nothing says what the prefix of \(quoted(name)) stands for",
      help: "declare it with `xmlns:\(UTF8Text.visible(String(decoding: prefix, as: UTF8.self)))`")
    return names.unknown()
  }

  private mutating func reportDuplicates(_ range: Range<Int32>) {
    if range.count <= 12 {
      for later in range {
        for earlier in range.lowerBound..<later where areSame(earlier, later) {
          report(duplicate: later, of: earlier)
          break
        }
      }
    } else {
      var seen: [ExactString: Int32] = [:]
      for index in range {
        let name = attributes[Int(index)].name
        let key = ExactString(decoding: Array("\(name.namespace):".utf8) + local(name))
        if let earlier = seen[key] {
          report(duplicate: index, of: earlier)
        } else {
          seen[key] = index
        }
      }
    }
  }

  private func areSame(_ a: Int32, _ b: Int32) -> Bool {
    let left = attributes[Int(a)].name
    let right = attributes[Int(b)].name
    return left.namespace == right.namespace && local(left).elementsEqual(local(right))
  }

  private mutating func report(duplicate: Int32, of first: Int32) {
    let name = attributes[Int(duplicate)].name
    findings.report(
      span(name), "the attribute \(quoted(name)) stands twice in this tag",
      noting: ("first here", span(attributes[Int(first)].name)))
  }

  mutating func readEndTag() throws(Stop) {
    let start = index
    index += 2
    let name = try readName("the name of an element")
    guard let last = open.last else { return }
    let opened = nodes[Int(last.node)].name
    guard
      bytes[Int(name.start)..<Int(name.end)].elementsEqual(
        bytes[Int(opened.start)..<Int(opened.end)])
    else {
      try stop(
        "`</\(UTF8Text.visible(UTF8Text.shortened(source.text(span(opened)))))>` expected",
        at: Span(start, index), noting: ("opened here", span(opened)))
    }
    skipBlanks()
    guard peek() == UInt8(ascii: ">") else { try stop("`>` expected") }
    index += 1
    close()
  }
}
