import LinkPolicy

extension LanguageServer {
  mutating func codeLenses(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    guard settings.hasCodeLenses, let workspace = project(of: document)?.workspace else {
      return []
    }
    let positions = TextPositions(document.source, encoding)
    return .array(
      lenses(of: document).map { lens in
        let line = positions.position(of: lens.span.start).line
        let end = positions.position(of: document.source.lineSpan(line).end)
        return [
          "range": ["start": ["line": .int(line), "character": 0], "end": end.json],
          "command": value(lens.command, workspace),
        ]
      })
  }

  /// The lenses of a document, with the summary of the last save above its first line.
  mutating func lenses(of document: OpenDocument) -> [EditorLens] {
    guard let found = project(of: document) else { return [] }
    let root = found.workspace.root
    var summary: [EditorCommand] = []
    if let count = stale[root], count > 0 {
      summary.append(
        EditorCommand(
          "\(count) generated file\(count == 1 ? "" : "s") out of date", .previewGenerated, []))
    }
    if let count = differences[root]?.count(.widening), count > 0 {
      summary.append(
        EditorCommand(
          "\(count) widening\(count == 1 ? "" : "s") against \(settings.diffBase)", .diff, []))
    }
    return EditorLens.all(
      in: found.file, of: found.project, outcomes(of: found.project, root), summary: summary)
  }

  /// The test results, computed once for each state of the documents.
  private mutating func outcomes(of project: Project, _ root: String) -> TestOutcomes {
    if let known = outcomes[root] { return known }
    let result = TestOutcomes(project)
    outcomes[root] = result
    return result
  }

  mutating func inlayHints(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    guard let found = project(of: document) else { return [] }
    let positions = TextPositions(document.source, encoding)
    var hints: [InlayHint] = []
    if settings.hintsTests {
      hints += InlayHint.tests(
        found.file, of: found.project, outcomes(of: found.project, found.workspace.root))
    }
    if settings.hintsValues {
      hints += InlayHint.values(PositionIndex(document.source), found.file, of: found.project)
    }
    let range = parameters["range"].flatMap(OpenDocument.range).map {
      SourceSpan(positions.offset(of: $0.0), positions.offset(of: $0.1))
    }
    return .array(
      hints.filter { hint in range?.holds(hint.offset) ?? true }.map { hint in
        var entries: [(key: String, value: JSONValue)] = [
          ("position", positions.position(of: hint.offset).json), ("label", .string(hint.label)),
          ("paddingLeft", true),
        ]
        if !hint.tooltip.isEmpty {
          entries.append(("tooltip", ["kind": "markdown", "value": .string(hint.tooltip)]))
        }
        return .object(entries)
      })
  }
}
