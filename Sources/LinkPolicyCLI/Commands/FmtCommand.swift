import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy fmt`
struct FmtCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "fmt",
    abstract: "Format policies, test files and the configuration.",
    discussion: """
      Examples:
        linkpolicy fmt
        linkpolicy fmt --check
        linkpolicy fmt --diff Policies

      Sorts keys in schema order, indents by two spaces and removes unnecessary quotes. Comments, empty \
      lines and the order of lists stay. A file is written only if the result parses to the same values.

      Exit status: 0 formatted, or nothing to format; 1 with --check or --diff, a file needs formatting; \
      2 invalid usage, or a file can't be read and stays as it is; 3 internal error.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files and directories; `-` is standard input (default: Policies/ and linkpolicy.yaml).",
      valueName: "paths"))
  var named: [String] = []

  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []

  @Flag(help: "List files that need formatting; write nothing.")
  var check = false

  @Flag(help: "Show the changes as a diff; write nothing.")
  var diff = false

  @Option(
    help: ArgumentHelp("Report standard input under this file name.", valueName: "name"))
  var stdinFilename: String?

  @Option(help: .config) var config: String?
  @Option(help: .color) var color = ColorChoice.auto
  @Flag(help: .followLinks) var followLinks = false

  var paths: [String] { named + policies }

  func run(on console: Console) throws -> ExitStatus {
    if check, diff { throw UsageError("can't combine `--check` with `--diff`") }
    let console = console.following(followLinks)
    let configuration = try ProjectLoader.configuration(
      config, color: color, console)
    let files = try files(configuration, console)
    guard !files.isEmpty else {
      let names = (paths.isEmpty ? configuration.defaultPaths : paths).map {
        DisplayText.quoted($0)
      }
      throw UsageError("no policy, test file or configuration in \(names.joined(separator: ", "))")
    }
    let changed = files.filter { if case .changed = $0.outcome { true } else { false } }
    if diff {
      let style = console.style(color, isTerminal: console.isTerminal)
      for file in changed {
        console.write(style.painted(diff: file.diff(isShown: console.isTerminal)))
      }
    } else if !check {
      try write(files, console)
    } else if !readsInput {
      for file in changed { console.write(DisplayText.visible(file.source.name) + "\n") }
    }
    let status = reportRefusals(of: files, console)
    if !readsInput { console.writeError(summary(of: files, changed.count) + "\n") }
    return status ?? ((check || diff) && !changed.isEmpty ? .findings : .clean)
  }

  private var readsInput: Bool { paths == ["-"] }

  private func files(
    _ configuration: ProjectConfiguration, _ console: Console
  ) throws -> [FormattedFile] {
    guard readsInput else {
      if paths.contains("-") { throw UsageError("can't combine `-` with other paths") }
      return try configuration.formattedFiles(at: paths)
    }
    let source = SourceFile(
      name: stdinFilename ?? "<stdin>", bytes: try console.content(of: "-"))
    return [FormattedFile(source)]
  }

  private func write(_ files: [FormattedFile], _ console: Console) throws {
    if readsInput {
      for file in files {
        switch file.outcome {
        case .changed(let bytes): console.writeBytes(bytes)
        case .unchanged: console.writeBytes(file.source.bytes)
        // An editor that uses this as a filter must not get partial text.
        case .unreadable, .unmarked, .unproved: break
        }
      }
      return
    }
    try console.rewrite(
      files.compactMap { file in
        guard case .changed(let bytes) = file.outcome else { return nil }
        return (file.source.name, file.source.bytes, bytes)
      })
  }

  /// Reports files that are left unchanged because of a problem; nil if absent.
  private func reportRefusals(of files: [FormattedFile], _ console: Console) -> ExitStatus? {
    var status: ExitStatus?
    for file in files {
      let name = DisplayText.visible(file.source.name)
      switch file.outcome {
      case .unchanged, .changed: continue
      case .unreadable(let reason):
        console.writeError(
          "error: \(name):\(DisplayText.visible(reason)); left the file unchanged\n")
        status = status ?? .usage
      case .unmarked:
        console.writeError(
          "error: \(name): contains none of the keys `linkpolicy`, `linkpolicy_tests`, "
            + "`linkpolicy_config`; left the file unchanged\n")
        status = status ?? .usage
      case .unproved:
        console.writeError(
          "error: \(name): the formatted text would not parse to the same values (internal error); "
            + "left the file unchanged\n")
        status = .fault
      }
    }
    return status
  }

  private func summary(of files: [FormattedFile], _ changed: Int) -> String {
    let same = files.count { $0.outcome == .unchanged }
    guard changed > 0 else { return "\(SummaryLine.number(same, "file")) already formatted" }
    let verb = check || diff ? "would format" : "formatted"
    return "\(verb) \(SummaryLine.number(changed, "file")), \(same) already formatted"
  }
}
