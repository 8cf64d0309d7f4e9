import ArgumentParser
import LinkPolicy

struct GenerateArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the association files and the allowlist code that agree with the policies.",
    discussion: """
      Targets: \(Project.targetNames.joined(separator: ", ")). Files are written whole or not at all, \
      unchanged ones are left alone, and only files that linkpolicy generated are removed.
      """)

  @Argument(help: "Policies and directories. Default: Policies/")
  var paths: [String] = []

  @Option(
    help:
      "A target; may be repeated. Default: those of the configuration, else all but those of authorization servers."
  )
  var target: [String] = []

  @Option(help: "Only files of this environment: prod or sandbox. Default: both.")
  var environment: EnvironmentName?

  @Option(
    help: ArgumentHelp(
      "Where the files go. Default: generate.output of the configuration, else generated/.",
      valueName: "dir"))
  var output: String?

  @Flag(help: "Write nothing; exit status 1 and a diff when a file is stale.")
  var check = false

  @Flag(help: "Write nothing; show the changes as a diff.")
  var diff = false

  @Flag(help: "Write nothing; list what would be done.")
  var dryRun = false

  @Flag(
    help:
      "Take over a directory that holds files of other policies, or files that somebody else wrote."
  )
  var replace = false

  @Option(
    help: ArgumentHelp(
      "Also write warnings and notes, all findings in this format, to standard error: "
        + "\(ReportFormat.names.joined(separator: ", ")). Default: errors as text.",
      valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the nearest linkpolicy.yaml up to the root of the repository.",
      valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Older policies, a file or directory: the report begins with what changed.",
      valueName: "path"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "The older policies are those of this git revision.", valueName: "rev"))
  var from: String?

  @Flag(
    help: ArgumentHelp(
      "Ignore output folders of generate.options, and don't rename files: a build plug-in declares them.",
      visibility: .hidden))
  var defaultPaths = false

  @Flag(name: [.short, .long], help: "Say nothing about what was written.")
  var quiet = false

  @OptionGroup var documentation: DocumentationOptions
  @OptionGroup var access: AccessOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    guard [check, diff, dryRun].count(where: { $0 }) <= 1 else {
      throw UsageError("give one of --check, --diff and --dry-run")
    }
    guard against == nil || from == nil else {
      throw UsageError("give one of --against and --from")
    }
    var command = GenerateCommand()
    command.older = against.map { .path($0) } ?? from.map { .revision($0) }
    command.documentation = try documentation.base()
    command.paths = paths
    command.targets = target
    command.environment = environment?.environment
    command.output = output
    command.mode = check ? .check : diff ? .diff : dryRun ? .dryRun : .write
    command.replaces = replace
    command.usesDefaultPaths = defaultPaths
    if let format {
      let request = try FormatRequest(format)
      guard request.file == nil else {
        throw UsageError("`--format` of `generate` writes to standard error, not to a file")
      }
      command.format = request.format
    }
    command.config = config
    command.isQuiet = quiet
    command.color = colors.color
    return try command.run(access.narrow(console))
  }
}

/// `--environment`.
enum EnvironmentName: String, ExpressibleByArgument, CaseIterable {
  case prod, sandbox
  var environment: Environment { self == .prod ? .prod : .sandbox }
}
