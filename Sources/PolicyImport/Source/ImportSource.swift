package import PolicyText

/// One file that is imported, and the forms in which kinds ask for it.
///
/// Each form is read once, when the first kind asks; so this is a class. A form that does not fit the file is
/// a tree without nodes or with findings, never a failure. Texts that stand under the name of a secret are
/// taken out of every tree (`[redacted]`), so that no kind can copy one: that a secret is there, and where,
/// can still be seen.
package final class ImportSource {
  /// The path as it is shown, with `/`.
  package var path: String { file.name }
  /// The path for comments of a policy: without the directories of this machine.
  var citedPath: ExactString {
    guard path.utf8.first == UInt8(ascii: "/") else { return ExactString(path) }
    if case .found(let place) = origin { return ExactString(place) }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last
    return name.map { ExactString(decoding: $0) } ?? ""
  }
  /// The bytes.
  package let file: SourceFile
  /// Its number in the report.
  package let id: FileID
  /// How the import came by the file.
  package internal(set) var origin: SourceOrigin
  /// The places of secrets: in all forms that were read, by the look of lines where no form was read, or
  /// one not to its end, and wherever the same texts stand. Too much rather than too little; they only hide
  /// what is printed.
  var secrets: [SourceLocation] {
    // Of a file that was read whole, comments are left.
    let contents = SecretContent.matches(in: file.bytes[...]).map {
      Span($0.range.lowerBound, $0.range.upperBound)
    }
    let spans = found + (isReadWhole ? contents : SecretLines.all(in: file))
    return (spans + SecretCopies.spans(of: spans, in: file.bytes)).map(location)
  }
  private var found: [Span] = []
  private var hasForm = false
  private var hasBrokenForm = false
  private var isReadWhole: Bool { hasForm && !hasBrokenForm }
  /// The other files of the run.
  private weak var library: ImportLibrary?

  /// A file of a library.
  init(_ file: SourceFile, _ id: FileID, _ origin: SourceOrigin, _ library: ImportLibrary) {
    self.file = file
    self.id = id
    self.origin = origin
    self.library = library
    options = library.options
  }

  /// Strict JSON.
  package private(set) lazy var json = form(JSONReader.read(file, file: id, limits: limits))
  /// One YAML document, without tags, merge keys and directives.
  package private(set) lazy var yaml = form(YAMLReader.read(file, file: id, limits: limits))
  /// JSON with comments and trailing commas, as tools read their settings.
  package private(set) lazy var commentedJSON = form(
    JSONReader.read(file, file: id, limits: limits, dialect: .commented))
  /// A property list in XML.
  package private(set) lazy var propertyList = form(
    PropertyListReader.read(file, file: id, limits: limits))
  /// A property list of the old form, as Xcode keeps its projects.
  package private(set) lazy var openStep = form(
    OpenStepReader.read(file, file: id, limits: limits))
  /// XML, as it is written: secrets are not taken out.
  package private(set) lazy var xml = XMLReader.read(file, file: id, limits: limits)
  /// Lines without their breaks.
  package private(set) lazy var lines = file.lineStarts.indices.map { index in
    Line(text: ExactString(file.text(file.lineSpan(index))), span: file.lineSpan(index))
  }

  /// A line of text.
  package struct Line: Sendable {
    package var text: ExactString
    package var span: Span
  }

  /// A tree, as far as it could be read, without the texts of secrets.
  package struct Form: Sendable {
    package var tree: SourceTree
    /// What the reader found; `ImportFacts.usable` passes it on.
    package var diagnostics: [Diagnostic]
    /// The places of secrets.
    package var secrets: [Span]
  }

  /// The first byte that is no blank and no byte order mark; nil for an empty file.
  package var firstByte: UInt8? {
    file.bytes[file.byteOrderMarkLength...].first { !" \t\r\n".utf8.contains($0) }
  }

  /// True where the content may be a JSON object or array.
  package var looksLikeJSON: Bool {
    firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
  }

  /// True when a text occurs anywhere: checked before a format is read.
  package func mentions(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return file.bytes.firstRange(of: text, in: 0..<file.bytes.count) != nil
  }

  /// The place of some bytes of the file.
  package func location(_ span: Span) -> SourceLocation { SourceLocation(file: id, span: span) }
  /// The place for what concerns the whole file: its first byte.
  package var start: SourceLocation { location(Span(0, 0)) }

  /// Another file by its path relative to this one (`../res/values/strings.xml`); nil where it is not there,
  /// is a link, or lies outside of what may be read.
  package func neighbour(_ relativePath: String) -> ImportSource? {
    library?.source(at: relativePath, from: self)
  }

  /// What the user said, with values for variables (`options.definitions`).
  package let options: ImportOptions

  /// The limits of every reader of an import.
  package var limits: ReadingLimits { ImportLibrary.limits }

  /// What a reader made of the file, without its secrets.
  package func form(_ result: ReadResult) -> Form {
    let secrets = SourceSecrets.spans(in: result.tree)
    found += secrets
    hasForm = true
    let isWhole =
      result.tree.isComplete && result.diagnostics.isEmpty
      && result.tree.root.map { result.tree.kind($0) != .scalar } == true
    hasBrokenForm = hasBrokenForm || !isWhole
    return Form(
      tree: secrets.isEmpty ? result.tree : result.tree.redacted(secrets),
      diagnostics: result.diagnostics, secrets: secrets)
  }
}
