import LinkPolicy
import PolicyText

/// The findings of a check as LSP diagnostics, by file.
struct FileFindings {
  /// The findings of one file.
  struct File {
    var uri: String
    var values: [JSONValue] = []

    /// The parameters of `publishDiagnostics`, with the version of an open document.
    func parameters(_ server: LanguageServer) -> JSONValue {
      let version = server.documents[uri].map {
        [(key: "version", value: JSONValue.int($0.checkedVersion))]
      }
      return .object(
        [("uri", .string(uri))] + (version ?? []) + [("diagnostics", .array(values))])
    }
  }

  private(set) var files: [File] = []
  /// The documentation site.
  private let documentation: DocumentationBase?

  /// The maximum per file; one more finding counts the rest.
  private static let limit = 1_000

  init(_ check: EditorWorkspace.Check, _ workspace: EditorWorkspace, _ server: LanguageServer) {
    documentation = server.settings.documentation ?? check.documentation
    for (index, project) in check.projects.enumerated() {
      let difference = index == 0 ? server.differences[workspace.root] : nil
      add(project.report, workspace, server, server.settings.diffAsFindings ? difference : nil)
    }
    if let error = check.configurationError {
      add(error.findings, workspace, server)
      if error.findings.diagnostics.isEmpty { add(error.message, workspace, server) }
    }
  }

  private mutating func add(
    _ report: Report, _ workspace: EditorWorkspace, _ server: LanguageServer,
    _ difference: PolicyDifference? = nil
  ) {
    var found: [FileID: [Diagnostic]] = [:]
    for diagnostic in report.diagnostics {
      found[diagnostic.location.file, default: []].append(diagnostic)
    }
    let places = Places(sources: report.sources, workspace: workspace, server: server)
    let widenings = Self.widenings(difference, report, places)
    for file in Set(found.keys).union(widenings.keys).sorted() {
      let diagnostics = found[file] ?? []
      var values = diagnostics.prefix(Self.limit).map {
        value($0, places, server)
      }
      values += widenings[file] ?? []
      if diagnostics.count > Self.limit {
        values.append(Self.remark("\(diagnostics.count - Self.limit) more findings", severity: 3))
      }
      files.append(File(uri: places.uri(of: file), values: values))
    }
  }

  /// Positions by file, created only for files with findings.
  private struct Places {
    let sources: [SourceFile]
    let workspace: EditorWorkspace
    let server: LanguageServer

    func uri(of file: FileID) -> String {
      server.uri(
        of: EditorWorkspace.absolute(sources[file.index].name, below: workspace.root))
    }

    func range(_ span: SourceSpan, in file: FileID) -> JSONValue {
      TextPositions(sources[file.index], server.encoding).range(span)
    }
  }

  /// Widening changes since the revision, if they are enabled in the settings.
  private static func widenings(
    _ difference: PolicyDifference?, _ report: Report, _ places: Places
  ) -> [FileID: [JSONValue]] {
    var values: [FileID: [JSONValue]] = [:]
    for change in difference?.changes ?? [] where change.effect == .widening {
      guard let source = change.new,
        let index = report.sources.firstIndex(where: { $0.name == source.file })
      else { continue }
      let file = report.sources[index]
      guard source.line >= 1, source.line <= file.lineStarts.count else { continue }
      let line = file.lineSpan(source.line - 1)
      values[FileID(index), default: []].append([
        "range": places.range(line, in: FileID(index)), "severity": 3, "code": "widening",
        "source": "linkpolicy", "message": .string(change.message.plain),
      ])
    }
    return values
  }

  /// The error of an invalid configuration, at its first line.
  private mutating func add(
    _ message: String, _ workspace: EditorWorkspace, _ server: LanguageServer
  ) {
    let uri = server.uri(of: workspace.root + "/linkpolicy.yaml")
    let values = [Self.remark(message, severity: 1)]
    files.append(File(uri: uri, values: values))
  }

  private static func remark(_ message: String, severity: Int) -> JSONValue {
    [
      "range": [
        "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
      ],
      "severity": .int(severity), "source": "linkpolicy", "message": .string(message),
    ]
  }

  /// A diagnostic: help is part of the message, notes are related information if the client supports it.
  private func value(
    _ diagnostic: Diagnostic, _ places: Places, _ server: LanguageServer
  ) -> JSONValue {
    let client = server.client
    var message = diagnostic.message
    if let help = diagnostic.help { message += "\nhelp: \(help)" }
    var related: [JSONValue] = []
    for note in diagnostic.notes {
      guard client.relatedInformation, let place = note.location else {
        message += "\nnote: \(note.message)"
        continue
      }
      related.append([
        "location": [
          "uri": .string(places.uri(of: place.file)),
          "range": places.range(place.span, in: place.file),
        ],
        "message": .string(note.message),
      ])
    }
    var entries: [(key: String, value: JSONValue)] = [
      ("range", places.range(diagnostic.location.span, in: diagnostic.location.file)),
      ("severity", .int(Self.severity(diagnostic.severity))),
      ("code", .string(diagnostic.rule.rawValue)), ("source", "linkpolicy"),
      ("message", .string(message)),
    ]
    if client.diagnosticTags, let tag = Self.tags[diagnostic.rule] {
      entries.append(("tags", [.int(tag)]))
    }
    if client.codeDescriptions, let documentation {
      entries.append(
        ("codeDescription", ["href": .string(documentation.page(of: diagnostic.rule))]))
    }
    if !related.isEmpty { entries.append(("relatedInformation", .array(related))) }
    return .object(entries)
  }

  /// Unnecessary code is faded (1), deprecated code is struck out (2).
  private static let tags: [RuleID: Int] = [
    "suppression-unused": 1, "uri-duplicate": 1, "authorized-domain-redundant": 1,
    "link-rule-unreachable": 1, "link-exclude-unreachable": 1, "apple-app-id-shadowed": 1,
    "apple-legacy-form": 2, "mobile-links-retired": 2, "uri-out-of-band": 2,
  ]

  private static func severity(_ severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension TextPositions {
  func range(_ span: SourceSpan) -> JSONValue {
    ["start": position(of: span.start).json, "end": position(of: span.end).json]
  }
}

extension TextPosition {
  var json: JSONValue { ["line": .int(line), "character": .int(character)] }
}
