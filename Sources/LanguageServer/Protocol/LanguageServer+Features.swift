import LinkPolicy
import PolicyText

extension LanguageServer {
  /// A position in an open document.
  private func place(
    _ parameters: JSONValue
  ) throws(ResponseError) -> (document: OpenDocument, offset: Int) {
    let document = try document(parameters)
    guard let position = parameters["position"].flatMap(OpenDocument.position) else {
      throw .parameters("missing `position`")
    }
    return (document, TextPositions(document.source, encoding).offset(of: position))
  }

  /// The open document of a request.
  func document(_ parameters: JSONValue) throws(ResponseError) -> OpenDocument {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else {
      throw .parameters("missing `textDocument`")
    }
    guard let document = documents[uri] else {
      throw .parameters("\(DisplayText.quoted(uri)) is not open")
    }
    return document
  }

  /// The project that contains a document, and its file in it.
  mutating func project(
    of document: OpenDocument
  ) -> (project: Project, file: FileID, workspace: EditorWorkspace)? {
    guard let path = document.path, !document.isAhead, let workspace = workspace(of: path),
      let found = check(workspace).file(path, below: workspace.root)
    else { return nil }
    return (found.project, found.file, workspace)
  }

  /// The project of a document, or of its workspace.
  private mutating func context(of document: OpenDocument) -> Project? {
    if let own = project(of: document) { return own.project }
    guard let path = document.path, let workspace = workspace(of: path) else { return nil }
    return check(workspace).projects.first
  }

  // MARK: the element at the cursor

  mutating func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, offset) = try place(parameters)
    guard settings.assist != .off else { return .null }
    let map = PositionIndex(document.source)
    let own = project(of: document)
    let root = own?.workspace.root
    let paths = Dictionary(
      documents.values.compactMap { open in open.path.map { ($0, open.uri) } },
      uniquingKeysWith: { first, _ in first })
    let hover = Hover(at: offset, in: map, of: context(of: document), file: own?.file) { source in
      root.map { root in
        let path = EditorWorkspace.absolute(source.file, below: root)
        return "\(paths[path] ?? DocumentURI.uri(path))#L\(source.line)"
      }
    }
    guard let hover, settings.assist == .full || !hover.isOfSchema else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(hover.text)],
      "range": TextPositions(document.source, encoding).range(hover.span),
    ]
  }

  mutating func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, offset) = try place(parameters)
    guard settings.assist != .off else { return ["isIncomplete": false, "items": []] }
    let own = project(of: document)?.file
    let completion = Completion(
      at: offset, in: document.source, of: context(of: document), file: own)
    let range = TextPositions(document.source, encoding).range(completion.replaced)
    return [
      "isIncomplete": false,
      "items": .array(
        completion.items.filter { settings.assist == .full || $0.kind == .reference }.enumerated()
          .map { index, item in
            let order = String(10_000 + index + (item.isRequired ? 0 : 5_000))
            var entries: [(key: String, value: JSONValue)] = [
              ("label", .string(item.label)), ("kind", .int(item.kind.rawValue)),
              ("detail", .string(item.detail)), ("sortText", .string(order)),
              // In quotes, the text to filter starts with the quote.
              ("filterText", .string(document.filter(completion.replaced) + item.label)),
              ("textEdit", ["range": range, "newText": .string(item.text)]),
            ]
            if !item.documentation.isEmpty {
              entries.append(
                ("documentation", ["kind": "markdown", "value": .string(item.documentation)]))
            }
            return .object(entries)
          }),
    ]
  }

  // MARK: names

  /// The name at a position, and the symbol index of the project.
  private mutating func name(
    _ parameters: JSONValue
  ) throws(ResponseError) -> (
    use: NameUse, names: SymbolIndex, project: Project, workspace: EditorWorkspace
  )? {
    let (document, offset) = try place(parameters)
    guard let found = project(of: document) else { return nil }
    let names = SymbolIndex(found.project)
    return names.use(at: offset, in: found.file).map { ($0, names, found.project, found.workspace) }
  }

  func location(
    _ place: SourceLocation, _ project: Project, _ workspace: EditorWorkspace
  ) -> JSONValue {
    let source = project.report.sources[place.file.index]
    return [
      "uri": .string(uri(of: EditorWorkspace.absolute(source.name, below: workspace.root))),
      "range": TextPositions(source, encoding).range(place.span),
    ]
  }

  mutating func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else { return try decidingPlace(parameters) }
    return .array(
      found.names.uses(of: found.use.name).filter(\.isDeclaration).map {
        location($0.location, found.project, found.workspace)
      })
  }

  /// Elsewhere in a test: the entry that decides it.
  private mutating func decidingPlace(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, offset) = try place(parameters)
    guard let found = project(of: document),
      let location = found.project.decidingPlace(ofTestAt: offset, in: found.file)
    else { return .null }
    return [self.location(location, found.project, found.workspace)]
  }

  mutating func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else { return [] }
    let wantsDeclaration = parameters[path: "context", "includeDeclaration"]?.isTrue ?? true
    return .array(
      found.names.uses(of: found.use.name).filter { wantsDeclaration || !$0.isDeclaration }.map {
        location($0.location, found.project, found.workspace)
      })
  }

  mutating func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else { return [] }
    let positions = TextPositions(found.project.report.sources[found.use.file.index], encoding)
    return .array(
      found.names.uses(of: found.use.name).filter { $0.file == found.use.file }.map {
        ["range": positions.range($0.span), "kind": $0.isDeclaration ? 3 : 2]
      })
  }

  mutating func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters), !found.use.isExternal, found.use.name.kind != .host
    else {
      return .null
    }
    let source = found.project.report.sources[found.use.file.index]
    return [
      "range": TextPositions(source, encoding).range(found.use.span),
      "placeholder": .string(source.text(found.use.span)),
    ]
  }

  mutating func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else {
      throw .failed("can rename only apps, clients, policies, variables, features and anchors")
    }
    guard !found.use.isExternal else {
      throw .failed("can't rename a platform identifier")
    }
    guard let new = parameters["newName"]?.stringValue else {
      throw .parameters("missing `newName`")
    }
    if let problem = found.names.problem(renaming: found.use.name, to: new) {
      throw .failed(problem)
    }
    var edits: [FileID: [(span: SourceSpan, text: String)]] = [:]
    for use in found.names.edits(renaming: found.use.name) {
      edits[use.file, default: []].append((use.span, new))
    }
    let files = edits.sorted { $0.key < $1.key }.map { file, edits in
      FileEdit(
        found.project.report.sources[file.index], edits.sorted { $0.span < $1.span })
    }
    return try edit(files, found.workspace)
  }
}
