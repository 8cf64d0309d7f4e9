extension SecretLines {
  /// The secrets of a file that can't be parsed or has no tree. Hides too much rather than too little:
  ///
  /// * the rest of a line after the name of a secret, up to the closing quote, and more-indented lines below; after a key
  ///   without a value or with a block header, all lines up to the next key;
  /// * the value next to such a name, if the name is itself a value: `name: CLIENT_SECRET`, `<key>…</key>`,
  ///   `android:name="…"`, a CSV column;
  /// * secrets by their contents.
  package static func all(in source: SourceFile) -> [SourceSpan] {
    var search = UnreadSecrets(source)
    search.run()
    let contents = SecretContent.matches(in: source.bytes[...]).map(\.range)
    return search.spans + contents.map { SourceSpan($0.lowerBound, $0.upperBound) }
  }
}

/// The search for secrets line by line.
private struct UnreadSecrets {
  private let source: SourceFile
  private var bytes: [UInt8] { source.bytes }
  private(set) var spans: [SourceSpan] = []
  /// Lines indented more than this column belong to the name above.
  private var column: Int?
  /// The open quote of the value in the line above.
  private var quote: UInt8?
  /// Whether the name above has no value yet, a block header or an open bracket: its lines may be
  /// indented less.
  private var isOpen = false
  /// The number of following lines that may contain the value of a name.
  private var pairLines = 0
  /// The CSV column with secrets.
  private var field: (index: Int, separator: UInt8)?

  init(_ source: SourceFile) { self.source = source }

  mutating func run() {
    readHeader()
    for index in source.lineStarts.indices {
      let span = source.lineSpan(index)
      read(span.start..<span.end, isFirst: index == 0)
    }
  }

  private mutating func hide(_ range: Range<Int>) {
    if !range.isEmpty { spans.append(SourceSpan(range.lowerBound, range.upperBound)) }
  }

  private mutating func read(_ line: Range<Int>, isFirst: Bool) {
    let start = line.first { !bytes[$0].isBlank } ?? line.upperBound
    if let open = quote {
      let close = bytes.offset(of: open, from: line.lowerBound, to: line.upperBound)
      hide(line)
      if close != nil { quote = nil }
      return
    }
    if start == line.upperBound { return }
    hideField(line, isFirst: isFirst)
    hidePair(line, start)
    if let limit = column {
      let depth = start - line.lowerBound
      let isItem = depth == limit && bytes[start] == UInt8(ascii: "-")
      if depth > limit || isItem || (isOpen && !isKey(line, start)) {
        hideValue(start..<line.upperBound)
        return
      }
      column = nil
      isOpen = false
    }
    guard let (name, value) = secret(line, start) else { return }
    column = keyColumn(line, start, name)
    let rest = bytes[value..<line.upperBound]
    isOpen =
      rest.isEmpty || "|>&!#".utf8.contains(rest[rest.startIndex])
      || rest.count { "[{".utf8.contains($0) } > rest.count { "]}".utf8.contains($0) }
    hideValue(value..<line.upperBound)
    if !SecretLines.isReference(rest), let first = rest.first, first == 0x22 || first == 0x27,
      !rest.dropFirst().contains(first)
    {
      quote = first
    }
  }

  /// Hides a value and what follows it. After a reference, hides only a comment that may be a
  /// secret.
  private mutating func hideValue(_ range: Range<Int>) {
    let text = bytes[range]
    guard SecretLines.isReference(text) else { return hide(range) }
    guard let comment = text.firstIndex(of: UInt8(ascii: "#")),
      !SecretLines.isProse(text[comment...])
    else { return }
    hide(comment..<range.upperBound)
  }

  private func keyColumn(_ line: Range<Int>, _ start: Int, _ name: Int) -> Int {
    let isMark = { (byte: UInt8) in
      byte.isBlank || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?")
    }
    let isFirst = bytes[start..<name].allSatisfy { isMark($0) || $0 == 0x22 || $0 == 0x27 }
    // A quote before the name belongs to the key.
    let key = (start..<name).first { !isMark(bytes[$0]) }
    return (isFirst ? key ?? name : start) - line.lowerBound
  }

  /// Returns true for a line that starts with a YAML key or ends a JSON collection.
  private func isKey(_ line: Range<Int>, _ start: Int) -> Bool {
    if "}]".utf8.contains(bytes[start]) { return true }
    guard let word = SecretLines.word(in: bytes, from: start, to: line.upperBound),
      bytes[start..<word.lowerBound].allSatisfy({ " -?\"'".utf8.contains($0) })
    else { return false }
    let end = bytes[word.upperBound..<line.upperBound].drop { $0 == 0x22 || $0 == 0x27 }
    return end.first == UInt8(ascii: ":")
      && (end.dropFirst().first.map(\.isBlank) ?? true)
  }

