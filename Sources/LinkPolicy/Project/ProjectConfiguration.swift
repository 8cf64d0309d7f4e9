public import PolicyDiagnostics
import PolicyModel
public import PolicyReplay
import PolicyText

/// What a run goes by besides its files: where it runs, `linkpolicy.yaml`, and chosen rules.
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
  private let fileSystem: any FileSystem
  let file: ConfigurationFile?
  private(set) var settings: CheckSettings

  /// Finds and reads the configuration.
  ///
  /// - Parameters:
  ///   - workingDirectory: its absolute path; nil where it is not known, then nothing above it is
  ///     looked at.
  ///   - fileSystem: where the configuration and the project are read.
  public init(
    _ source: Source = .discovered, workingDirectory: String? = LocalFileSystem.workingDirectory,
    in fileSystem: any FileSystem = LocalFileSystem()
  ) throws(ConfigurationError) {
    self.fileSystem = fileSystem
    directory = WorkingDirectory(path: workingDirectory, in: fileSystem)
    file =
      switch source {
      case .discovered: try ConfigurationFile.find(directory, in: fileSystem)
      case .file(let name): try ConfigurationFile.open(name, in: fileSystem)
      case .none: nil
      }
    settings = try file?.settings(directory) ?? CheckSettings()
    let directory = directory
    settings.repositoryPath = { directory.repositoryPath($0) }
  }

  /// The name of the file, as it was opened; nil where there is none.
  public var fileName: String? { file?.name }

  /// What is read where no path is named: `policies` of the configuration, or `Policies/`.
  public var defaultPaths: [String] {
    guard let file else { return ["Policies/"] }
    return file.configuration.policies?.map { file.path($0.value.string) } ?? [
      file.path("Policies/")
    ]
  }

  /// Reads and checks many files at a time with these threads; without them one by one.
  public var workers: any WorkerPool {
    get { settings.workers }
    set { settings.workers = newValue }
  }

  /// Only errors are wanted: rules that never report one are left out where that makes no difference.
  public var onlyErrors: Bool {
    get { settings.onlyErrors }
    set { settings.onlyErrors = newValue }
  }

  /// Also findings that are worth saying only to those who ask for every detail.
  public var includesMinor: Bool {
    get { settings.includesMinor }
    set { settings.includesMinor = newValue }
  }

  /// True for a file or directory that `exclude` leaves out, also where it is named.
  public func excludes(_ path: String) -> Bool { filter.excludes(path) }

  /// A file as its repository knows it; a file that lies elsewhere keeps its name.
  public func repositoryPath(_ path: String) -> String { settings.repositoryPath(path) }

  private var filter: FileFilter {
    guard let file, !file.configuration.exclude.isEmpty else { return FileFilter() }
    let directory = directory
    return FileFilter(patterns: file.configuration.exclude.map { Glob($0.value) }) {
      file.components(of: $0, directory)
    }
  }

  /// Chooses rules by their names: ids and aliases, several in one text separated by commas.
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
      bytes = try fileSystem.read(path)
    } catch {
      throw ConfigurationError(
        "\(file.origin(baseline)): \(UTF8Text.visible(error.description)) (--write-baseline makes it)"
      )
    }
    do throws(Baseline.Malformed) {
      settings.baseline = try Baseline(reading: bytes, name: path)
    } catch {
      if let hidden = error.hidden {
        throw ConfigurationError(
          "\(UTF8Text.visible(path)):\(hidden) (--write-baseline writes it anew)")
      }
      throw ConfigurationError(
        "\(UTF8Text.visible(path)) is no baseline (--write-baseline makes one)")
    }
  }

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
    let input = try InputFiles(
      paths.isEmpty ? defaultPaths : paths, in: fileSystem, kind: kind, filter: filter)
    return (Project(input.files, settings: settings), input.excluded)
  }
}
