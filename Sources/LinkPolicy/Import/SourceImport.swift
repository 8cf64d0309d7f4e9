public import PolicyText
package import PolicyImport
import PolicyModel

/// A policy made from existing files: association files, manifests, property lists, exports of
/// authorization servers.
///
/// Each relevant value is in the policy, or a finding with its location explains why it isn't.
/// Secrets are never copied. Values without a known environment are left out.
public struct SourceImport: Sendable {
  /// A file that was imported.
  public struct File: Sendable {
    /// The path for output.
    public var path: String
    /// The format, a name in ``SourceImport/kinds``.
    public var kind: String
    /// The number of values.
    public var count: Int
  }

  /// A supported file format.
  public struct Kind: Sendable {
    /// The value for `ImportSettings.kind`.
    public var name: String
    /// A description.
    public var summary: String
  }

  /// The policy as YAML; empty if nothing was imported.
  public let text: String
  /// The name of the policy.
  public let name: String
  /// Findings about the sources, and validation findings about the policy, which is the last file.
  public let report: Report
  /// The imported files.
  public let files: [File]
  /// Files that `init` skips, with their format.
  public let unread: [(path: String, what: String)]
  /// Values of the policy that are `TODO`: the path of the key, and the help of the finding.
  public let unknown: [(path: String, help: String)]
  /// The hosts of sites, found in other files, by the directory of the association files.
  let siteHosts: [String: String]
  package let draft: PolicyDraft
  /// The number of source files in the report.
  package let sourceCount: Int

  /// All supported file formats.
  public static let kinds: [Kind] = ImportFormats.all.map {
    Kind(name: $0.name, summary: $0.summary)
  }

  /// Imports files.
  ///
  /// - Parameters:
  ///   - sources: the files, with paths for output.
  ///   - settings: the user's settings.
  ///   - found: the number of leading sources that were found in a directory. Unknown formats among these aren't reported.
  ///   - searched: the searched directories; empty if paths are relative to a single directory.
  ///   - policyPath: the policy's path in the report.
  ///   - project: the existing policies, whose hosts are evidence for environments.
  ///   - neighbor: returns the bytes of a file next to the sources, such as resources of a manifest.
  public init(
    _ sources: [SourceFile], settings: ImportSettings = ImportSettings(), found: Int = 0,
    searched: [String] = [], policyPath: String = "-", beside project: Project? = nil,
    neighbor: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    let options = settings.options(knownHosts: project?.knownHosts ?? [:])
    let library = ImportLibrary(options: options, load: neighbor)
    var run = ImportRun()
    let format = settings.kind.flatMap { ImportFormats.format(named: $0) }
    // Add all files first, because formats can read other files.
    let files = sources.enumerated().map { index, source in
      library.add(
        source, index < found ? .found(at: Self.place(source.name, below: searched)) : .named)
    }
    for (index, file) in files.enumerated() { run.read(file, as: format, isNamed: index >= found) }
    var draft = PolicyDraft(run.imported, library)
    var check = DraftCheck(draft, path: policyPath, file: FileID(library.sources.count))
    if !settings.keepsInvalid {
      settings.completes ? check.parkInvalid(in: &draft) : check.removeInvalid(from: &draft)
    }
    unread = run.unread
    unknown = check.findings.filter { $0.rule == "to-fill-in" }.map { ($0.path, $0.help ?? "") }
    siteHosts =
      settings.completes
      ? Dictionary(
        draft.unserved.map(Self.site).compactMap { site in
          SiteHost.find(above: site, neighbor).map { (site, $0) }
        }, uniquingKeysWith: { first, _ in first }) : [:]
    name = draft.name.string
    text = draft.isEmpty ? "" : check.written.text
    self.files = run.files.map { File(path: $0.path, kind: $0.format, count: $0.count) }
    sourceCount = library.sources.count
    self.draft = draft
    report = Report(
      sources: library.sources.map(\.file) + [check.file],
      diagnostics: run.findings + draft.findings + (draft.isEmpty ? [] : check.findings),
      files: FileCounts(others: run.files.count),
      redactions: draft.secrets + library.secrets)
  }

  /// A file's path relative to the closest directory.
  private static func place(_ path: String, below directories: [String]) -> String {
    let path = ImportLibrary.normalized(path) ?? path
    return directories.compactMap { path.below(ImportLibrary.normalized($0) ?? $0) }
      .min { $0.utf8.count < $1.utf8.count } ?? path
  }

  /// Values that are comments in the policy, each with the question that decides about it.
  public var parked: [(path: String, question: String)] {
    draft.root.parked.map { ($0.path, $0.node.question ?? "") }
  }

  /// The number of entries in each section of the policy.
  public var sections: [(name: String, count: Int)] {
    draft.root.entries.dropFirst(2).compactMap { entry in
      let count = entry.value.entries.count { !$0.value.isParked }
      return count == 0 ? nil : (entry.key.string, count)
    }
  }

  /// Whether nothing was imported.
  public var isEmpty: Bool { text.isEmpty }
}

extension Project {
  /// The hosts that belong to only one environment in the policies.
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
