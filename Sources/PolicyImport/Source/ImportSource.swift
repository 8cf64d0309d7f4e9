package import PolicyText

/// An input file, with its contents parsed on demand.
///
/// A class, because each parsed form is cached. Parsing never fails: a file in another format gives an empty tree or findings.
/// Values whose key names a secret are replaced in every tree (`[redacted]`): formats can't copy them.
package final class ImportSource {
  /// The path for messages.
  package var path: String { file.name }
  /// The path for comments in policies, without local directories.
  var citedPath: ExactString {
    guard path.utf8.first == UInt8(ascii: "/") else { return ExactString(path) }
    if case .found(let place) = origin { return ExactString(place) }
    return name
  }
  /// The names of the folders and of the file.
  var pathParts: [ExactString] { ExactString(path).parts(separator: "/") }
  /// The file name.
  var name: ExactString { pathParts.last ?? "" }
  package let file: SourceFile
  package let id: FileID
  package internal(set) var origin: SourceOrigin
  /// The locations of secrets, which only hide output, so there may be too many: in all parsed forms, in lines that look like
  /// secrets if no form was parsed completely, and all copies of the same strings.
  package var secrets: [SourceLocation] {
    // A completely parsed file only has comments left.
    let contents = SecretContent.matches(in: file.bytes[...]).map {
      SourceSpan($0.range.lowerBound, $0.range.upperBound)
    }
    let spans = found + (isReadWhole ? contents : SecretLines.all(in: file))
    return (spans + SecretCopies.spans(of: spans, in: file.bytes)).map(location)
  }
  private var found: [SourceSpan] = []
  private var hasForm = false
  private var hasBrokenForm = false
  private var isReadWhole: Bool { hasForm && !hasBrokenForm }
  private weak var library: ImportLibrary?

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
  /// An OpenStep property list, the format of Xcode projects.
  package private(set) lazy var openStep = form(
    OpenStepReader.read(file, file: id, limits: limits))
  /// HCL, the language of Terraform.
  private(set) lazy var hcl = form(LiteralReader.hcl(file, file: id, limits: limits))
  /// The folders of the local modules that a Terraform file calls.
  private(set) lazy var calledModules = findCalledModules()
  /// All documents with settings: YAML, JSON, TOML, INI or Java properties, also in multi-line strings.
  private(set) lazy var settings = readSettings()
  /// XML, with secrets.
  package private(set) lazy var xml = XMLReader.read(file, file: id, limits: limits)
  /// Lines without line endings.
  package private(set) lazy var lines = file.lineStarts.indices.map { index in
    SpannedString(ExactString(file.text(file.lineSpan(index))), file.lineSpan(index))
  }

  /// A parsed tree without secrets; partial if there are errors.
  package struct Form: Sendable {
    package var tree: SourceTree
    /// The reader's findings, which `ImportedValues.usable` reports.
    package var diagnostics: [Diagnostic]
    package var secrets: [SourceSpan]
  }

  /// The first byte after whitespace and the byte order mark; nil for an empty file.
  package var firstByte: UInt8? {
    file.bytes[file.byteOrderMarkLength...].first { !" \t\r\n".utf8.contains($0) }
  }

  /// Whether the file can be a JSON object or array.
  package var looksLikeJSON: Bool {
    firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
  }

  /// Whether a string occurs anywhere; a quick check before parsing.
  package func mentions(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return file.bytes.firstRange(of: text, in: 0..<file.bytes.count) != nil
  }

  package func location(_ span: SourceSpan) -> SourceLocation {
    SourceLocation(file: id, span: span)
  }
  /// The location for findings about the whole file.
  package var start: SourceLocation { location(SourceSpan(0, 0)) }

  /// The file at a path relative to this one (`../res/values/strings.xml`); nil if it is missing, a symbolic link, or outside
  /// the inputs.
  package func neighbor(_ relativePath: String) -> ImportSource? {
    library?.source(at: relativePath, from: self)
  }

  /// The input files whose path passes a test.
  func inputs(_ isWanted: (String) -> Bool) -> [ImportSource] {
    library?.sources.filter { isWanted($0.path) } ?? []
  }

  /// The values of a folder with Terraform files, read once.
  func terraformVariants(
    _ key: String, _ read: () -> [TerraformValues.Variant]
  ) -> [TerraformValues.Variant] {
    if let known = library?.terraform[key] { return known }
    let variants = read()
    library?.terraform[key] = variants
    return variants
  }

  /// The user's options.
  package let options: ImportOptions

  package var limits: ReadingLimits { ImportLibrary.limits }

  /// A reader's result without secrets.
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

/// How a file became an input.
package enum SourceOrigin: Sendable, Equatable {
  /// The user named the file.
  case named
  /// The user named the file and its format (`--type`).
  case typed
  /// A directory search found the file, at this path below the directory.
  case found(at: String)

  /// The directory because of which fingerprints in this file are ignored; nil for other files.
  ///
  /// Tests and examples have their own keys, and app resources (`res/raw`) contain certificates that the app trusts.
  package var unsignedDirectory: ExactString? {
    guard case .found(let path) = self else { return nil }
    return ExactString(path).parts(separator: "/").dropLast().first { Self.isUnsigned($0) }
  }

  /// Why `init` skips this file: tests, examples and documents don't describe the app.
  package var exampleReason: String? {
    guard case .found(let path) = self else { return nil }
    let parts = ExactString(path).parts(separator: "/")
    let words: Set<ExactString> = [
      "docs", "doc", "documentation", "e2e", "cypress", "demo", "demos", "testharness",
      "test-harness", "playground", "storybook", "templates", "template", "benchmark", "benchmarks",
    ]
    // Packages of Java can have any name: `src/main/java/com/example/shop`.
    let isCode = path.hasSuffix(".java") || path.hasSuffix(".kt")
    let folders = parts.dropLast().prefix { !isCode || $0 != "java" && $0 != "kotlin" }
    let directory = folders.first {
      let name = ASCII.lowercased($0)
      return name != "res" && (Self.isUnsigned($0) || words.contains(name))
    }
    if let directory { return "below `\(directory.string)/`" }
    let examples: Set<ExactString> = ["mock", "example", "sample", "samples", "dummy", "template"]
    return parts.last?.utf8.split { "-_.".utf8.contains($0) }.map {
      ASCII.lowercased(ExactString(decoding: $0))
    }.first { examples.contains($0) }.map { "with `\($0.string)` in its name" }
  }

  private static func isUnsigned(_ directory: ExactString) -> Bool {
    let name = ASCII.lowercased(directory)
    let words: Set<ExactString> = [
      "res", "test", "tests", "testdata", "testing", "fixture", "fixtures", "spec", "specs", "mock",
      "mocks", "javatests", "example", "examples", "sample", "samples",
    ]
    // `__tests__`, and the source sets of Gradle: `androidTest`, `androidTestDebug`, `testDebug`.
    let bare = ExactString(decoding: name.utf8.filter { $0 != UInt8(ascii: "_") })
    let isSourceSet = [
      "androidTest", "testDebug", "testRelease", "testFixtures", "sharedTest", "unitTest",
    ].contains { directory.hasPrefix($0) }
    // Projects of .NET: `Shop.UnitTests`.
    let isProject = [".Tests", ".UnitTests", ".IntegrationTests", ".Test"].contains {
      directory.hasSuffix($0)
    }
    return words.contains(bare) || isSourceSet || isProject
  }
}
