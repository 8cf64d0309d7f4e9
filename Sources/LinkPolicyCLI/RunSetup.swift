import LinkPolicy
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// What a command goes by besides its own options: where it runs, and the configuration there.
struct RunSetup {
  let places: FilePlaces
  /// nil where there is none.
  let file: ConfigurationFile?
  var settings: CheckSettings

  /// Finds and reads the configuration.
  ///
  /// - Parameter config: the value of `--config`.
  init(_ console: Console, config: String? = nil, color: ColorChoice = .auto) throws {
    places = FilePlaces(workingDirectory: console.workingDirectory, in: console.fileSystem)
    do throws(ConfigurationFile.Problem) {
      file =
        if let config {
          try ConfigurationFile.open(config, in: console.fileSystem)
        } else {
          try ConfigurationFile.find(places, in: console.fileSystem)
        }
      settings = try file?.settings(places) ?? CheckSettings()
    } catch {
      if !error.findings.diagnostics.isEmpty {
        let style = console.style(color, isTerminal: console.isErrorTerminal)
        console.writeError(TextReporter(style: style).render(error.findings) + "\n")
      }
      throw UsageError(error.message)
    }
    let places = places
    settings.repositoryPath = { places.repositoryPath($0) }
    settings.workers = console.workers
  }

  /// The paths of a command line without any.
  var defaultPaths: [String] {
    guard let file else { return ["Policies/"] }
    return file.configuration.policies?.map { file.path($0.value.string) } ?? [
      file.path("Policies/")
    ]
  }

  /// What `exclude` leaves out.
  var filter: FileFilter {
    guard let file, !file.configuration.exclude.isEmpty else { return FileFilter() }
    let places = places
    return FileFilter(patterns: file.configuration.exclude.map { Glob($0.value) }) {
      file.components(of: $0, places)
    }
  }

  /// Reads the known findings that the configuration names.
  mutating func readBaseline(_ console: Console) throws {
    guard let file, let baseline = file.configuration.baseline else { return }
    let path = file.path(baseline.value.string)
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try console.fileSystem.read(path)
    } catch {
      throw UsageError(
        "\(file.origin(baseline)): \(UTF8Text.visible(error.description)) (--write-baseline makes it)"
      )
    }
    do throws(Baseline.Malformed) {
      settings.baseline = try Baseline(reading: bytes, name: path)
    } catch {
      throw UsageError("\(UTF8Text.visible(path)) is no baseline (--write-baseline makes one)")
    }
  }

  /// Takes `--select` and `--ignore` in.
  mutating func restrict(select: [String], ignore: [String]) throws {
    do throws(RuleName.Problem) {
      settings.selected = Array(try RuleName.resolve(lists: select, silencing: false))
      settings.ignored = Array(try RuleName.resolve(lists: ignore, silencing: true))
    } catch {
      throw UsageError(error.message)
    }
  }

  /// The project that a command decides by or generates from: the paths of the command line, or
  /// those of the configuration, under its severities. Known findings count here: what the baseline
  /// hides is still wrong.
  ///
  /// - Parameter onlyErrors: other findings are not looked at.
  static func project(
    _ paths: [String], config: String? = nil, color: ColorChoice, onlyErrors: Bool = false,
    _ console: Console
  ) throws -> (project: Project, paths: [String]) {
    var setup = try RunSetup(console, config: config, color: color)
    setup.settings.onlyErrors = onlyErrors
    let paths = paths.isEmpty ? setup.defaultPaths : paths
    let input = try InputFiles(paths, in: console.fileSystem, filter: setup.filter)
    return (Project(input.files, settings: setup.settings), paths)
  }
}
