public import PolicyText
package import PolicyImport
import PolicyModel

/// A policy made of what a team already has: association files, manifests, property lists, exports of
/// authorization servers.
///
/// Nothing of a source vanishes: it is in the policy, or exactly one finding names it, at its place in the
/// source. No secret is copied. What nothing decides goes nowhere.
public struct SourceImport: Sendable {
  /// A file that was read.
  public struct File: Sendable {
    /// As it is shown.
    public var path: String
    /// A name of ``SourceImport/kinds``.
    public var kind: String
    /// How many statements it makes.
    public var count: Int
  }

  /// A kind of file that can be imported.
  public struct Kind: Sendable {
    /// What `ImportSettings.kind` takes.
    public var name: String
    /// What the file is.
    public var summary: String
  }

  /// The policy; empty where there was nothing to write.
  public let text: String
  /// The name of the policy.
  public let name: String
  /// Findings about the sources, and those of validation about the policy, which is the last of the files.
  public let report: Report
  /// What was read, in the order of reading.
  public let files: [File]
  /// The policy as a tree.
  package let draft: PolicyDraft
  /// For another policy to be made of the same sources.
  package let sourceCount: Int

  /// The kinds that can be imported.
  public static let kinds: [Kind] = ImportKindRegistry.kinds.map {
    Kind(name: $0.name, summary: $0.summary)
  }

  /// Makes a policy of files.
  ///
  /// - Parameters:
  ///   - sources: what is read, with paths as they are shown.
  ///   - settings: what is said about them.
  ///   - found: how many of the first sources were found in a directory; that one of these is of no known kind
  ///     is no finding.
  ///   - searched: the directories in which they were found, as their paths start; none for paths below one
  ///     directory.
  ///   - policyPath: the name of the policy in the report.
  ///   - project: policies that are there: hosts that they have in one environment decide about others.
  ///   - neighbour: the bytes of a file beside the sources, by its path; resources of a manifest, for example.
  public init(
    _ sources: [SourceFile], settings: ImportSettings = ImportSettings(), found: Int = 0,
    searched: [String] = [], policyPath: String = "-", beside project: Project? = nil,
    neighbour: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    let options = settings.options(knownHosts: project?.knownHosts ?? [:])
    let library = ImportLibrary(options: options, load: neighbour)
    var run = ImportRun()
    let kind = settings.kind.flatMap { ImportKindRegistry.kind(named: $0) }
    // All of them first: some ask for others.
    let files = sources.enumerated().map { index, source in
      library.add(
        source, index < found ? .found(at: Self.place(source.name, below: searched)) : .named)
    }
    for (index, file) in files.enumerated() { run.read(file, as: kind, isNamed: index >= found) }
    var draft = PolicyDraft(run.facts, library)
    var check = DraftCheck(draft, path: policyPath, file: FileID(library.sources.count))
    if !settings.keepsInvalid { check.removeInvalid(from: &draft) }
    name = draft.name.string
    text = draft.isEmpty ? "" : check.written.text
    self.files = run.files.map { File(path: $0.path, kind: $0.kind, count: $0.count) }
    sourceCount = library.sources.count
    self.draft = draft
    report = Report(
      sources: library.sources.map(\.file) + [check.file],
      diagnostics: run.findings + draft.findings + (draft.isEmpty ? [] : check.findings),
      files: FileCounts(others: run.files.count),
      redactions: draft.secrets + library.secrets)
  }

  /// The path of a file below the nearest of some directories.
  private static func place(_ path: String, below directories: [String]) -> String {
    let path = ImportLibrary.normalized(path) ?? path
    return directories.compactMap { path.below(ImportLibrary.normalized($0) ?? $0) }
      .min { $0.utf8.count < $1.utf8.count } ?? path
  }

  /// True where nothing was read, so that there is nothing to write.
  public var isEmpty: Bool { text.isEmpty }
}

extension Project {
  /// Hosts that the policies have in one environment only.
  var knownHosts: [ExactString: DomainEnvironment] {
    var hosts: [ExactString: DomainEnvironment] = [:]
    for document in workspace.policies {
      for domain in document.policy.domains {
        let environment = domain.environment.value
        hosts[domain.host.value] = environment
      }
    }
    return hosts.filter { $0.value != .both }
  }
}
