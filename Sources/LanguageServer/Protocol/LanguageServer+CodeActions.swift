import LinkPolicy

extension LanguageServer {
  /// `textDocument/codeAction`: fixes and suppressions of the findings in a range, and other actions, including
  /// those of lenses.
  mutating func codeActions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    guard let (start, end) = parameters["range"].flatMap(OpenDocument.range) else {
      throw .parameters("missing `range`")
    }
    guard client.codeActionLiterals, let found = project(of: document) else { return [] }
    let wanted = parameters[path: "context", "only"]?.items?.compactMap(\.stringValue)
    func isWanted(_ kind: String) -> Bool {
      wanted.map { kinds in kinds.contains { kind == $0 || kind.hasPrefix($0 + ".") } } ?? true
    }
    let positions = TextPositions(document.source, encoding)
    let range = SourceSpan(
      positions.offset(of: min(start, end)), positions.offset(of: max(start, end)))
    let actions = EditorActions(
      project: found.project, file: found.file, range: range, map: PositionIndex(document.source))
    // On save, editors request this action only.
    if wanted == ["source.fixAll.linkpolicy"] || wanted == ["source.fixAll"] {
      guard let fix = actions.fixAll else { return [] }
      return [try value(fix, found.project, found.workspace)]
    }
    let all = actions.all(
      configuration: configurationText(found.workspace), createsFiles: client.createsFiles)
    var values: [JSONValue] = []
    for action in all where isWanted(action.kind.rawValue) {
      values.append(try value(action, found.project, found.workspace))
    }
    if isWanted("source") {
      let line = document.source.lineIndex(of: range.start)
      for lens in lenses(of: document) where document.source.lineIndex(of: lens.span.start) == line
      {
        let action = EditorAction(title: lens.command.title, kind: .source, command: lens.command)
        values.append(try value(action, found.project, found.workspace))
      }
    }
    return .array(values)
  }

  /// `linkpolicy.yaml` of a workspace: the open document, else the file.
  private func configurationText(_ workspace: EditorWorkspace) -> SourceFile? {
    let name = ConfigurationFile.fileName
    let path = EditorWorkspace.absolute(name, below: workspace.root)
    if let open = documents.values.first(where: { $0.path == path }) {
      return SourceFile(name: name, bytes: open.source.bytes)
    }
    return workspace.text(of: name).map { SourceFile(name: name, bytes: $0) }
  }

  private func value(
    _ action: EditorAction, _ project: Project, _ workspace: EditorWorkspace
  ) throws(ResponseError) -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = [
      ("title", .string(action.title)), ("kind", .string(action.kind.rawValue)),
    ]
    if let finding = action.finding {
      let source = project.report.sources[finding.location.file.index]
      let positions = TextPositions(source, encoding)
      entries.append(
        (
          "diagnostics",
          [
            [
              "range": positions.range(finding.location.span), "source": "linkpolicy",
              "code": .string(finding.rule.rawValue), "message": .string(finding.message),
            ]
          ]
        ))
    }
    if action.isPreferred { entries.append(("isPreferred", true)) }
    if !action.edits.isEmpty { entries.append(("edit", try edit(action.edits, workspace))) }
    if let command = action.command {
      entries.append(("command", value(command, workspace)))
    }
    return .object(entries)
  }

  /// A command as clients send it back, with its workspace.
  func value(_ command: EditorCommand, _ workspace: EditorWorkspace) -> JSONValue {
    let place: JSONValue = ["workspace": .string(DocumentURI.uri(workspace.root))]
    return [
      "title": .string(command.title), "command": .string(command.name.rawValue),
      "arguments": .array(command.arguments + [place]),
    ]
  }

  private func isCurrent(_ file: FileEdit, _ workspace: EditorWorkspace) -> Bool {
    let path = EditorWorkspace.absolute(file.path, below: workspace.root)
    if let open = documents.values.first(where: { $0.path == path }) {
      return open.source.bytes == file.source.bytes
    }
    return workspace.text(of: path) == file.source.bytes
  }

  /// A workspace edit, with document versions if the client supports them.
  ///
  /// - Throws: if a file has changed since the check.
  func edit(
    _ files: [FileEdit], _ workspace: EditorWorkspace
  ) throws(ResponseError) -> JSONValue {
    for file in files where !file.isNew && !isCurrent(file, workspace) { throw .contentModified }
    let values = files.map { file in
      let positions = TextPositions(file.source, encoding)
      return (
        uri: uri(of: EditorWorkspace.absolute(file.path, below: workspace.root)),
        edits: JSONValue.array(
          file.edits.map {
            ["range": positions.range($0.span), "newText": .string($0.text)]
          }), isNew: file.isNew
      )
    }
    guard client.documentChanges else {
      return ["changes": .object(values.map { (key: $0.uri, value: $0.edits) })]
    }
    return [
      "documentChanges": .array(
        values.flatMap { file -> [JSONValue] in
          let change: JSONValue = [
            "textDocument": [
              "uri": .string(file.uri),
              "version": documents[file.uri].map { .int($0.version) } ?? .null,
            ],
            "edits": file.edits,
          ]
          return file.isNew ? [["kind": "create", "uri": .string(file.uri)], change] : [change]
        })
    ]
  }
}
