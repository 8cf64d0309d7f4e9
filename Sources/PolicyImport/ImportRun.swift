package import PolicyText

/// Detects the formats of files and reads them.
package struct ImportRun {
  package struct ReadFile: Sendable {
    package var path: String
    package var format: String
    /// The number of values.
    package var count: Int
  }

  package private(set) var imported = ImportedValues()
  package private(set) var files: [ReadFile] = []
  /// Files of tests, examples and documents that `init` skips, with their format.
  package private(set) var unread: [(path: String, what: String)] = []
  /// Findings about files that can't be imported.
  package private(set) var findings: [Diagnostic] = []

  package init() {}

  package enum Detection {
    case format(any ImportFormat.Type)
    /// Several formats recognize the content.
    case several([any ImportFormat.Type])
    case refused(message: String, help: String)
    case declined(reason: String, help: String, values: [SkippedValue])
    case unknown(nearest: (any ImportFormat.Type, missing: String)?)
  }

  /// Detects the format from the content. The file name decides only between several formats.
  package static func detect(_ source: ImportSource) -> Detection {
    var found: [any ImportFormat.Type] = []
    var nearest: (any ImportFormat.Type, missing: String)?
    var declined: Detection?
    for format in ImportFormats.all {
      switch format.recognize(source) {
      case .yes: found.append(format)
      case .refused(let message, let help): return .refused(message: message, help: help)
      case .declined(let reason, let help, let values):
        declined = declined ?? .declined(reason: reason, help: help, values: values)
      case .nearly(let missing): if nearest == nil { nearest = (format, missing) }
      case .no: break
      }
    }
    if found.count > 1 {
      let parts = source.pathParts.map(\.string)
      let named = found.filter { format in
        format.usualNames.contains { Glob(ExactString($0)).matches(parts) }
      }
      if named.count == 1 { found = named }
    }
    guard let first = found.first else { return declined ?? .unknown(nearest: nearest) }
    return found.count == 1 ? .format(first) : .several(found)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - format: the file's format; nil to detect it.
  ///   - isNamed: whether the user named the file, in which case an unknown format is an error.
  package mutating func read(
    _ source: ImportSource, as format: (any ImportFormat.Type)? = nil, isNamed: Bool
  ) {
    guard let found = format ?? detectOrReport(source, isNamed: isNamed) else { return }
    if format != nil, isNamed { source.origin = .typed }
    if found == AppleAssociationFormat.self, let other = Self.differingWellKnownFile(of: source) {
      imported.leaveOut(
        .shadowed,
        "skipped this file: devices read \(DisplayText.quoted(other.path)) first, and its contents differ",
        at: source.start, help: "delete this copy")
      return
    }
    if source.options.completes, let reason = source.origin.exampleReason,
      !Self.isPublished(source)
    {
      unread.append((source.path, "\(found.name) \(reason)"))
      return
    }
    let before = imported.count
    found.read(source, into: &imported)
    if let directory = source.origin.unsignedDirectory {
      imported.skipFingerprints(
        of: source.id,
        because:
          "fingerprints below \(DisplayText.quoted("\(directory.string)/")), which are not signing evidence"
      )
    }
    files.append(ReadFile(path: source.path, format: found.name, count: imported.count - before))
  }

  /// Whether GitHub Pages serves the file: a site in `docs`, with its host in `CNAME`.
  private static func isPublished(_ source: ImportSource) -> Bool {
    source.path.utf8.starts(with: "docs/.well-known/".utf8) && source.neighbor("../CNAME") != nil
  }

  private mutating func detectOrReport(
    _ source: ImportSource, isNamed: Bool
  ) -> (any ImportFormat.Type)? {
    switch Self.detect(source) {
    case .format(let found): return found
    case .several(let formats):
      let names = formats.map { "`\($0.name)`" }.joined(separator: " or ")
      report(
        source, "ambiguous format: the file may be \(names)",
        help: "choose one with `--type \(formats[0].name)`")
    case .refused(let message, let help): report(source, message, help: help)
    case .declined(let reason, let help, let values):
      decline(source, values, because: reason, help: help, isNamed: isNamed)
    case .unknown(let nearest):
      guard isNamed else { return nil }
      let near = nearest.map { "; closest to `\($0.0.name)`, but `\($0.missing)` is missing" } ?? ""
      report(
        source, "unknown file format\(near)",
        help: "run `linkpolicy import --help` for the \(ImportFormats.all.count) supported formats")
    }
    return nil
  }

  /// The file in `.well-known` that devices read instead of this one; nil if both have the same contents.
  private static func differingWellKnownFile(of source: ImportSource) -> ImportSource? {
    guard source.pathParts.dropLast().last != ".well-known",
      let other = source.neighbor(".well-known/\(source.name.string)")
    else { return nil }
    return other.file.bytes == source.file.bytes ? nil : other
  }

  /// Lists the values of a file that isn't read: in a note, or in an error if the user named the file.
  private mutating func decline(
    _ source: ImportSource, _ values: [SkippedValue], because reason: String, help: String,
    isNamed: Bool
  ) {
    guard isNamed else {
      for value in values {
        imported.skip(value.name, because: reason, at: source.location(value.span))
      }
      return
    }
    let others = values.dropFirst().map { value in
      Diagnostic.Note(
        "also \(DisplayText.quoted(value.name.string))", at: source.location(value.span),
        isFurther: true)
    }
    report(
      source, "left out \(DisplayText.quoted(source.path)), which contains \(reason)", help: help,
      at: values.first?.span ?? SourceSpan(0, 0), notes: others)
  }

  private mutating func report(
    _ source: ImportSource, _ message: String, help: String, at span: SourceSpan = SourceSpan(0, 0),
    notes: [Diagnostic.Note] = []
  ) {
    findings.append(
      ImportRule.unknownFormat.finding(
        message, at: source.location(span), help: help, notes: notes))
  }
}
