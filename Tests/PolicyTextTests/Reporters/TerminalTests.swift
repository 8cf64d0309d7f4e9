import PolicyText
import Testing

/// Output on terminals: no line is wider than the terminal, and marks are below the marked text.
@Suite struct TerminalTests {
  private static let widths = [40, 80, 120]

  private func output(
    _ report: Report, width: Int, hasColor: Bool = false, showsFurtherPlaces: Bool = true
  ) -> String {
    var style = TextStyle(hasColor: hasColor)
    style.columns = width
    return TextReporter(
      style: style, showsFurtherPlaces: showsFurtherPlaces,
      documentation: DocumentationBase("https://docs.example/rules")
    ).render(report)
  }

  private func report(
    _ line: String, _ mark: Range<Int>, message: String = "m", label: String? = nil
  ) -> Report {
    let finding = Diagnostic(
      rule: "uri-wildcard", severity: .error, message: message, help: message, label: label,
      location: SourceLocation(
        file: FileID(0), span: SourceSpan(mark.lowerBound, mark.upperBound)),
      notes: [.init(message)])
    return Report(
      sources: [SourceFile(name: "p.yaml", bytes: Array("\(line)\n".utf8))],
      diagnostics: [finding])
  }

  /// Returns lines that are too wide although they could be wrapped.
  private func tooWide(_ output: String, _ width: Int) -> [Substring] {
    output.split(separator: "\n").filter { line in
      guard WrappedText.columns(of: line) > width else { return false }
      // A value, URL or path is not split, and follows its indentation or line number.
      let words = WrappedText.lines(String(line), width: 1).filter { !$0.isEmpty }
      let names = ["help:", "fix:", "note:", "docs:", "-->", "|"]
      return words.count(where: { !names.contains($0) }) > 1
    }
  }

  @Test(arguments: widths, [false, true])
  func `no line is wider than the terminal`(width: Int, hasColor: Bool) {
    let texts = [
      "the redirect URI `https://www.acme.example/a b c d e f g h i j k l m n o p q r s` is bad",
      "a message of many short words that goes on and on until no terminal has enough room for it",
      "`one value` and \(String(repeating: "w", count: 130)) and `another value with blanks`",
      "a single ` backtick and some words behind it, to see that it does not start a value here",
    ]
    let line = "redirect_uris: [\(String(repeating: "https://é.acme.example/cb, ", count: 20))]"
    for text in texts {
      for start in stride(from: 16, to: 500, by: 27) {
        let report = report(line, start..<(start + 25), message: text, label: text)
        let output = output(report, width: width, hasColor: hasColor)
        // Links and colors have no width.
        let shown = output.replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
          .replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(tooWide(shown, width) == [])
      }
    }
    let sample = output(SampleReport.report, width: width)
    #expect(
      tooWide(sample, width).allSatisfy { $0.contains("-->") || $0.contains("::") }, "\(sample)")
  }

  @Test(arguments: widths)
  func `a value is never split`(width: Int) {
    let value = "`https://www.acme.example/a b c`"
    for count in 0..<60 {
      let message = String(repeating: "x ", count: count) + "\(value) is not registered"
      #expect(output(report("a: b", 0..<1, message: message), width: width).contains(value))
    }
  }

  @Test(arguments: widths, ["", "é", "漢", "\t", "\u{202E}"])
  func `a mark is below its text`(width: Int, filler: String) throws {
    let piece = "abcdefghij" + filler
    let before = String(repeating: piece, count: 30)
    for count in stride(from: 0, to: before.count, by: 7) {
      for value in ["https://x.example/cb", String(repeating: "0123456789", count: 20)] {
        let start = String(before.prefix(count))
        let line = start + "<\(value)>" + before
        let from = start.utf8.count
        let report = report(line, from..<(from + value.utf8.count + 2))
        let lines = output(report, width: width).split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.contains("^") })
        let mark = try #require(lines[index].firstRange(of: /\^+/))
        let column = WrappedText.columns(of: lines[index][..<mark.lowerBound])
        let shown = lines[index - 1]
        let first = try #require(shown.firstIndex(of: "<"))
        #expect(WrappedText.columns(of: shown[..<first]) == column, "\(shown)")
        let length = lines[index][mark].utf8.count
        let text = shown[first...].prefix(length)
        #expect(("<\(value)>".hasPrefix(text)), "\(shown)")
        #expect(text.count == length && length >= min(20, width / 2), "\(shown)")
        #expect(WrappedText.columns(of: shown) <= width)
      }
    }
  }

  @Test(arguments: widths)
  func `a label that doesn't fit after the mark is below it`(width: Int) throws {
    let label = "did you mean `https://app.acme.example/callback`?"
    let line = String(repeating: "x", count: 20)
    let lines = output(report(line, 10..<20, label: label), width: width)
      .split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("^") })
    #expect(lines[index].contains(label) == (width >= 80))
    #expect(width >= 80 || lines[index + 1].contains("did you mean"))
  }

  @Test func `lines written to a pipe have any length`() {
    let message = String(repeating: "many words ", count: 40)
    let output = TextReporter().render(report("a: b", 0..<1, message: message, label: message))
    #expect(output.contains("error[uri-wildcard]: \(message)\n"))
    #expect(output.contains("^ \(message)\n"))
    #expect(output.contains("note: \(message)\n"))
  }
}
