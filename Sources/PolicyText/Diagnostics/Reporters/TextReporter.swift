/// Findings for people: message, location, source lines with a mark, notes, help.
package struct TextReporter: Reporter {
  private let style: TextStyle
  private let showsFurtherPlaces: Bool
  private let documentation: DocumentationBase?

  /// - Parameter showsFurtherPlaces: shows all locations of grouped findings.
  package init(
    style: TextStyle = TextStyle(hasColor: false), showsFurtherPlaces: Bool = false,
    documentation: DocumentationBase? = nil
  ) {
    self.style = style
    self.showsFurtherPlaces = showsFurtherPlaces
    self.documentation = documentation
  }

  package func render(_ report: Report) -> String {
    var output = ""
    // The approximate size of the findings. Growing by doubling would need twice the memory.
    output.reserveCapacity(report.diagnostics.count * 320)
    write(report, report.diagnostics.indices) { output += $0 }
    return output
  }

  /// Writes some of the findings in pieces.
  package func write(
    _ report: Report, _ findings: Range<Int>, to write: (String) -> Void
  ) {
    var part = TextOutput()
    var groups = RepeatedFindings()
    let isGrouped = style.columns != nil && !showsFurtherPlaces
    for index in findings {
      if isGrouped, groups.take(report.diagnostics[index]) {
        if index + 1 == findings.upperBound { writeGroups(&groups, report, to: &part) }
        continue
      }
      if isGrouped, groups.file != report.diagnostics[index].location.file {
        writeGroups(&groups, report, to: &part)
        _ = groups.take(report.diagnostics[index])
      }
      if index > 0 { part.write("\n") }
      self.write(report.diagnostics[index], report, to: &part)
      if index + 1 == findings.upperBound { writeGroups(&groups, report, to: &part) }
      guard part.count > Self.part else { continue }
      write(part.text)
      part.removeAll()
    }
    write(part.text)
  }

  /// Writes a line for each rule with hidden findings.
  private func writeGroups(
    _ groups: inout RepeatedFindings, _ report: Report, to output: inout TextOutput
  ) {
    for group in groups.left() {
      let source = report.sources[group.first.location.file.index]
      let lines = [group.first, group.last].map {
        source.position(of: $0.location.span.start).line
      }
      output.write("\n")
      let places =
        lines[0] == lines[1] ? "in line \(lines[0])" : "in lines \(lines[0]) to \(lines[1])"
      let name = "\(group.first.severity.rawValue)[\(group.first.rule)]"
      style.write(name, TextStyle.Role(group.first.severity), to: &output)
      write(
        "\(group.count) more in \(DisplayText.visible(source.name)), \(places)",
        after: name.utf8.count, to: &output)
      output.write("\n")
      writeRemark("help", "pass `--verbose` to list them", to: &output)
    }
  }

  /// The number of bytes to collect before they are converted to a string.
  private static let part = 1 << 14

  private func write(_ diagnostic: Diagnostic, _ report: Report, to output: inout TextOutput) {
    let notes = shownNotes(diagnostic)
    let gutter = gutter(diagnostic.location, notes, report)
    let role = TextStyle.Role(diagnostic.severity)
    style.write(role, to: &output) { output in
      output += diagnostic.severity.rawValue
      output.write("[")
      output += style.linked(
        diagnostic.rule.rawValue, to: documentation.map { "\($0.page(of: diagnostic.rule))" })
      output.write("]")
    }
    let used = diagnostic.severity.rawValue.utf8.count + diagnostic.rule.rawValue.utf8.count + 2
    style.write(.emphasis, to: &output) { output in
      write(oneLine(diagnostic.message), after: used, to: &output)
    }
    output.write("\n")
    writePlace(diagnostic.location, report, gutter, to: &output)
    printer(diagnostic.location, report, gutter).write(
      diagnostic.location.span, label: diagnostic.label, role: role, context: true, to: &output)
    for note in notes {
      style.write("note", .note, to: &output)
      write(oneLine(note.message), after: 4, indent: 6, to: &output)
      output.write("\n")
      if let location = note.location {
        writePlace(location, report, gutter, to: &output)
        guard style.showsOtherFiles || location.file == diagnostic.location.file else { continue }
        printer(location, report, gutter).write(
          location.span, label: nil, role: .note, context: false, to: &output)
      }
    }
    if let help = diagnostic.help { writeRemark("help", oneLine(help), to: &output) }
    for fix in diagnostic.fixes {
      let kind = fix.isSafe ? " (--fix)" : " (--fix --unsafe-fixes)"
      writeRemark("fix", oneLine(fix.title) + kind, to: &output)
    }
    if let documentation {
      writeRemark("docs", "\(documentation.page(of: diagnostic.rule))", to: &output)
    }
  }

  private func writeRemark(_ name: String, _ text: String, to output: inout TextOutput) {
    style.write(name, .help, to: &output)
    write(text, after: name.utf8.count, indent: name.utf8.count + 2, to: &output)
    output.write("\n")
  }

  /// Writes `: ` and a message.
  ///
  /// - Parameters:
  ///   - used: the width of the text before it.
  ///   - indent: the indentation of further lines.
  private func write(
    _ text: String, after used: Int, indent: Int = 2, to output: inout TextOutput
  ) {
    if style.columns == nil {
      output.write(": ")
      output += text
    } else {
      output += style.wrapped(": " + text, after: used, indent: indent)
    }
  }

  private func shownNotes(_ diagnostic: Diagnostic) -> [Diagnostic.Note] {
    showsFurtherPlaces ? diagnostic.notes : diagnostic.notes.filter { !$0.isFurther }
  }

  private func writePlace(
    _ location: SourceLocation, _ report: Report, _ gutter: Int, to output: inout TextOutput
  ) {
    let source = report.sources[location.file.index]
    let position = source.position(of: location.span.start)
    output.append(0x20, times: gutter)
    style.write("-->", .frame, to: &output)
    output.write(" ")
    output += DisplayText.visible(source.name)
    output.write(":")
    output += String(position.line)
    output.write(":")
    output += String(position.column)
    output.write("\n")
  }

  private func printer(
    _ location: SourceLocation, _ report: Report, _ gutter: Int
  ) -> SnippetPrinter {
    SnippetPrinter(
      source: report.sources[location.file.index], file: location.file,
      redactions: report.hidden, style: style, gutter: gutter)
  }

  /// The width of the largest line number.
  private func gutter(
    _ location: SourceLocation, _ notes: [Diagnostic.Note], _ report: Report
  ) -> Int {
    var line = report.sources[location.file.index].lineIndex(of: location.span.start)
    for note in notes {
      guard let place = note.location else { continue }
      line = max(line, report.sources[place.file.index].lineIndex(of: place.span.start))
    }
    return String(line + 1).utf8.count
  }

  private func oneLine(_ text: String) -> String { DisplayText.visible(text) }
}

/// Finds the findings after the third of the same rule and file.
private struct RepeatedFindings {
  struct Group {
    var count: Int
    var first: Diagnostic
    var last: Diagnostic
  }

  private(set) var file: FileID?
  private var counts: [RuleID: Int] = [:]
  private var groups: [Group] = []
  private static let shown = 3

  /// Whether to hide a finding of the current file; false for one of another file.
  mutating func take(_ finding: Diagnostic) -> Bool {
    if file == nil { file = finding.location.file }
    guard file == finding.location.file else { return false }
    counts[finding.rule, default: 0] += 1
    guard counts[finding.rule, default: 0] > Self.shown else { return false }
    if let index = groups.firstIndex(where: { $0.first.rule == finding.rule }) {
      groups[index].count += 1
      groups[index].last = finding
    } else {
      groups.append(Group(count: 1, first: finding, last: finding))
    }
    return true
  }

  /// Returns the groups of hidden findings, and starts another file.
  mutating func left() -> [Group] {
    defer { self = RepeatedFindings() }
    return groups
  }
}
