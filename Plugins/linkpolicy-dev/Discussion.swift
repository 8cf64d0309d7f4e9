/// The discussion in a command's help, parsed into paragraphs and indented lines to type.
struct Discussion {
  /// Paragraphs and displays in mdoc(7).
  private(set) var body: [String] = []
  /// The text after the line `Examples:`.
  private(set) var examples: [String] = []
  /// The meanings after `Exit status:`, by number.
  private(set) var statuses: [(status: String, meaning: String)] = []

  init(_ text: String) {
    var isFirst = true
    for paragraph in Self.paragraphs(text) {
      if let list = paragraph[0].suffix(after: "Exit status: ") {
        takeStatuses(list.last == "." ? list.dropLast() : list)
        continue
      }
      let isExample = paragraph[0] == "Examples:"
      let lines = Self.mdoc(isExample ? paragraph.dropFirst() : paragraph[...])
      if isExample {
        examples += lines
      } else {
        if !isFirst { body.append(".Pp") }
        isFirst = false
        body += lines
      }
    }
  }

  /// The lines between empty lines.
  private static func paragraphs(_ text: String) -> [[Substring]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).split { $0.isEmpty }
      .map { Array($0) }
  }

  private static func mdoc(_ lines: ArraySlice<Substring>) -> [String] {
    var output: [String] = []
    var isLiteral = false
    for line in lines {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isLiteral {
        output.append(isIndented ? ".Bd -literal -offset indent" : ".Ed")
        isLiteral = isIndented
      }
      output.append(isIndented ? Roff.codeLine(line.dropFirst(2)) : Roff.prose(String(line)))
    }
    return isLiteral ? output + [".Ed"] : output
  }

  /// `0 clean; 1 findings, …; 2 …`
  private mutating func takeStatuses(_ list: Substring) {
    for part in list.split(separator: ";") {
      let words = part.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      statuses.append((String(words[0]), "\(words[1])."))
    }
  }
}

extension Substring {
  /// The text after a prefix; nil if the prefix is missing.
  fileprivate func suffix(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
