package import PolicyText

/// Reads literal values in HCL files and in object literals of JavaScript and TypeScript. No code is run.
///
/// A reference in HCL becomes a variable of its string, such as `${var.host}`, which import reports unless the user defines it.
/// So does any other expression as a whole, also as an item of a list. Functions of HCL such as `concat` are read as the
/// list of their items. HCL blocks are mappings whose keys are the type and the labels, such as `resource auth0_client web`.
package enum LiteralReader {
  /// Reads an HCL file. Never throws: the tree contains everything before the first error.
  package static func hcl(
    _ source: SourceFile, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var parser = LiteralParser(source, file, limits, isScript: false)
    return parser.result(of: source, file, limits) { parser throws(ReadingStopped) in
      try parser.readBody()
    }
  }

  /// Reads the object literal at an offset of a script.
  package static func script(
    _ source: SourceFile, at offset: Int, file: FileID, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    var parser = LiteralParser(source, file, limits, isScript: true)
    parser.index = offset
    return parser.result(of: source, file, limits) { parser throws(ReadingStopped) in
      try parser.readObject(depth: 0)
    }
  }
}

/// The parser of `LiteralReader`.
struct LiteralParser: TreeParser {
  enum Literal {
    case plain, quoted
    case copied([UInt8])
  }

  var writer: TreeWriter
  let bytes: [UInt8]
  var index: Int
  let isScript: Bool
  /// Whether newlines don't end expressions in HCL.
  var isInList = false
  /// Whether `:` ends expressions of HCL: between `?` and `:`.
  var isInBranch = false
  private static let maximumDepth = 64
  /// Functions of HCL whose result has the items of their arguments.
  private static let listFunctions = [
    "concat(", "compact(", "distinct(", "flatten(", "tolist(", "toset(",
  ]

  init(_ source: SourceFile, _ file: FileID, _ limits: ReadingLimits, isScript: Bool) {
    writer = TreeWriter(source, file, limits)
    bytes = source.bytes
    index = source.byteOrderMarkLength
    self.isScript = isScript
  }

  // MARK: HCL

