/// The report as a JSON document (`Schemas/report.schema.json`).
package struct JSONReporter: Reporter {
  private let version: String
  private let documentation: DocumentationBase?
  /// Additional members at the end.
  private let further: [(key: String, value: JSONValue)]

  /// Creates a reporter.
  package init(
    version: String, documentation: DocumentationBase? = nil,
    further: [(key: String, value: JSONValue)] = []
  ) {
    self.version = version
    self.documentation = documentation
    self.further = further
  }

  package func render(_ report: Report) -> String {
    var value: JSONValue = [
      "schemaVersion": 1, "tool": ["name": "linkpolicy", "version": .string(version)],
      "summary": [
        "files": .int(report.checkedFiles), "errors": .int(report.count(.error)),
        "warnings": .int(report.count(.warning)), "notes": .int(report.count(.note)),
        "suppressed": .int(report.suppressed), "fixable": .int(report.fixable),
      ],
      "diagnostics": .array(report.diagnostics.map { json($0, report) }),
    ]
    if case .object(let members) = value, !further.isEmpty { value = .object(members + further) }
    return value.text(.pretty) + "\n"
  }

  private func json(_ diagnostic: Diagnostic, _ report: Report) -> JSONValue {
    [
      "rule": .string(diagnostic.rule.rawValue), "severity": .string(diagnostic.severity.rawValue),
      "environment": .optional(diagnostic.environment?.rawValue),
      "message": .string(DisplayText.visible(diagnostic.message)),
      "help": .optional(diagnostic.help.map(DisplayText.visible)),
      "url": .string(RuleInfo.url(diagnostic.rule, at: documentation)),
      "file": .string(report.sources[diagnostic.location.file.index].name),
      "path": .string(diagnostic.path), "range": range(diagnostic.location, report),
      "notes": .array(
        diagnostic.notes.map { note in
          [
            "message": .string(DisplayText.visible(note.message)),
            "file": .optional(note.location.map { report.sources[$0.file.index].name }),
            "range": note.location.map { range($0, report) } ?? .null,
          ]
        }),
      "fixes": .array(
        diagnostic.fixes.map { fix in
          [
            "title": .string(DisplayText.visible(fix.title)), "safe": .bool(fix.isSafe),
            "edits": .array(
              fix.edits.map { edit in
                [
                  "file": .string(report.sources[edit.location.file.index].name),
                  "range": range(edit.location, report), "replacement": .string(edit.replacement),
                ]
              }),
          ]
        }),
    ]
  }

  private func range(_ location: SourceLocation, _ report: Report) -> JSONValue {
    let source = report.sources[location.file.index]
    return [
      "start": json(source.position(of: location.span.start)),
      "end": json(source.position(of: location.span.end)),
    ]
  }

  private func json(_ position: Position) -> JSONValue {
    [
      "line": .int(position.line), "column": .int(position.column), "offset": .int(position.offset),
    ]
  }
}
