import EditorSupport
import LinkPolicy
import PolicyDiagnostics
import PolicyText

extension LanguageServer {
  /// A place in an open text.
  private func place(
    _ parameters: JSONValue
  ) throws(ResponseError) -> (document: OpenDocument, offset: Int) {
    let document = try document(parameters)
    guard let position = parameters["position"].flatMap(OpenDocument.position) else {
      throw .parameters("no position")
    }
    return (document, TextPositions(document.source, encoding).offset(of: position))
  }

  /// The open text that a request is about.
  func document(_ parameters: JSONValue) throws(ResponseError) -> OpenDocument {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else {
      throw .parameters("no document")
    }
    guard let document = documents[uri] else {
      throw .parameters("\(UTF8Text.quoted(uri)) is not open")
    }
    return document
  }

  /// The project that holds a text, and its number there.
  mutating func project(
    of document: OpenDocument
  ) -> (project: Project, file: FileID, workspace: EditorWorkspace)? {
    guard let path = document.path, let workspace = workspace(of: path),
      let found = check(workspace).file(path, below: workspace.root)
    else { return nil }
    return (found.project, found.file, workspace)
  }

  /// The project that a text would refer to: its own, or that of its workspace.
  private mutating func context(of document: OpenDocument) -> Project? {
    if let own = project(of: document) { return own.project }
    guard let path = document.path, let workspace = workspace(of: path) else { return nil }
    return check(workspace).projects.first
  }

  // MARK: what stands here