  /// The first name of a secret in a line, and the start of its value.
  private func secret(_ line: Range<Int>, _ start: Int) -> (name: Int, value: Int)? {
    var index = line.lowerBound
    while let word = SecretLines.word(in: bytes, from: index, to: line.upperBound) {
      index = word.upperBound
      guard SecretName.matches(bytes[word]) else { continue }
      if let value = SecretLines.value(after: word, in: bytes, to: line.upperBound)
        ?? argument(after: word, to: line.upperBound)
      {
        let rest = bytes[value..<line.upperBound]
        // The client's token endpoint.
        if bytes[word].elementsEqual("token".utf8), rest.starts(with: "https://".utf8) { continue }
        return (word.lowerBound, value)
      }
      // `client_secret value` without the colon.
      let before = bytes[start..<word.lowerBound].drop {
        $0.isBlank || $0 == UInt8(ascii: "-")
      }
      // Also in quotes: `"client secret" value`.
      let isQuoted = before.first == 0x22 || before.first == 0x27
      if before.isEmpty || isQuoted && !before.dropFirst().contains(before[before.startIndex]),
        let value = (index..<line.upperBound).first(where: { !bytes[$0].isBlank })
      {
        return (word.lowerBound, value)
      }
    }
    return nil
  }

  /// The start of the value after a quoted name that is an argument, a subscript or an element name:
  /// `resValue("string", "client_secret", "…")`, `["client_secret"] = "…"`, `<client_secret>…`.
  private func argument(after word: Range<Int>, to end: Int) -> Int? {
    guard word.upperBound < end else { return nil }
    let next = bytes[word.upperBound]
    let isQuoted = next == 0x22 || next == 0x27
    guard isQuoted || next == UInt8(ascii: ">") else { return nil }
    let value = (word.upperBound + 1..<end).first { !" \t,]=:)>\"'".utf8.contains(bytes[$0]) }
    guard let value, value > word.upperBound + 1 || !isQuoted else { return nil }
    return bytes[value] == UInt8(ascii: "<") ? nil : value
  }

  // MARK: names that are values

  private mutating func hidePair(_ line: Range<Int>, _ start: Int) {
    if pairLines > 0 {
      pairLines -= 1
      // A separate entry.
      if bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "}") {
        pairLines = 0
      } else {
        if !isPairName(line) { hide(start..<line.upperBound) }
        if contains(["value", "<string", "default", "content"], line) { pairLines = 0 }
      }
    }
    guard let name = pairName(line) else { return }
    let end = (name..<line.upperBound).first { !" \t,;>}/\"'".utf8.contains(bytes[$0]) }
    let rest = end.map { bytes[$0..<line.upperBound] }
    if let end, let rest, !rest.starts(with: "key>".utf8) || rest.count > 4 {
      hide(end..<line.upperBound)
    } else {
      pairLines = 3
    }
  }

  private func isPairName(_ line: Range<Int>) -> Bool { pairName(line) != nil }

  private func contains(_ words: [String], _ line: Range<Int>) -> Bool {
    let text = bytes[line].map { ASCII.lowercased($0) }
    return words.contains { text.firstRange(of: Array($0.utf8), in: text.indices) != nil }
  }

  /// The end of a secret's name that is the value of a key such as `name`.
  private func pairName(_ line: Range<Int>) -> Int? {
    var index = line.lowerBound
    while let word = SecretLines.word(in: bytes, from: index, to: line.upperBound) {
      index = word.upperBound
      guard SecretName.matches(bytes[word]) else { continue }
      let before = bytes[line.lowerBound..<word.lowerBound].reversed()
      let marks = before.prefix { " \t\"':=>".utf8.contains($0) }
      guard marks.contains(where: { ":=>".utf8.contains($0) }) else { continue }
      let key = before.dropFirst(marks.count)
        .prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        .reversed().map { ASCII.lowercased($0) }
      if ["name", "key", "variable", "field", "property"].contains(where: {
        key.elementsEqual($0.utf8)
      }) {
        return index
      }
    }
    return nil
  }

  // MARK: CSV

  private mutating func readHeader() {
    let span = source.lineSpan(0)
    let line = bytes[span.start..<span.end]
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] where line.contains(separator) {
      let fields = line.split(separator: separator, omittingEmptySubsequences: false)
      let isHeader = fields.allSatisfy { field in
        field.allSatisfy { SecretLines.isNameByte($0) || " \"'".utf8.contains($0) }
      }
      guard isHeader, let index = fields.firstIndex(where: { SecretName.matches($0) }) else {
        continue
      }
      field = (index, separator)
      return
    }
  }

  /// Hides a row's field in the column of secrets; the rest of the line if a quote stays open.
  private mutating func hideField(_ line: Range<Int>, isFirst: Bool) {
    guard let field, !isFirst else { return }
    var number = 0
    var start = line.lowerBound
    var isQuoted = false
    for index in line {
      if bytes[index] == 0x22 { isQuoted.toggle() }
      guard bytes[index] == field.separator, !isQuoted else { continue }
      if number == field.index { return hide(start..<index) }
      number += 1
      start = index + 1
    }
    if number == field.index || isQuoted { hide(start..<line.upperBound) }
  }
}
