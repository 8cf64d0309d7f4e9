package import PolicyDecision
package import PolicyModel
import PolicyRules
public import PolicyText

/// The files of one command with their findings: the input of `validate`, `generate` and
/// `simulate`.
public struct Project: Sendable {
  /// All findings.
  public let report: Report
  /// The policies.
  package let workspace: Workspace
  /// The results of all invariants, by file.
  package let invariants: FileTable<[InvariantResult]>
  /// The input files, for fixes.
  let inputs: [InputFile]
  /// The decoded files, in order.
  private let contents: [Content]
  let settings: CheckSettings
  /// The path of a file within its repository.
  var repositoryPath: @Sendable (String) -> String { settings.repositoryPath }

  /// The number of checked policies, test files and association files.
  public var checkedFiles: Int { report.checkedFiles }

  /// Values that are `TODO`. Commands other than `validate` leave out everything that needs them.
  public var unknownValues: [SourceReference] {
    workspace.policies.flatMap { document in
      document.unknownValues.compactMap { workspace.source(of: document.anchor(node: $0.node)) }
    }
  }

  /// Whether the project has no policies.
  public var isEmpty: Bool { workspace.policies.isEmpty }

  /// Reads, checks and decodes files. Never fails: errors are in the report.
  public init(_ files: [InputFile]) { self.init(files, settings: CheckSettings()) }

  /// Reads, checks and decodes files, and applies settings to the findings.
  ///
  /// - Parameters:
  ///   - former: an earlier check of nearly the same files; unchanged files aren't decoded again.
  ///   - skipped: the number of YAML files without a marker that the search found.
  package init(
    _ files: [InputFile], settings: CheckSettings, after former: Project? = nil, skipped: Int = 0
  ) {
    let known = files.indices.map { former?.content(of: files[$0], at: $0) }
    contents = concurrentMap(files.count) { known[$0] ?? Content(files[$0], FileID($0)) }
    inputs = files
    self.settings = settings
    var read = ReadFiles()
    read.counts.skipped = skipped
    for (index, file) in files.enumerated() { read.add(contents[index], file, FileID(index)) }
    let sources = files.map(\.source)
    let workspace = Workspace(sources: sources, documents: read.documents)
    self.workspace = workspace
    let index = WorkspaceIndex(workspace)
    invariants = index.invariants
    let documents = workspace.policies + workspace.testFiles
    let found = concurrentMap(documents.count) {
      RuleRegistry.check(documents[$0], in: workspace, index)
    }
    read.diagnostics += found.joined()
    read.diagnostics += read.findingsOfAssociationFiles(in: workspace)
    report = settings.report(
      sources: sources, documents: read.documents, diagnostics: read.diagnostics,
      files: read.counts, redactions: read.secrets)
  }

  /// The decoded content of a file with the same name, bytes and index; nil if it has changed.
  private func content(of file: InputFile, at number: Int) -> Content? {
    guard number < inputs.count, inputs[number].kind == file.kind,
      ExactString(inputs[number].source.name) == ExactString(file.source.name),
      inputs[number].source.bytes == file.source.bytes, inputs[number].isSigned == file.isSigned
    else { return nil }
    return contents[number]
  }

  /// A decoded file.
  enum Content: Sendable {
    case policy(PolicyDocument)
    case associationFile(AssociationFile)

    init(_ file: InputFile, _ id: FileID) {
      switch file.kind {
      case .policy: self = .policy(PolicyDocument(YAMLReader.read(file.source, file: id)))
      case .appleAppSiteAssociation:
        self = .associationFile(
          AssociationFile(file.source, id) {
            AssociationFileRules.checkApple($0, isSigned: file.isSigned)
          })
      case .assetLinks:
        self = .associationFile(
          AssociationFile(file.source, id, AssociationFileRules.checkAssetLinks))
      }
    }
  }

  /// An association file that wasn't generated.
  struct AssociationFile: Sendable {
    let findings: [Diagnostic]
    /// The contents, for comparison with policies.
    let tree: SourceTree
    let secrets: [SourceLocation]

    init(_ source: SourceFile, _ id: FileID, _ check: (ReadResult) -> [Diagnostic]) {
      let read = JSONReader.read(source, file: id)
      let found = check(read)
      let safe = read.withoutSecrets()
      let all = safe.secrets.isEmpty ? found : check(safe.result)
      tree = safe.result.tree
      findings = FindingGroups.joined(all, in: source)
      secrets = safe.secrets
    }
  }

  /// The compiled policies, without entries that have errors.
  package var compiled: CompiledPolicy { CompiledPolicy(workspace, isUsable: isUsable) }

  /// The entries that accept URIs, origins or domains, without those that have errors.
  package var addresses: [AddressEntry] { AddressEntry.all(in: workspace, isUsable: isUsable) }

  /// Returns false for entries with an error.
  private var isUsable: @Sendable (SourceAnchor) -> Bool {
    let errors = report.diagnostics.filter { $0.severity == .error }.map(\.location)
    guard !errors.isEmpty else { return { _ in true } }
    let trees = Dictionary(
      workspace.policies.map { ($0.tree.file, $0.tree) }, uniquingKeysWith: { first, _ in first })
    return { anchor in
      guard let span = trees[anchor.file]?.span(anchor.node) else { return false }
      return !errors.contains { $0.file == anchor.file && span.contains($0.span) }
    }
  }
}

extension Project {
  /// Reads files and directories as the command line does: the given paths, those of the
  /// configuration, or `Policies/`.
  ///
  /// - Parameters:
  ///   - paths: policies, test files, association files and directories.
  ///   - configuration: the source of severities, overrides and exclusions.
  ///   - fileSystem: the file system for all files.
  ///   - access: which files may be opened, and how many bytes are read.
  ///   - workingDirectory: its absolute path, from which a configuration is searched upwards.
  /// - Throws: `FileSystemError` and `ConfigurationError`; errors of policies are in the report.
  public init(
    paths: [String] = [], configuration: ProjectConfiguration.Source = .discovered,
    in fileSystem: any FileSystem = LocalFileSystem(),
    workingDirectory: String? = LocalFileSystem.workingDirectory,
    access: InputAccess = .standard
  ) throws {
    self = try ProjectConfiguration(
      configuration, workingDirectory: workingDirectory, in: fileSystem, access: access
    ).project(at: paths).project
  }

  /// Reads, checks and decodes files with a configuration.
  public init(_ files: [InputFile], configuration: ProjectConfiguration) {
    self.init(files, settings: configuration.settings)
  }

  /// The same after an earlier check: unchanged files aren't decoded again.
  package init(_ files: [InputFile], configuration: ProjectConfiguration, after former: Project?) {
    self.init(files, settings: configuration.settings, after: former)
  }
}
