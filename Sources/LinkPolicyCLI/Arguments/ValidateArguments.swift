import ArgumentParser
import LinkPolicy

struct ValidateArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check policies, test files and association files.",
    discussion: """
      Examples:
        linkpolicy validate Policies --format sarif=findings.sarif
        git show HEAD:Policies/app.yaml | linkpolicy validate - --stdin-filename Policies/app.yaml
      """)

  @Argument(help: "Files and directories; `-` is standard input. Default: Policies/.")
  var paths: [String] = []

  @Option(
    name: [.customLong("format"), .customLong("output-format")],
    help: ArgumentHelp(
      "Write findings as \(ReportFormat.names.joined(separator: ", ")); may be repeated "
        + "(default: text; in GitHub Actions github and the job summary).",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help: "The weight of a finding that makes the exit status 1: error, warning, note, never.")
  var failOn = FailOn.error

  @Flag(name: [.short, .long], help: "Only errors.")
  var quiet = false

  @Flag(name: [.short, .long], help: "All places of findings about many, and minor findings.")
  var verbose = false

  @Flag(help: "Nothing to check is not an error.")
  var allowEmpty = false

  @Option(help: ArgumentHelp("The name of standard input.", valueName: "path"))
  var stdinFilename: String?

  @Option(help: "What the files are read as: policy, aasa, assetlinks.")
  var type: FileType?

  @Option(help: ArgumentHelp("Report only these rules.", valueName: "rules"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Do not report these rules.", valueName: "rules"))
  var ignore: [String] = []

  @Flag(help: "Write safe fixes into the files; with `-`, print the fixed text.")
  var fix = false

  @Flag(help: "With --fix or --diff: also fixes that may change the meaning.")
  var unsafeFixes = false

  @Flag(help: "Print the fixes as a diff; write nothing.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the nearest linkpolicy.yaml up to the root of the repository.",
      valueName: "file"))
  var config: String?

  @Flag(help: "Print the settings in force and where they come from.")
  var showConfig = false

  @Option(
    help: ArgumentHelp(
      "Write the findings as known ones; `baseline` of the configuration names such a file.",
      valueName: "file"))
  var writeBaseline: String?

  @OptionGroup var trust: TrustOptions
  @OptionGroup var documentation: DocumentationOptions
  @OptionGroup var access: AccessOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = ValidateCommand()
    command.documentation = try documentation.base()
    command.trust = try trust.trust()
    command.paths = paths
    command.formats = try format.map { try FormatRequest($0) }
    command.failOn = failOn.severity
    command.isQuiet = quiet
    command.isVerbose = verbose
    command.allowsEmpty = allowEmpty
    command.stdinFilename = stdinFilename
    command.kind = type?.kind
    command.color = colors.color
    command.select = select
    command.ignore = ignore
    command.fixing = diff ? .diff : fix ? .write : .none
    command.includesUnsafe = unsafeFixes
    command.config = config
    command.showsConfiguration = showConfig
    command.baselineOutput = writeBaseline
    return try command.run(access.narrow(console))
  }
}

struct ExplainArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule: what, why, examples, references.",
    discussion: "Exit status: 0 explained; 2 unknown rule.")

  @Argument(help: "The name of a rule.")
  var rule: String

  @OptionGroup var documentation: DocumentationOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = ExplainCommand(rule: rule)
    command.documentation = try documentation.base()
    command.color = colors.color
    return try command.run(console)
  }
}

/// A category of rules by its name.
struct CategoryName: ExpressibleByArgument {
  let category: RuleCategory

  init?(argument: String) {
    guard let category = RuleCategory(rawValue: argument) else { return nil }
    self.category = category
  }

  static var allValueStrings: [String] { RuleCategory.allCases.map(\.rawValue) }
}

struct RulesArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules, or the reasons of decisions.")

  @Flag(help: "List the reasons of decisions instead.")
  var reasons = false

  @Option(
    name: .customLong("category"), help: "Rules of this category only; may be repeated.")
  var categories: [CategoryName] = []

  @Option(help: "Only what has this word in its id, summary or explanation; may be repeated.")
  var search: [String] = []

  @Option(help: "text or json.")
  var format = SimulateCommand.Format.text

  @OptionGroup var documentation: DocumentationOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = RulesCommand()
    command.documentation = try documentation.base()
    command.wantsReasons = reasons
    command.categories = categories.map(\.category)
    command.search = search
    command.isJSON = format == .json
    command.color = colors.color
    return try command.run(console)
  }
}
