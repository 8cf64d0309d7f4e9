/// The results of a SARIF log.
struct SARIFResults {
  let report: Report
  let context: ReporterContext
  /// The index of each rule in the log.
  let rules: [RuleID: Int]

  /// One result per finding.
  func results() -> [JSONValue] {
    let fingerprints = report.fingerprints(context.repositoryPath)
    var files: [FileID: FileFacts] = [:]
    func facts(_ file: FileID) -> FileFacts {
      if let known = files[file] { return known }
      let source = report.sources[file.index]
      let facts = FileFacts(
        columns: UTF16Columns(source),
        uri: Self.uri(context.repositoryPath(source.name)))
      files[file] = facts
      return facts
    }
    var hashes: [FileID: LineHashes] = [:]
    return report.diagnostics.enumerated().map { index, diagnostic in
      let file = diagnostic.location.file
      let lines = hashes[file] ?? LineHashes(report.sources[file.index])
      hashes[file] = lines
      return result(diagnostic, lines.lines, fingerprints[index], facts)
    }
  }

  private struct FileFacts {
    var columns: UTF16Columns
    var uri: String
  }

  private func result(
    _ diagnostic: Diagnostic, _ hashes: [String], _ fingerprint: String,
    _ facts: (FileID) -> FileFacts
  ) -> JSONValue {
    let notes = diagnostic.notes.filter { $0.location != nil }
    var entries: [(key: String, value: JSONValue)] = [
      ("ruleId", .string(diagnostic.rule.rawValue)),
      ("ruleIndex", .int(rules[diagnostic.rule] ?? -1)),
      ("level", .string(diagnostic.severity.rawValue)),
      ("message", ["text": .string(message(diagnostic))]),
    ]
    var place = location(diagnostic.location, facts)
    if !diagnostic.path.isEmpty {
      place.append(
        (
          "logicalLocations",
          [["fullyQualifiedName": .string(DisplayText.visible(diagnostic.path))]]
        ))
    }
    entries.append(("locations", [.object(place)]))
    if !notes.isEmpty {
      let related = notes.enumerated().map { index, note -> JSONValue in
        var entries: [(key: String, value: JSONValue)] = [("id", .int(index + 1))]
        if let location = note.location { entries += self.location(location, facts) }
        entries.append(("message", ["text": .string(Self.plain(note.message))]))
        return .object(entries)
      }
      entries.append(("relatedLocations", .array(related)))
    }
    let line = facts(diagnostic.location.file).columns.position(
      of: diagnostic.location.span.start
    ).line
    var prints: [(key: String, value: JSONValue)] = [("linkpolicyFinding/v2", .string(fingerprint))]
    if hashes.indices.contains(line - 1) {
      prints.insert(("primaryLocationLineHash", .string(hashes[line - 1])), at: 0)
    }
    entries.append(("partialFingerprints", .object(prints)))
    if !diagnostic.fixes.isEmpty {
      entries.append(("fixes", .array(diagnostic.fixes.map { fix($0, facts) })))
    }
    if let environment = diagnostic.environment {
      entries.append(("properties", ["environment": .string(environment.rawValue)]))
    }
    return .object(entries)
  }

  // MARK: messages

  /// The message as sentences. GitHub shows only notes that the message links to.
  private func message(_ diagnostic: Diagnostic) -> String {
    var text = Self.plain(diagnostic.message)
    var related = 0
    for note in diagnostic.notes {
      if note.location != nil {
        related += 1
        text += "; [\(Self.linkText(note.message))](\(related))"
      } else {
        text += "; \(Self.plain(note.message))"
      }
    }
    if let help = diagnostic.help { text += "\n\(Self.plain(help))" }
    return text
  }

  /// Escapes everything that SARIF reads as a link (section 3.11.6), so values can't create one.
  static func plain(_ text: String) -> String {
    var output = ""
    var previous: Unicode.Scalar = " "
    for scalar in DisplayText.visible(text).unicodeScalars {
      if previous == "]", scalar == "(" { output += " " }
      output.unicodeScalars.append(scalar)
      previous = scalar
    }
    return output
  }

  /// The text of a link: brackets and backslashes escaped.
  private static func linkText(_ text: String) -> String {
    DisplayText.escaped(
      DisplayText.visible(text), ["[": "\\[", "]": "\\]", "\\": "\\\\"])
  }

  // MARK: locations

  private func location(
    _ location: SourceLocation, _ facts: (FileID) -> FileFacts
  ) -> [(key: String, value: JSONValue)] {
    let file = facts(location.file)
    return [
      (
        "physicalLocation",
        [
          "artifactLocation": ["uri": .string(file.uri)],
          "region": region(location.span, file.columns),
        ]
      )
    ]
  }

  private func region(_ span: SourceSpan, _ columns: UTF16Columns) -> JSONValue {
    let start = columns.position(of: span.start)
    let end = columns.position(of: span.end)
    return [
      "startLine": .int(start.line), "startColumn": .int(start.column), "endLine": .int(end.line),
      "endColumn": .int(end.column),
    ]
  }

  private func fix(_ fix: Fix, _ facts: (FileID) -> FileFacts) -> JSONValue {
    var changes: [(file: FileID, edits: [Fix.Edit])] = []
    for edit in fix.edits {
      if let index = changes.firstIndex(where: { $0.file == edit.location.file }) {
        changes[index].edits.append(edit)
      } else {
        changes.append((edit.location.file, [edit]))
      }
    }
    return [
      "description": ["text": .string(Self.plain(fix.title))],
      "artifactChanges": .array(
        changes.map { change -> JSONValue in
          let file = facts(change.file)
          return [
            "artifactLocation": ["uri": .string(file.uri)],
            "replacements": .array(
              change.edits.map { edit -> JSONValue in
                [
                  "deletedRegion": region(edit.location.span, file.columns),
                  "insertedContent": ["text": .string(edit.replacement)],
                ]
              }),
          ]
        }),
    ]
  }

  /// A relative path as a URI reference. Encodes everything but unreserved characters and `/`,
  /// including `:`, which would turn the first component into a scheme.
  static func uri(_ path: String) -> String {
    var path = path[...]
    while path.utf8.starts(with: "./".utf8) { path = path.dropFirst(2) }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let uri = parts.map { PercentEncoding.encode(String(Substring($0))) }.joined(separator: "/")
    // GitHub rejects a log with an empty URI.
    return uri.isEmpty ? "unknown" : uri
  }
}
