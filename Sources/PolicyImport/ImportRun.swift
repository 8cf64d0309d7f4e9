package import PolicyText

/// Finds out what files are and reads them.
package struct ImportRun {
  /// A file and the kind that it was read as.
  package struct ReadFile: Sendable {
    package var path: String
    package var kind: String
    /// Facts that it gave.
    package var count: Int
  }

  /// What was read so far.
  package private(set) var facts = ImportFacts()
  package private(set) var files: [ReadFile] = []
  /// Files that are known and must not be read, or that are no known kind although somebody named them.
  package private(set) var findings: [Diagnostic] = []

  /// Nothing was read.
  package init() {}

  /// The kind of a file.
  package enum Detection {
    case kind(any ImportKind.Type)
    /// More than one kind recognises the content.
    case several([any ImportKind.Type])
    case refused(message: String, help: String)
    case declined(reason: String, help: String, values: [SkippedValue])
    case unknown(nearest: (any ImportKind.Type, missing: String)?)
  }

  /// Finds the kind of a file by its content; the name decides only between several.
  package static func detect(_ source: ImportSource) -> Detection {
    var found: [any ImportKind.Type] = []
    var nearest: (any ImportKind.Type, missing: String)?
    var declined: Detection?
    for kind in ImportKindRegistry.kinds {
      switch kind.recognize(source) {
      case .yes: found.append(kind)
      case .refused(let message, let help): return .refused(message: message, help: help)
      case .declined(let reason, let help, let values):
        declined = declined ?? .declined(reason: reason, help: help, values: values)
      case .nearly(let missing): if nearest == nil { nearest = (kind, missing) }
      case .no: break
      }
    }
    if found.count > 1 {
      let named = found.filter { fits($0, source.path) }
      if named.count == 1 { found = named }
    }
    guard let first = found.first else { return declined ?? .unknown(nearest: nearest) }
    return found.count == 1 ? .kind(first) : .several(found)
  }

  /// True where a file has a usual name of a kind.
  package static func fits(_ kind: any ImportKind.Type, _ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return kind.usualNames.contains { Glob(ExactString($0)).matches(parts) }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - kind: what it is taken for; nil to find out.
  ///   - isNamed: somebody named the file: that it is unknown is an error then.
  /// - Returns: true where something was read.
  @discardableResult
  package mutating func read(
    _ source: ImportSource, as kind: (any ImportKind.Type)? = nil, isNamed: Bool
  ) -> Bool {
    var kind = kind
    let isTyped = kind != nil
    if kind == nil {
      switch Self.detect(source) {
      case .kind(let found): kind = found
      case .several(let kinds):
        let names = kinds.map { "`\($0.name)`" }.joined(separator: " and ")
        report(source, "the file may be \(names)", help: "say it with `--type \(kinds[0].name)`")
      case .refused(let message, let help): report(source, message, help: help)
      case .declined(let reason, let help, let values):
        decline(source, values, because: reason, help: help, isNamed: isNamed)
      case .unknown(let nearest):
        guard isNamed else { return false }
        let near = nearest.map { "; nearest: `\($0.0.name)`, missing `\($0.missing)`" } ?? ""
        report(
          source,
          "the file is none of the \(ImportKindRegistry.kinds.count) kinds that are imported\(near)",
          help: "`linkpolicy import --help` lists them")
      }
    }
    guard let kind else { return false }
    if isTyped, isNamed { source.origin = .typed }
    let before = facts.count
    if kind == AppleAssociationKind.self, let other = Self.wellKnownTwin(of: source) {
      facts.leaveOut(
        .shadowed,
        "devices ask for \(UTF8Text.quoted(other.path)) first, and it says something else: this "
          + "file is not read", at: source.start)
      return true
    }
    kind.read(source, into: &facts)
    if let directory = source.origin.unsignedDirectory {
      facts.disownFingerprints(
        of: source.id,
        because: "files below \(UTF8Text.quoted("\(directory.string)/")) are not signing evidence")
    }
    files.append(ReadFile(path: source.path, kind: kind.name, count: facts.count - before))
    return true
  }

  /// The file that counts instead of one at the root of a site; nil where both say the same.
  private static func wellKnownTwin(of source: ImportSource) -> ImportSource? {
    let parts = source.path.utf8.split(separator: UInt8(ascii: "/"))
    guard let name = parts.last,
      !parts.dropLast().suffix(1).contains(where: { $0.elementsEqual(".well-known".utf8) }),
      let other = source.neighbour(".well-known/\(String(decoding: name, as: UTF8.self))")
    else { return nil }
    return other.file.bytes == source.file.bytes ? nil : other
  }

  /// Names the values of a file that is not read: a note, or an error if somebody named the file.
  private mutating func decline(
    _ source: ImportSource, _ values: [SkippedValue], because reason: String, help: String,
    isNamed: Bool
  ) {
    guard isNamed else {
      for value in values {
        facts.skip(value.name, because: reason, at: source.location(value.span))
      }
      return
    }
    let others = values.dropFirst().map { value in
      Diagnostic.Note(
        "\(UTF8Text.quoted(value.name.string)) too", at: source.location(value.span),
        isFurther: true)
    }
    report(
      source, "\(UTF8Text.quoted(source.path)) is left out: \(reason)", help: help,
      at: values.first?.span ?? Span(0, 0), notes: others)
  }

  private mutating func report(
    _ source: ImportSource, _ message: String, help: String, at span: Span = Span(0, 0),
    notes: [Diagnostic.Note] = []
  ) {
    let rule = ImportRule.unknownFormat
    findings.append(
      Diagnostic(
        rule: rule.id, severity: rule.severity, message: message, help: help,
        location: source.location(span), notes: notes))
  }
}

extension ImportFacts {
  /// How many facts there are.
  package var count: Int { facts.count + schemes.count + appFlips.count + mentions.count }
}
