public import PolicyText
import PolicyModel

/// The context of a run: its directory, `linkpolicy.yaml`, and selected rules.
public struct ProjectConfiguration: Sendable {
  /// Where a configuration comes from.
  public enum Source: Sendable, Equatable {
    /// The nearest `linkpolicy.yaml`, from the working directory up to the root of its repository.
    case discovered
    /// This file; its paths start at the working directory.
    case file(String)
    /// The defaults.
    case none
  }

  private let directory: WorkingDirectory
  let fileSystem: any FileSystem
  private let settingsFileSystem: any FileSystem
  let access: InputAccess
  let file: ConfigurationFile?
  var settings: CheckSettings
  /// The site that links to rules lead to: `docs_base`; nil where the file does not say.
  package let documentation: DocumentationBase?

  /// Finds and reads the configuration.
  ///
  /// - Parameters:
  ///   - workingDirectory: its absolute path; nil where it is not known, then nothing above it is
  ///     looked at.
  ///   - fileSystem: where the configuration and the project are read.
  ///   - settings: where the configuration and the baseline are read instead.
  ///   - access: what may be opened, and how much is read.
  public init(
    _ source: Source = .discovered, workingDirectory: String? = LocalFileSystem.workingDirectory,
    in fileSystem: any FileSystem = LocalFileSystem(),
    settingsIn settings: (any FileSystem)? = nil, access: InputAccess = .standard
  ) throws(ConfigurationError) {
    let files = settings ?? fileSystem
    self.fileSystem = fileSystem
    settingsFileSystem = files
    self.access = access
    directory = WorkingDirectory(path: workingDirectory, in: fileSystem)
    file =
      switch source {
      case .discovered: try ConfigurationFile.find(directory, in: files, access: access)
      case .file(let name): try ConfigurationFile.open(name, in: files, access: access)
      case .none: nil
      }
    documentation = try file?.documentation()
    self.settings = try file?.settings(directory) ?? CheckSettings()
    let directory = directory
    self.settings.repositoryPath = { directory.repositoryPath($0) }
  }

  /// The name of the file, as it was opened; nil where there is none.
  package var fileName: String? { file?.name }

  /// The file with known findings, as it is opened; nil where there is none.
  package var baselineName: String? {
    file.flatMap { file in file.configuration.baseline.map { file.path($0.value.string) } }
  }

  /// What is read where no path is named: `policies` of the configuration, or `Policies/`.
  public var defaultPaths: [String] {
    guard let file else { return ["Policies/"] }
    return file.configuration.policies?.map { file.path($0.value.string) } ?? [
      file.path("Policies/")
    ]
  }

  /// Also findings that are worth saying only to those who ask for every detail.
  package var includesMinor: Bool {
    get { settings.includesMinor }
    set { settings.includesMinor = newValue }
  }

  /// True for a file or directory that `exclude` leaves out, also where it is named.
  package func excludes(_ path: String) -> Bool { filter.excludes(path) }

  /// A file's path in its repository; a file outside of it keeps its name.
  package func repositoryPath(_ path: String) -> String { settings.repositoryPath(path) }

  var filter: FileFilter {
    let directory = directory
    var filter = FileFilter()
    if let file, !file.configuration.exclude.isEmpty {
      filter = FileFilter(patterns: file.configuration.exclude.map { Glob($0.value) }) {
        file.components(of: $0, directory)
      }
    }
    let policies = defaultPaths.map { directory.absoluteComponents($0) }
    filter.isAmongPolicies = { path in
      let components = directory.absoluteComponents(path)
      return policies.contains { policies in
        components.count > policies.count
          && zip(components, policies).allSatisfy { ExactString($0) == ExactString($1) }
      }
    }
    return filter
  }

  /// True for a file in `Policies/`, or in a directory under `policies` of the configuration: YAML without a marker
  /// is an error there.
  package func isAmongPolicies(_ path: String) -> Bool { filter.isAmongPolicies(path) }

  /// Selects rules by id or alias; a string may contain several, separated by commas.
  ///
  /// - Parameters:
  ///   - select: only these; empty for all.
  ///   - ignore: none of these.
  public mutating func restrict(
    select: [String] = [], ignore: [String] = []
  ) throws(ConfigurationError) {
    do throws(RuleName.Problem) {
      settings.selected = Array(try RuleName.resolve(lists: select, silencing: false))
      settings.ignored = Array(try RuleName.resolve(lists: ignore, silencing: true))
    } catch {
      throw ConfigurationError(error.message)
    }
  }

  /// Leaves findings out that the file under `baseline` knows; without that key nothing.
  ///
  /// Meant for reports only: an entry whose error is left out decides.
  public mutating func readBaseline() throws(ConfigurationError) {
    guard let file, let baseline = file.configuration.baseline else { return }
    let path = file.path(baseline.value.string)
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try settingsFileSystem.read(found: path, below: directory.root, within: access)
    } catch {
      throw ConfigurationError(
        "\(file.origin(baseline)): \(DisplayText.visible(error.description)) (--write-baseline makes it)"
      )
    }
    do throws(Baseline.Malformed) {
      settings.baseline = try Baseline(reading: bytes, name: path)
    } catch {
      if let hidden = error.hidden {
        throw ConfigurationError(
          "\(DisplayText.visible(path)):\(hidden) (`--write-baseline` recreates it)")
      }
      throw ConfigurationError(
        "\(DisplayText.visible(path)) is not a baseline (`--write-baseline` creates one)")
    }
  }

  /// What `readBaseline` read.
  package var baseline: Baseline { settings.baseline }

  /// The content of a baseline file with all findings of a report.
  public func baselineText(for report: Report) -> String {
    Baseline(report, repositoryPath: settings.repositoryPath).text
  }

  /// Reads and checks files and directories.
  ///
  /// - Parameters:
  ///   - paths: empty for those of the configuration.
  ///   - kind: what all files are read as; nil goes by their names.
  /// - Returns: the project, and how many paths `exclude` left out.
  public func project(
    at paths: [String] = [], kind: InputKind? = nil
  ) throws(FileSystemError) -> (project: Project, excluded: Int) {
    if paths.isEmpty { try checkDefaultPaths() }
    let input = try InputFiles(
      paths.isEmpty ? defaultPaths : paths, in: fileSystem, kind: kind, filter: filter,
      access: access)
    return (
      Project(input.files, settings: settings, skipped: input.skipped), input.excluded
    )
  }

  /// What `project` reads, unchecked; without paths the configuration file too.
  package func inputs(
    at paths: [String], withConfiguration: Bool = true
  ) throws(FileSystemError) -> [InputFile] {
    if paths.isEmpty { try checkDefaultPaths() }
    let own = withConfiguration ? file.map { [$0.name] } ?? [] : []
    return try InputFiles(
      paths.isEmpty ? defaultPaths + own : paths, in: fileSystem, filter: filter, access: access
    ).files
  }

  /// Nobody named these paths, so a link among them may not lead out of the repository.
  private func checkDefaultPaths() throws(FileSystemError) {
    if let missing = defaultPaths.first(where: { fileSystem.kind(of: $0) == nil }) {
      var error = FileSystemError(path: missing, reason: "no such file or directory")
      error.isMissingDefault = true
      throw error
    }
    guard access.links == .withinRoot else { return }
    for path in defaultPaths {
      guard let link = fileSystem.firstLink(in: path),
        let root = fileSystem.realPath(directory.root),
        let target = fileSystem.realPath(link), target.below(root) == nil
      else { continue }
      throw FileSystemError(
        path: link,
        reason: "is a symbolic link to a path outside of the repository "
          + "(`--follow-links` follows it)")
    }
  }
}