  mutating func hover(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, offset) = try place(parameters)
    let map = DocumentMap(document.source)
    let own = project(of: document)?.file
    guard let hover = Hover(at: offset, in: map, of: context(of: document), file: own) else {
      return .null
    }
    return [
      "contents": ["kind": "markdown", "value": .string(hover.text)],
      "range": TextPositions(document.source, encoding).range(hover.span),
    ]
  }

  mutating func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let (document, offset) = try place(parameters)
    let own = project(of: document)?.file
    let completion = Completion(
      at: offset, in: document.source, of: context(of: document), file: own)
    let range = TextPositions(document.source, encoding).range(completion.replaced)
    return [
      "isIncomplete": false,
      "items": .array(
        completion.items.enumerated().map { index, item in
          let order = String(10_000 + index + (item.isRequired ? 0 : 5_000))
          return [
            "label": .string(item.label), "kind": .int(Self.kind(item.kind)),
            "detail": .string(item.detail), "sortText": .string(order),
            "filterText": .string(item.label),
            "textEdit": ["range": range, "newText": .string(item.text)],
          ]
        }),
    ]
  }

  /// `CompletionItemKind` of the protocol.
  private static func kind(_ kind: Completion.Item.Kind) -> Int {
    switch kind {
    case .key: 10
    case .value: 12
    case .reference: 18
    case .rule: 21
    }
  }

  // MARK: names

  /// The name at a place, with all names of the project.
  private mutating func name(
    _ parameters: JSONValue
  ) throws(ResponseError) -> (
    use: NameUse, names: Names, project: Project, workspace: EditorWorkspace
  )? {
    let (document, offset) = try place(parameters)
    guard let found = project(of: document) else { return nil }
    let names = Names(found.project)
    return names.use(at: offset, in: found.file).map { ($0, names, found.project, found.workspace) }
  }

  private func location(
    _ use: NameUse, _ project: Project, _ workspace: EditorWorkspace
  ) -> JSONValue {
    let source = project.report.sources[use.file.index]
    return [
      "uri": .string(uri(of: EditorWorkspace.absolute(source.name, below: workspace.root))),
      "range": TextPositions(source, encoding).range(use.span),
    ]
  }

  mutating func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else { return .null }
    return .array(
      found.names.uses(of: found.use.name).filter(\.isDeclaration).map {
        location($0, found.project, found.workspace)
      })
  }

  mutating func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else { return [] }
    let wantsDeclaration = parameters[path: "context", "includeDeclaration"]?.isTrue ?? true
    return .array(
      found.names.uses(of: found.use.name).filter { wantsDeclaration || !$0.isDeclaration }.map {
        location($0, found.project, found.workspace)
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
    guard let found = try name(parameters) else { return .null }
    let source = found.project.report.sources[found.use.file.index]
    return [
      "range": TextPositions(source, encoding).range(found.use.span),
      "placeholder": .string(source.text(found.use.span)),
    ]
  }

  mutating func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let found = try name(parameters) else {
      throw .failed("only apps, clients and policies are renamed")
    }
    guard let new = parameters["newName"]?.stringValue else { throw .parameters("no new name") }
    if let problem = found.names.problem(renaming: found.use.name, to: new) {
      throw .failed(problem)
    }
    var edits: [FileID: [JSONValue]] = [:]
    for use in found.names.uses(of: found.use.name) {
      let positions = TextPositions(found.project.report.sources[use.file.index], encoding)
      edits[use.file, default: []].append([
        "range": positions.range(use.span), "newText": .string(new),
      ])
    }
    return workspaceEdit(edits, found.project, found.workspace)
  }

  /// Edits of several files, with their versions where the client takes those.
  func workspaceEdit(
    _ edits: [FileID: [JSONValue]], _ project: Project, _ workspace: EditorWorkspace
  ) -> JSONValue {
    let files = edits.sorted { $0.key < $1.key }.map { file, edits in
      let name = project.report.sources[file.index].name
      return (uri: uri(of: EditorWorkspace.absolute(name, below: workspace.root)), edits: edits)
    }
    guard client.documentChanges else {
      return [
        "changes": .object(files.map { (key: $0.uri, value: .array($0.edits)) })
      ]
    }
    return [
      "documentChanges": .array(
        files.map { file in
          [
            "textDocument": [
              "uri": .string(file.uri),
              "version": documents[file.uri].map { .int($0.version) } ?? .null,
            ],
            "edits": .array(file.edits),
          ]
        })
    ]
  }

  // MARK: the shape of a text

  mutating func documentSymbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let positions = TextPositions(document.source, encoding)
    let symbols = DocumentSymbol.all(in: DocumentMap(document.source))
    guard client.hierarchicalSymbols else {
      return .array(
        symbols.flatMap { section in
          [flat(section, "", document.uri, positions)]
            + section.children.map { flat($0, section.name, document.uri, positions) }
        })
    }
    return .array(symbols.map { Self.nested($0, positions) })
  }

  private static func nested(_ symbol: DocumentSymbol, _ positions: TextPositions) -> JSONValue {
    [
      "name": .string(symbol.name), "kind": .int(kind(symbol.kind)),
      "range": positions.range(symbol.span), "selectionRange": positions.range(symbol.selection),
      "children": .array(symbol.children.map { nested($0, positions) }),
    ]
  }

  private func flat(
    _ symbol: DocumentSymbol, _ container: String, _ uri: String, _ positions: TextPositions
  ) -> JSONValue {
    [
      "name": .string(symbol.name), "kind": .int(Self.kind(symbol.kind)),
      "location": ["uri": .string(uri), "range": positions.range(symbol.span)],
      "containerName": .string(container),
    ]
  }

  /// `SymbolKind` of the protocol.
  private static func kind(_ kind: DocumentSymbol.Kind) -> Int {
    switch kind {
    case .section: 3
    case .app: 5
    case .host: 20
    case .client: 19
    case .test: 6
    }
  }

  mutating func foldingRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    return .array(
      DocumentMap(document.source).foldingRanges.map {
        ["startLine": .int($0.lowerBound), "endLine": .int($0.upperBound)]
      })
  }

  mutating func selectionRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let positions = TextPositions(document.source, encoding)
    let map = DocumentMap(document.source)
    return .array(
      (parameters["positions"]?.items ?? []).map { value in
        let offset = OpenDocument.position(value).map { positions.offset(of: $0) } ?? 0
        let spans = map.selections(at: offset)
        let whole: JSONValue = ["range": positions.range(Span(offset, offset))]
        return spans.reversed().reduce(nil) { outer, span -> JSONValue? in
          var entries: [(key: String, value: JSONValue)] = [("range", positions.range(span))]
          if let outer { entries.append(("parent", outer)) }
          return .object(entries)
        } ?? whole
      })
  }

  mutating func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    switch FormattedFile(document.source).outcome {
    case .changed(let bytes):
      // One edit of what differs: cursors elsewhere stay where they are.
      let old = document.source.bytes
      var start = zip(old, bytes).prefix { $0 == $1 }.count
      var end = zip(old.dropFirst(start).reversed(), bytes.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      while start > 0, old[start - 1] != 0x0A || bytes[start - 1] != 0x0A { start -= 1 }
      while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
      let span = Span(start, old.count - end)
      return [
        [
          "range": TextPositions(document.source, encoding).range(span),
          "newText": .string(String(decoding: bytes[start..<(bytes.count - end)], as: UTF8.self)),
        ]
      ]
    case .unchanged: return []
    case .unreadable(let reason): throw .failed(reason)
    case .unmarked: return []
    case .unproved: throw .failed("the form would mean something else, which is a fault")
    }
  }
}
