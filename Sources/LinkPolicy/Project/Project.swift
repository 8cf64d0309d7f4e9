package import PolicyDecision
public import PolicyDiagnostics
package import PolicyModel
import PolicyRules
import PolicySourceTree
import PolicyText

/// The files of one command, read and checked: what `validate` reports, `generate` writes from and
/// `simulate` decides by.
public struct Project: Sendable {
  /// All findings.
  public let report: Report
  /// The policies.
  package let workspace: Workspace
  /// What was read, for fixes.
  let inputs: [InputFile]
  /// For a later check of nearly the same files; nil where nobody asked for it.
  package let memory: CheckMemory?
  let settings: CheckSettings
  /// The path of a file within its repository.
  var repositoryPath: @Sendable (String) -> String { settings.repositoryPath }

  /// How many policies, test files and association files were looked at.
  public var checkedFiles: Int { report.checkedFiles }

  /// True when there is no policy.
  public var isEmpty: Bool { workspace.policies.isEmpty }

  /// Reads, checks and decodes files. Never fails: what is wrong is in the report.
  public init(_ files: [InputFile]) { self.init(files, settings: CheckSettings()) }

  /// Reads, checks and decodes files; the report is what the settings leave of the findings.
  ///
  /// - Parameters:
  ///   - checkedElsewhere: files that were checked before, and have nothing to say.
  ///   - former: what an earlier check left, to be saved from doing it again.
  package init(
    _ files: [InputFile], settings: CheckSettings, checkedElsewhere: Int = 0,
    after former: CheckMemory? = nil
  ) {
    let workers = Workers(pool: settings.workers)
    // A run that remembers nothing pays nothing for it.
    let known = former.map { former in
      files.indices.map { former.file(like: files[$0], at: $0) }
    }
    // The bytes that the content was made of: the same ones are not kept twice.
    let files = known.map { known in files.indices.map { known[$0]?.input ?? files[$0] } } ?? files
    let contents = workers.map(files.count) {
      known?[$0]?.content ?? Content(files[$0], FileID($0))
    }
    var read = ReadFiles()
    for (index, file) in files.enumerated() { read.add(contents[index], file, FileID(index)) }
    let sources = files.map(\.source)
    inputs = files
    self.settings = settings
    let workspace = Workspace(sources: sources, documents: read.documents)
    self.workspace = workspace
    let policies = workspace.policies
    let facts = WorkspaceIndex(workspace)
    let skipsAdvice = settings.skipsAdvice
    var memory = former.map { former in
      CheckMemory(
        after: former, files, contents, isSame: (known ?? []).map { $0 != nil }, facts,
        onlyErrors: skipsAdvice)
    }
    let judged = memory?.files
    let found = workers.map(policies.count, atATime: JudgedPolicy.atATime) { part in
      let judge: ([Int]) -> [[Diagnostic]] = { numbers in
        RuleRegistry.findings(
          of: numbers.map { JudgedPolicy(policies[$0], in: workspace, facts) },
          onlyErrors: skipsAdvice)
      }
      guard let judged else { return judge(Array(part)) }
      let known = part.map { judged[policies[$0].tree.file.index].findings }
      var new = judge(zip(part, known).filter { $0.1 == nil }.map(\.0))[...]
      return known.map { $0 ?? new.popFirst() ?? [] }
    }
    for (index, findings) in found.enumerated() {
      read.diagnostics += findings
      memory?.files[policies[index].tree.file.index].findings = findings
    }
    self.memory = memory
    read.diagnostics += read.findingsOfAssociationFiles(in: workspace, onlyErrors: skipsAdvice)
    report = settings.report(
      sources: sources, documents: read.documents, diagnostics: read.diagnostics,
      checkedFiles: read.checked + checkedElsewhere, redactions: read.secrets)
  }

  /// A file as it was read.
  enum Content: Sendable {
    case policy(PolicyDocument)
    case associationFile(AssociationFile)

    init(_ file: InputFile, _ id: FileID) {
      switch file.kind {
      case .policy: self = .policy(PolicyDocument(YAMLReader.read(file.source, file: id)))
      case .appleAppSiteAssociation:
        self = .associationFile(
          AssociationFile(file.source, id) { read in
            ExplainedFindings.left(of: AssociationFileRules.checkApple(read), in: read.tree)
          })
      case .assetLinks:
        self = .associationFile(
          AssociationFile(file.source, id, AssociationFileRules.checkAssetLinks))
      }
    }
  }

  /// An association file that somebody wrote.
  struct AssociationFile: Sendable {
    let findings: [Diagnostic]
    /// What policies may have something to say about.
    let tree: SourceTree
    let secrets: [SourceLocation]

    init(_ source: SourceFile, _ id: FileID, _ check: (ReadResult) -> [Diagnostic]) {
      let read = JSONReader.read(source, file: id)
      let found = check(read)
      let safe = read.withoutSecrets()
      let all = safe.secrets.isEmpty ? found : check(safe.result)
      tree = safe.result.tree
      findings = FindingGroups.joined(MinorFindings.marked(all, in: tree), in: source)
      secrets = safe.secrets
    }
  }

  /// The policies lowered to what decides; entries with errors decide nothing.
  package var compiled: CompiledPolicy { compiled(.everything) }

  /// The part of the policies that some kinds of requests need.
  package func compiled(_ contents: CompiledPolicy.Contents) -> CompiledPolicy {
    CompiledPolicy(workspace, contents: contents, isUsable: isUsable)
  }

  /// The association files of all hosts; rules with errors decide nothing.
  package var hostFiles: HostFiles { HostFiles(workspace, isUsable: isUsable) }

  /// Every entry that lets an address in; entries with errors let nothing in.
  package var addresses: [AddressEntry] { AddressEntry.all(in: workspace, isUsable: isUsable) }

  /// False for entries that hold an error.
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
