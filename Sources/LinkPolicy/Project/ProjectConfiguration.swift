public import PolicyText
import PolicyModel

/// The context of a run: its directory, `linkpolicy.yaml`, and selected rules.
public struct ProjectConfiguration: Sendable {
  /// The source of a configuration.
  public enum Source: Sendable, Equatable {
    /// The nearest `linkpolicy.yaml`, from the working directory up to the root of its repository.
    case discovered
    /// This file. Its paths are relative to the working directory.
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
  /// The base URL of rule pages (`docs_base`); nil if not configured.
  package let documentation: DocumentationBase?

  /// Finds and reads the configuration.
  ///
  /// - Parameters:
  ///   - workingDirectory: its absolute path; nil if unknown, and then directories above it aren't
  ///     searched.
  ///   - fileSystem: the file system for the configuration and the project.
  ///   - settings: another file system for the configuration and the baseline.
  ///   - access: which files may be opened, and how many bytes are read.
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

  /// The configuration's file name as it was opened; nil without a file.
  package var fileName: String? { file?.name }

  /// The baseline's file name as it is opened; nil without a baseline.
  package var baselineName: String? {
    file.flatMap { file in file.configuration.baseline.map { file.path($0.value.string) } }
  }

  /// The default paths: `policies` of the configuration, or `Policies/`.
  public var defaultPaths: [String] {
    guard let file else { return ["Policies/"] }
    return file.configuration.policies?.map { file.path($0.value.string) } ?? [
      file.path("Policies/")
    ]
  }

  /// Whether to report minor findings (`--verbose`).
  package var includesMinor: Bool {
    get { settings.includesMinor }
    set { settings.includesMinor = newValue }
  }

  /// Returns true for files and directories in `exclude`, even if the user names them.
  package func excludes(_ path: String) -> Bool { filter.excludes(path) }

  /// A file's path in its repository; unchanged for a file outside of it.
  package func repositoryPath(_ path: String) -> String { settings.repositoryPath(path) }

  var filter: FileFilter {
    let directory = directory
    var filter = FileFilter()
    if let file, !file.configuration.exclude.isEmpty {
      filter = FileFilter(
        patterns: file.configuration.exclude.map { Glob($0.value) },
        components: { file.components(of: $0, directory) })
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

  /// Returns true for files in `Policies/` or below `policies` of the configuration, where YAML
  /// without a marker is an error.
  package func isAmongPolicies(_ path: String) -> Bool { filter.isAmongPolicies(path) }

  /// Selects rules by ID or alias. A string may contain several, separated by commas.
  ///
  /// - Parameters:
  ///   - select: the only rules to report; empty for all.
  ///   - ignore: the rules to leave out.
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

  /// Leaves out the findings in the `baseline` file, if configured.
  ///
  /// Use it for reports only: a policy with an error in the baseline still decides.
  public mutating func readBaseline() throws(ConfigurationError) {
    guard let file, let baseline = file.configuration.baseline else { return }
    let path = file.path(baseline.value.string)
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try settingsFileSystem.read(found: path, below: directory.root, within: access)
    } catch {
      throw ConfigurationError(
        "\(file.origin(baseline)): \(DisplayText.visible(error.description)) (`--write-baseline` creates it)"
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

  /// The baseline after `readBaseline`.
  package var baseline: Baseline { settings.baseline }

  /// The contents of a baseline file with all findings of a report.
  public func baselineText(for report: Report) -> String {
    Baseline(report, repositoryPath: settings.repositoryPath).text
  }

  /// Reads and checks files and directories.
  ///
  /// - Parameters:
  ///   - paths: empty for those of the configuration.
  ///   - kind: the type of all files; nil to detect it from their names.
  /// - Returns: the project, and the number of paths that `exclude` left out.
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

  /// Reads the files without checking them. Without paths, adds the configuration file.
  package func inputs(
    at paths: [String], withConfiguration: Bool = true
  ) throws(FileSystemError) -> [InputFile] {
    if paths.isEmpty { try checkDefaultPaths() }
    let own = withConfiguration ? file.map { [$0.name] } ?? [] : []
    return try InputFiles(
      paths.isEmpty ? defaultPaths + own : paths, in: fileSystem, filter: filter, access: access
    ).files
  }

  /// The user didn't name these paths, so links among them may not lead out of the repository.
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
