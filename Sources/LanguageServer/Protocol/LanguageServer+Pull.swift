import PolicyText

/// Pull diagnostics (LSP 3.17), only with the setting `diagnostics.pull`, because clients that
/// support both pull and push show findings twice.
extension LanguageServer {
  /// The findings of one document, or that they are unchanged.
  mutating func findings(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else {
      throw .parameters("missing `textDocument`")
    }
    let file = allFindings().last { $0.uri == uri }
    return .object(
      Self.report(
        file ?? FileFindings.File(uri: uri), parameters["previousResultId"]?.stringValue))
  }

  /// The findings of all files; unchanged ones are only named.
  mutating func workspaceFindings(_ parameters: JSONValue) -> JSONValue {
    let known = Dictionary(
      (parameters["previousResultIds"]?.items ?? []).compactMap { entry in
        entry["uri"]?.stringValue.flatMap { uri in
          entry["value"]?.stringValue.map { (uri, $0) }
        }
      }, uniquingKeysWith: { _, last in last })
    var files = allFindings()
    let found = Set(files.map(\.uri))
    files += known.keys.filter { !found.contains($0) }.sorted().map { FileFindings.File(uri: $0) }
    return [
      "items": .array(
        files.map { file in
          .object(
            [
              ("uri", .string(file.uri)),
              ("version", documents[file.uri].map { .int($0.checkedVersion) } ?? .null),
            ] + Self.report(file, known[file.uri]))
        })
    ]
  }

  private static func report(
    _ file: FileFindings.File, _ known: String?
  ) -> [(key: String, value: JSONValue)] {
    let digest = FindingsDigest(file.values)
    let isKnown = known == digest.text
    return [
      ("kind", isKnown ? "unchanged" : "full"), ("resultId", .string(digest.text)),
    ] + (isKnown ? [] : [("items", .array(file.values))])
  }

  /// The findings of all files, computed once for each state of the documents.
  mutating func allFindings() -> [FileFindings.File] {
    if let pulled { return pulled }
    var files: [FileFindings.File] = []
    var places: [String: Int] = [:]
    for workspace in homes {
      for file in FileFindings(check(workspace), workspace, self).files {
        if let place = places[file.uri] {
          files[place] = file
        } else {
          places[file.uri] = files.count
          files.append(file)
        }
      }
    }
    if isPulled { pulled = files }
    return files
  }
}
