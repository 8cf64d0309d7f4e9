import LinkPolicy
import PolicyText

/// Findings for clients that ask for them (LSP 3.17, "Pull Diagnostics"): only where the setting `diagnostics.pull`
/// says so, since clients that also take what is sent show both.
extension LanguageServer {
  /// The findings of one text, or that they are those of the last answer.
  mutating func findings(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else {
      throw .parameters("no document")
    }
    let file = allFindings().last { $0.uri == uri }
    return .object(
      Self.report(
        file ?? FileFindings.File(uri: uri), parameters["previousResultId"]?.stringValue))
  }

  /// The findings of all files; those that the client has already are named only.
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

  /// The findings of all files, one entry for each; found once for each state of the texts.
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
