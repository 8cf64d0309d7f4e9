import PolicyText

/// Findings for people: header, place, snippet with a mark, notes with their own places, help.
package struct TextReporter: Reporter {
  /// The name after `--format`.
  package static let name = "text"
  private let style: TextStyle
  private let showsFurtherPlaces: Bool
  private let documentation: DocumentationBase?

  /// A reporter with or without colours.
  ///
  /// - Parameter showsFurtherPlaces: all places of a finding about many.
  package init(
    style: TextStyle = TextStyle(hasColor: false), showsFurtherPlaces: Bool = false,
    documentation: DocumentationBase? = nil
  ) {
    self.style = style
    self.showsFurtherPlaces = showsFurtherPlaces
    self.documentation = documentation
  }

  /// The whole output, with its final newline.
  package func render(_ report: Report) -> String {
    var output = ""
    // About what a finding takes: growing by doubling would hold a report of megabytes twice.
    output.reserveCapacity(report.diagnostics.count * 320)
    for diagnostic in report.diagnostics {
      if !output.isEmpty { output += "\n" }
      output += render(diagnostic, report)
    }
    return output
  }

  private func render(_ diagnostic: Diagnostic, _ report: Report) -> String {
    let gutter = gutter(diagnostic, report)
    let heading = "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)]"
    var output = style.paint(heading, diagnostic.severity)
    output += style.paint(": \(oneLine(diagnostic.message))", .emphasis) + "\n"
    output += place(diagnostic.location, report, gutter)
    output += printer(diagnostic.location, report, gutter).snippet(
      diagnostic.location.span, label: diagnostic.label, role: role(diagnostic.severity),
      context: true)
    for note in shownNotes(diagnostic) {
      output += "\(style.paint("note", TextStyle.Role.note)): \(oneLine(note.message))\n"
      if let location = note.location {
        output += place(location, report, gutter)
        guard style.showsOtherFiles || location.file == diagnostic.location.file else { continue }
        output += printer(location, report, gutter).snippet(
          location.span, label: nil, role: .note, context: false)
      }
    }
    if let help = diagnostic.help {
      output += "\(style.paint("help", .help)): \(oneLine(help))\n"
    }
    for fix in diagnostic.fixes {
      let kind = fix.isSafe ? "--fix" : "--fix --unsafe-fixes"
      output += "\(style.paint("fix", .help)): \(oneLine(fix.title)) (\(kind))\n"
    }
    if let documentation {
      output += "\(style.paint("docs", .help)): \(documentation.page(of: diagnostic.rule))\n"
    }
    return output
  }

  private func shownNotes(_ diagnostic: Diagnostic) -> [Diagnostic.Note] {
    showsFurtherPlaces ? diagnostic.notes : diagnostic.notes.filter { !$0.isFurther }
  }

  private func place(_ location: SourceLocation, _ report: Report, _ gutter: Int) -> String {
    let source = report.sources[location.file.index]
    let position = source.position(of: location.span.start)
    let arrow = String(repeating: " ", count: gutter) + style.paint("-->", .frame)
    return "\(arrow) \(UTF8Text.visible(source.name)):\(position.line):\(position.column)\n"
  }

  private func printer(
    _ location: SourceLocation, _ report: Report, _ gutter: Int
  ) -> SnippetPrinter {
    SnippetPrinter(
      source: report.sources[location.file.index], file: location.file,
      redactions: report.hidden, style: style, gutter: gutter)
  }

  /// Digits of the largest line number that is shown.
  private func gutter(_ diagnostic: Diagnostic, _ report: Report) -> Int {
    let places = [diagnostic.location] + shownNotes(diagnostic).compactMap(\.location)
    return places.map {
      String(report.sources[$0.file.index].lineIndex(of: $0.span.start) + 1).utf8.count
    }.max() ?? 1
  }

  private func role(_ severity: Severity) -> TextStyle.Role {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }

  private func oneLine(_ text: String) -> String { UTF8Text.visible(text) }
}