  /// Reads attributes and blocks to the end of the file.
  mutating func readBody() throws(ReadingStopped) {
    try writer.begin(.mapping, at: index)
    // The names in each open body: repeated blocks get a number.
    var names: [[ExactString: Int]] = [[:]]
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { break }
      if byte == UInt8(ascii: "}"), names.count > 1 {
        index += 1
        writer.close(end: index)
        names.removeLast()
        continue
      }
      let start = index
      guard let name = readName() else { try stop("expected an attribute or a block") }
      var key = name
      skipSpace(withLines: false)
      if peek() == UInt8(ascii: "="), !starts(with: "==") {
        index += 1
        try addKey(key, SourceSpan(start, start + name.utf8.count))
        try readExpression(named: name, depth: names.count)
        continue
      }
      while let label = readLabel() {
        key = ExactString(key.string + " " + label.string)
        skipSpace(withLines: false)
      }
      guard peek() == UInt8(ascii: "{") else { try stop("expected `=` or `{` after the name") }
      guard names.count < Self.maximumDepth else { try stop("blocks are nested too deeply") }
      let number = names[names.count - 1][key, default: 0] + 1
      names[names.count - 1][key] = number
      let shown = number == 1 ? key : ExactString("\(key.string) #\(number)")
      try addKey(shown, SourceSpan(start, index))
      try writer.begin(.mapping, at: index)
      index += 1
      names.append([:])
    }
    writer.close(end: bytes.count)
  }

  private mutating func readLabel() -> ExactString? {
    peek() == UInt8(ascii: "\"") ? readQuotedLabel() : readName()
  }

  private mutating func readQuotedLabel() -> ExactString? {
    let start = index + 1
    guard skipString() else { return nil }
    return ExactString(decoding: bytes[start..<max(start, index - 1)])
  }

  // MARK: expressions

  private mutating func readExpression(named name: ExactString, depth: Int) throws(ReadingStopped) {
    skipSpace(withLines: isScript)
    let start = index
    if peek() == UInt8(ascii: "{"), !isComprehension {
      return try readObject(depth: depth + 1)
    }
    if let list = listStart {
      return try readList(list, named: name, depth: depth)
    } else if let (literal, span) = readLiteral(), endsExpression {
      return try add(literal, span)
    }
    index = start
    if !isScript, let branches = branches(depth) {
      return try readConditional(branches, named: name, depth: depth + 1)
    }
    try skipExpression()
    try addComputed(name, SourceSpan(start, max(start, index)))
  }

  /// The positions of `?` and the end of an expression `CONDITION ? A : B`; nil for other expressions.
  private func branches(_ depth: Int) -> (mark: Int, end: Int)? {
    guard depth < Self.maximumDepth else { return nil }
    var scan = self
    do throws(ReadingStopped) {
      try scan.skipExpression(until: UInt8(ascii: "?"))
      guard scan.peek() == UInt8(ascii: "?") else { return nil }
      let mark = scan.index
      scan.index += 1
      scan.isInBranch = true
      scan.skipSpace(withLines: true)
      try scan.skipExpression()
      guard scan.peek() == UInt8(ascii: ":") else { return nil }
      scan.index += 1
      scan.isInBranch = isInBranch
      scan.skipSpace(withLines: true)
      try scan.skipExpression()
      return (mark, scan.index)
    } catch {
      return nil
    }
  }

  /// Reads a conditional expression as a mapping: the condition below the variable that stands for the expression, and the
  /// branches below `?` and `:`.
  private mutating func readConditional(
    _ branches: (mark: Int, end: Int), named name: ExactString, depth: Int
  ) throws(ReadingStopped) {
    let condition = SourceSpan(index, branches.mark)
    try writer.begin(.mapping, at: index)
    let variable = variable(name, SourceSpan(index, branches.end))
    try writer.write(.doubleQuoted, at: condition, copying: variable.utf8)
    let text = bytes[index..<branches.mark]
    let end = text.lastIndex { !$0.isSpace } ?? index
    try writer.write(.doubleQuoted, at: condition, copying: text[...end])
    index = branches.mark
    let wasInBranch = isInBranch
    for mark in ["?", ":"] {
      skipSpace(withLines: true)
      try addKey(ExactString(mark), SourceSpan(index, index + 1))
      index += 1
      isInBranch = mark == "?" || wasInBranch
      skipSpace(withLines: true)
      try readExpression(named: name, depth: depth)
    }
    isInBranch = wasInBranch
    writer.close(end: index)
  }

  /// `{ for …`, or `{...x}`, which is the copy of an unknown object.
  private var isComprehension: Bool {
    var next = index + 1
    while next < bytes.count, bytes[next].isSpace { next += 1 }
    return !isScript && bytes[next...].starts(with: "for ".utf8)
  }

  mutating func readObject(depth: Int) throws(ReadingStopped) {
    guard depth < Self.maximumDepth else { try stop("values are nested too deeply") }
    try writer.begin(.mapping, at: index)
    let (wasInList, wasInBranch) = (isInList, isInBranch)
    (isInList, isInBranch) = (false, false)
    index += 1
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { try stop("unterminated object: missing `}`") }
      if byte == UInt8(ascii: "}") { break }
      if byte == UInt8(ascii: ",") {
        index += 1
        continue
      }
      let start = index
      try readMember(depth)
      guard index > start else { try stop("expected a key or `}`") }
    }
    (isInList, isInBranch) = (wasInList, wasInBranch)
    index += 1
    writer.close(end: index)
  }

  private mutating func readMember(_ depth: Int) throws(ReadingStopped) {
    let start = index
    let name = readLabel() ?? (peek() == UInt8(ascii: "'") ? readQuotedLabel() : nil)
    let end = index
    skipSpace(withLines: isScript)
    guard let name, let byte = peek(),
      byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") && !isScript
    else {
      // A copied object, a method, a computed key or a variable with the key's name.
      index = start
      try skipExpression()
      guard index > start else { try stop("expected a key") }
      if let name, peek() == UInt8(ascii: ",") || peek() == UInt8(ascii: "}"), end > start {
        try addKey(name, SourceSpan(start, end))
        try addComputed(name, SourceSpan(start, end))
      }
      return
    }
    index += 1
    try addKey(name, SourceSpan(start, end))
    try readExpression(named: name, depth: depth)
    // `{ … } as const`
    skipSpace(withLines: isScript)
    if isScript, let byte = peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
      try skipExpression()
    }
  }

  /// What opens the list here, `[` or a function; nil for other expressions, also if they start with a list.
  private var listStart: String? {
    let open =
      peek() == UInt8(ascii: "[") && !isComprehension
      ? "[" : isScript ? nil : Self.listFunctions.first(where: starts)
    guard let open else { return nil }
    var scan = self
    scan.index += open.utf8.count
    scan.isInBranch = false
    while true {
      scan.skipSpace(withLines: true)
      guard let byte = scan.peek() else { return nil }
      if byte == Self.end(of: open) { break }
      let start = scan.index
      if byte == UInt8(ascii: ",") { scan.index += 1 }
      do throws(ReadingStopped) { try scan.skipExpression() } catch { return nil }
      guard scan.index > start else { return nil }
    }
    scan.index += 1
    scan.isInBranch = isInBranch
    return scan.endsExpression ? open : nil
  }

  private static func end(of open: String) -> UInt8 {
    open == "[" ? UInt8(ascii: "]") : UInt8(ascii: ")")
  }

  private mutating func readList(
    _ open: String, named name: ExactString, depth: Int
  ) throws(ReadingStopped) {
    try writer.begin(.sequence, at: index)
    let (wasInList, wasInBranch) = (isInList, isInBranch)
    (isInList, isInBranch) = (true, false)
    try readItems(open, named: name, isFlat: open != "[", depth: depth + 1)
    (isInList, isInBranch) = (wasInList, wasInBranch)
    writer.close(end: index)
  }

  /// - Parameter isFlat: whether items of lists in the list are items of it.
  private mutating func readItems(
    _ open: String, named name: ExactString, isFlat: Bool, depth: Int
  ) throws(ReadingStopped) {
    guard depth < Self.maximumDepth else { try stop("values are nested too deeply") }
    index += open.utf8.count
    while true {
      skipSpace(withLines: true)
      guard let byte = peek() else { try stop("unterminated list: missing `]`") }
      if byte == Self.end(of: open) { break }
      let start = index
      if byte == UInt8(ascii: ",") {
        index += 1
      } else if isFlat, let list = listStart {
        try readItems(list, named: name, isFlat: true, depth: depth + 1)
      } else {
        try readExpression(named: name, depth: depth)
      }
      guard index > start else { try stop("expected a value") }
    }
    index += 1
  }

  /// Whether nothing continues the expression here.
  private var endsExpression: Bool {
    var scan = self
    scan.skipSpace(withLines: isScript)
    guard let byte = scan.peek() else { return true }
    return ",]})".utf8.contains(byte) || byte == 0x0A || byte == 0x0D
      || isScript && byte == UInt8(ascii: ";") || isInBranch && byte == UInt8(ascii: ":")
  }

  // MARK: literals

  /// Reads a string, a number, a Boolean, null or, in HCL, a reference; nil for anything else.
  private mutating func readLiteral() -> (Literal, SourceSpan)? {
    let start = index
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      guard isScript || peek() == UInt8(ascii: "\""), skipString() else { return nil }
      return string(SourceSpan(start, index))
    case UInt8(ascii: "<") where starts(with: "<<"): return readHeredoc()
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0.isWord }
      return (.plain, SourceSpan(start, index))
    default:
      guard let word = readName() else { return nil }
      if ["true", "false", "null", "undefined"].contains(word) {
        return (.plain, SourceSpan(start, index))
      }
      guard !isScript, peek() == UInt8(ascii: ".") else { return nil }
      skipReference()
      return (.copied(Array("${".utf8) + bytes[start..<index] + [0x7D]), SourceSpan(start, index))
    }
  }

  /// Skips what follows the first name of a reference: `.hosts["web"].name`.
  private mutating func skipReference() {
    while let byte = peek() {
      if byte == UInt8(ascii: "[") {
        skip { $0 != UInt8(ascii: "]") && $0 != 0x0A }
        guard peek() == UInt8(ascii: "]") else { return }
      } else if !byte.isWord, !".-*".utf8.contains(byte) {
        return
      }
      index += 1
    }
  }

  /// The end of a variable in a string that contains only a reference; nil for other expressions.
  private func referenceEnd(_ start: Int) -> Int? {
    var scan = self
    scan.index = start
    guard scan.readName() != nil, scan.peek() == UInt8(ascii: ".") else { return nil }
    scan.skipReference()
    return scan.peek() == UInt8(ascii: "}") ? scan.index + 1 : nil
  }

  /// The end of a variable in a string that contains `CONDITION ? A : B`; nil for other expressions.
  private func conditionEnd(_ start: Int, before limit: Int) -> Int? {
    let text = bytes[start..<limit].prefix { !"{}\n".utf8.contains($0) }
    let end = text.endIndex
    guard end < limit, bytes[end] == UInt8(ascii: "}"),
      let mark = bytes.firstRange(of: Array(" ? ".utf8), in: start..<end),
      bytes.firstRange(of: Array(" : ".utf8), in: mark.upperBound..<end) != nil
    else { return nil }
    return end + 1
  }

  /// A string without its quotes; nil if it contains expressions other than references.
  private func string(_ span: SourceSpan) -> (Literal, SourceSpan)? {
    var text: [UInt8] = []
    var isCopied = false
    let canHaveVariables = !isScript || bytes[span.start] == UInt8(ascii: "`")
    var place = span.start + 1
    while place < span.end - 1 {
      let byte = bytes[place]
      if canHaveVariables, place + 1 < span.end, bytes[place + 1] == UInt8(ascii: "{"),
        byte == UInt8(ascii: "$") || byte == UInt8(ascii: "%") && !isScript
      {
        guard !isScript, byte == UInt8(ascii: "$"), bytes[place - 1] != UInt8(ascii: "$"),
          let end = referenceEnd(place + 2) ?? conditionEnd(place + 2, before: span.end)
        else { return nil }
        text += bytes[place..<end]
        place = end
        continue
      }
      if byte == UInt8(ascii: "\\"), place + 1 < span.end - 1 {
        isCopied = true
        let next = bytes[place + 1]
        text.append(next == UInt8(ascii: "n") ? 0x0A : next == UInt8(ascii: "t") ? 0x09 : next)
        place += 2
      } else {
        text.append(byte)
        place += 1
      }
    }
    return (isCopied ? .copied(text) : .quoted, span)
  }

  /// `<<EOT` and `<<-EOT`.
  mutating func readHeredoc() -> (Literal, SourceSpan)? {
    let start = index
    index += 2
    if peek() == UInt8(ascii: "-") { index += 1 }
    guard !isScript, let mark = readName() else { return nil }
    skip { $0 != 0x0A }
    var text: [UInt8] = []
    while index < bytes.count {
      index += 1
      let lineStart = index
      skip { $0 != 0x0A }
      let line = bytes[min(lineStart, index)..<index]
      if line.drop(while: { $0 == 0x20 || $0 == 0x09 }).filter({ $0 != 0x0D })
        .elementsEqual(mark.utf8)
      {
        let hasVariables = text.firstRange(of: Array("${".utf8), in: 0..<text.count) != nil
        return hasVariables ? nil : (.copied(text), SourceSpan(start, index))
      }
      text += line + [0x0A]
    }
    return nil
  }

  // MARK: nodes

  private mutating func addKey(_ key: ExactString, _ span: SourceSpan) throws(ReadingStopped) {
    try writer.write(.doubleQuoted, at: span, copying: key.utf8)
  }

  private mutating func add(_ literal: Literal, _ span: SourceSpan) throws(ReadingStopped) {
    switch literal {
    case .plain: try writer.write(.plain, at: span)
    case .quoted:
      try writer.write(.doubleQuoted, at: span, text: SourceSpan(span.start + 1, span.end - 1))
    case .copied(let text): try writer.write(.doubleQuoted, at: span, copying: text)
    }
  }

  /// Adds an expression that isn't literal as a variable, under its own name if it is short. `--define` is for references only.
  private mutating func addComputed(_ name: ExactString, _ span: SourceSpan) throws(ReadingStopped)
  {
    try writer.write(
      .doubleQuoted, at: SourceSpan(span.start, max(span.end, span.start)),
      copying: variable(name, span).utf8)
  }

  /// The variable that stands for an expression.
  private func variable(_ name: ExactString, _ span: SourceSpan) -> String {
    var end = span.end
    while end > span.start, bytes[end - 1].isSpace { end -= 1 }
    let text = bytes[span.start..<end]
    let isSimple =
      (1...80).contains(text.count)
      && text.allSatisfy {
        isScript ? $0.isWord || ".-[]*\"".utf8.contains($0) : !"{}\n\r".utf8.contains($0)
      }
    let shown =
      isSimple
      ? String(decoding: text, as: UTF8.self) : isScript ? name.string : "\(name.string) = …"
    return "${\(shown)}"
  }
}
