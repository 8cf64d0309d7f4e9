import EditorSupport
import LinkPolicy
import PolicyDiagnostics
import PolicyText

extension LanguageServer {
  /// Fixes of the findings in a range, fix all, and a comment that accepts a finding.
  ///
  /// Findings are looked up anew by their places: what a client sends back of them does not count.
  mutating func codeActions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    guard let (start, end) = parameters["range"].flatMap(OpenDocument.range) else {
      throw .parameters("no range")
    }
    guard client.codeActionLiterals, let found = project(of: document) else { return [] }
    let wanted = parameters[path: "context", "only"]?.items?.compactMap(\.stringValue)
    func isWanted(_ kind: String) -> Bool {
      wanted.map { kinds in kinds.contains { kind == $0 || kind.hasPrefix($0 + ".") } } ?? true
    }
    let positions = TextPositions(document.source, encoding)
    let range = Span(
      positions.offset(of: min(start, end)), positions.offset(of: max(start, end)))
    var actions: [JSONValue] = []
    if isWanted("quickfix") {
      for diagnostic in found.project.report.diagnostics
      where diagnostic.location.file == found.file && diagnostic.location.span.touches(range) {
        actions += fixes(of: diagnostic, found.project, found.workspace)
        actions += suppression(of: diagnostic, document, found.project, found.workspace, found.file)
      }
    }
    if isWanted("source.fixAll.linkpolicy"),
      let all = fixAll(document, found.project, found.workspace, found.file)
    {
      actions.append(all)
    }
    return .array(actions)
  }

  private func fixes(
    of diagnostic: Diagnostic, _ project: Project, _ workspace: EditorWorkspace
  ) -> [JSONValue] {
    diagnostic.fixes.enumerated().map { index, fix in
      var edits: [FileID: [JSONValue]] = [:]
      for edit in fix.edits {
        let source = project.report.sources[edit.location.file.index]
        edits[edit.location.file, default: []].append([
          "range": TextPositions(source, encoding).range(edit.location.span),
          "newText": .string(edit.replacement),
        ])
      }
      let title = fix.isSafe ? fix.title : "\(fix.title) (may change the meaning)"
      return [
        "title": .string(title), "kind": "quickfix", "isPreferred": .bool(fix.isSafe && index == 0),
        "edit": workspaceEdit(edits, project, workspace),
      ]
    }
  }

  /// `# linkpolicy: ignore[rule]` above the line, without a reason: `suppression-reason` then asks for one.
  private func suppression(
    of diagnostic: Diagnostic, _ document: OpenDocument, _ project: Project,
    _ workspace: EditorWorkspace, _ file: FileID
  ) -> [JSONValue] {
    let isYAML = InputKind(path: document.path ?? "") == .policy
    guard isYAML, !Suppression.isRefused(diagnostic.rule) else { return [] }
    let source = document.source
    let line = source.lineSpan(source.lineIndex(of: diagnostic.location.span.start))
    let indent = source.bytes[line.start..<line.end].prefix { $0 == 0x20 }
    let text =
      String(decoding: indent, as: UTF8.self)
      + "# linkpolicy: ignore[\(diagnostic.rule.rawValue)] \n"
    let edit: JSONValue = [
      "range": TextPositions(source, encoding).range(Span(line.start, line.start)),
      "newText": .string(text),
    ]
    return [
      [
        "title": .string("ignore \(diagnostic.rule.rawValue) here"), "kind": "quickfix",
        "edit": workspaceEdit([file: [edit]], project, workspace),
      ]
    ]
  }

  /// All safe fixes of the file, to the fixed point; nil where there is none.
  private func fixAll(
    _ document: OpenDocument, _ project: Project, _ workspace: EditorWorkspace, _ file: FileID
  ) -> JSONValue? {
    guard project.report.diagnostics.contains(where: { $0.fixes.contains(where: \.isSafe) }) else {
      return nil
    }
    let fixed = AppliedFixes(to: project)
    guard fixed.changed.contains(file.index) else { return nil }
    let whole = Span(0, document.source.bytes.count)
    let edit: JSONValue = [
      "range": TextPositions(document.source, encoding).range(whole),
      "newText": .string(
        String(decoding: fixed.files[file.index].source.bytes, as: UTF8.self)),
    ]
    return [
      "title": "fix all that is safe to fix", "kind": "source.fixAll.linkpolicy",
      "edit": workspaceEdit([file: [edit]], project, workspace),
    ]
  }
}

/// Findings that no comment may silence.
private enum Suppression {
  static func isRefused(_ rule: RuleID) -> Bool {
    rule == "client-secret-in-policy" || !RuleCatalogue.canBeSuppressed(rule)
  }
}

extension Span {
  /// True where both have a byte in common, or one is empty and lies in or at the other.
  fileprivate func touches(_ other: Span) -> Bool { start <= other.end && other.start <= end }
}
