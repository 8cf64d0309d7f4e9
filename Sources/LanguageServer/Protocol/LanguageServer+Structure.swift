import LinkPolicy

extension LanguageServer {
  // MARK: document structure

  mutating func documentSymbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let positions = TextPositions(document.source, encoding)
    let symbols = DocumentSymbol.all(in: PositionIndex(document.source))
    guard client.hierarchicalSymbols else {
      return .array(
        symbols.flatMap { section in
          flat(section, "", document.uri, positions)
        })
    }
    return .array(symbols.map { Self.nested($0, positions) })
  }

  private static func nested(_ symbol: DocumentSymbol, _ positions: TextPositions) -> JSONValue {
    [
      "name": .string(symbol.name), "kind": .int(symbol.kind.rawValue),
      "range": positions.range(symbol.span), "selectionRange": positions.range(symbol.selection),
      "children": .array(symbol.children.map { nested($0, positions) }),
    ]
  }

  /// A symbol and its children, flattened.
  private func flat(
    _ symbol: DocumentSymbol, _ container: String, _ uri: String, _ positions: TextPositions
  ) -> [JSONValue] {
    [
      [
        "name": .string(symbol.name), "kind": .int(symbol.kind.rawValue),
        "location": ["uri": .string(uri), "range": positions.range(symbol.span)],
        "containerName": .string(container),
      ]
    ] + symbol.children.flatMap { flat($0, symbol.name, uri, positions) }
  }

  mutating func foldingRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    return .array(
      PositionIndex(document.source).foldingRanges.map {
        ["startLine": .int($0.lowerBound), "endLine": .int($0.upperBound)]
      })
  }

  mutating func selectionRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let positions = TextPositions(document.source, encoding)
    let map = PositionIndex(document.source)
    return .array(
      (parameters["positions"]?.items ?? []).map { value in
        let offset = OpenDocument.position(value).map { positions.offset(of: $0) } ?? 0
        let spans = map.selections(at: offset)
        let whole: JSONValue = ["range": positions.range(SourceSpan(offset, offset))]
        return spans.reversed().reduce(nil) { outer, span -> JSONValue? in
          var entries: [(key: String, value: JSONValue)] = [("range", positions.range(span))]
          if let outer { entries.append(("parent", outer)) }
          return .object(entries)
        } ?? whole
      })
  }

  /// Formats a document or range as `fmt` does, with small edits that keep other cursors in place.
  mutating func formatting(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let file = FormattedFile(document.source)
    switch file.outcome {
    case .changed, .unchanged, .unmarked: break
    case .unreadable(let reason): throw .failed(reason)
    case .unproved:
      throw .failed("the formatted text would not parse to the same values (internal error)")
    }
    let positions = TextPositions(document.source, encoding)
    let range = parameters["range"].flatMap(OpenDocument.range).map {
      SourceSpan(positions.offset(of: min($0.0, $0.1)), positions.offset(of: max($0.0, $0.1)))
    }
    let edits = file.edits.filter { edit in
      range.map { edit.span.start <= $0.end && $0.start <= edit.span.end } ?? true
    }
    return .array(
      edits.map { edit in
        [
          "range": positions.range(edit.span),
          "newText": .string(String(decoding: edit.text, as: UTF8.self)),
        ]
      })
  }

  // MARK: links and symbols

  mutating func documentLinks(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let document = try document(parameters)
    let positions = TextPositions(document.source, encoding)
    let directory = document.path.map { $0.split(separator: "/").dropLast().joined(separator: "/") }
    let owner = document.path.flatMap { workspace(of: $0) }
    let root = owner?.root
    let site = documentation(of: owner)
    return .array(
      DocumentLink.all(in: PositionIndex(document.source)).compactMap { link in
        let target: String? =
          switch link.target {
          case .besideFile(let path):
            directory.map { DocumentURI.uri(EditorWorkspace.absolute(path, below: "/" + $0)) }
          case .belowRoot(let path):
            root.map { DocumentURI.uri(EditorWorkspace.absolute(path, below: $0)) }
          case .address(let address): address
          case .rule(let rule): site?.page(of: rule)
          }
        return target.map {
          [
            "range": positions.range(link.span), "target": .string($0),
            "tooltip": .string(link.tooltip),
          ]
        }
      })
  }

  mutating func workspaceSymbols(_ parameters: JSONValue) -> JSONValue {
    let query = parameters["query"]?.stringValue ?? ""
    var symbols: [JSONValue] = []
    for workspace in homes {
      for project in check(workspace).projects {
        for symbol in WorkspaceSymbol.all(matching: query, in: project) {
          symbols.append([
            "name": .string(symbol.name), "kind": .int(symbol.kind.rawValue),
            "location": location(symbol.location, project, workspace),
            "containerName": .string(symbol.container),
          ])
        }
      }
    }
    return .array(symbols)
  }
}
