import ArgumentParser
import LinkPolicy

struct ImportArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a policy of files that you already have.",
    discussion: """
      Association files, entitlements, property lists, manifests, Firebase and Google files, exports of \
      authorization servers, Terraform states. What a file is, its content says. Nothing of a source \
      vanishes: it is in the policy, or a finding names it; secrets are never copied, and what nothing \
      assigns to an environment goes nowhere.

      Kinds: \(SourceImport.kinds.map(\.name).joined(separator: ", ")).

      The policy goes to standard output, the report to standard error. Files that are there are never \
      overwritten; --update fills in what they lack and keeps the rest.

      Examples:
        linkpolicy import realm-export.json --environment prod
        linkpolicy import apple-app-site-association assetlinks.json --host www.acme.example --environment prod
        linkpolicy import . --map '*.staging.acme.example=sandbox' --output Policies/acme.yaml
        linkpolicy import realm-export.json --environment prod --update --output Policies/acme.yaml
      """)

  @Argument(help: "Files and directories; `-` is standard input.")
  var paths: [String]

  @Option(help: "Where all values go: prod, sandbox, both. Default: what the sources say.")
  var environment: ImportDestination?

  @Option(
    help: ArgumentHelp(
      "Where values go whose text, host or source path fits: prod, sandbox, both, drop; may be repeated.",
      valueName: "glob=where"))
  var map: [String] = []

  @Option(help: ArgumentHelp("The host that serves the association files.", valueName: "host"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "The value of a variable in the sources; may be repeated.", valueName: "name=value"))
  var define: [String] = []

  @Option(
    help: ArgumentHelp(
      "Values of variables as JSON: the keyword mappings of an Auth0 deployment.", valueName: "file"
    ))
  var mapFile: [String] = []

  @Flag(help: "Write link rules that ask for nothing as `path: \"*\"`.")
  var keepCatchAll = false

  @Flag(help: "Write values that validation calls errors.")
  var keepInvalid = false

  @Option(
    help: ArgumentHelp("The name of the policy. Default: found in the sources.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "What the files are, where their content leaves a choice.", valueName: "kind"))
  var type: String?

  @Option(help: ArgumentHelp("Where the policy goes; `-` is standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Fill in what the policy at --output lacks; its comments and layout stay.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "How findings are written: \(ReportFormat.names.joined(separator: ", ")); may be repeated.",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help: "The weight of a finding that makes the exit status 1: error, warning, note, never.")
  var failOn = FailOn.error

  // No configuration is read, so there is no other default than none.
  @Option(
    help: ArgumentHelp(
      "Where the documentation site is served: links to rules lead there.", valueName: "url"))
  var docsBase: String?

  @OptionGroup var access: AccessOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = ImportCommand()
    command.paths = paths
    command.settings = try settings()
    command.mapFiles = mapFile
    command.output = output == "-" ? nil : output
    command.updates = update
    command.formats = try format.map { try FormatRequest($0) }
    command.failOn = failOn.severity
    command.documentation = try DocumentationOptions.base(docsBase)
    command.color = colors.color
    return try command.run(access.narrow(console))
  }

  private func settings() throws -> ImportSettings {
    var settings = ImportSettings()
    settings.environment = environment?.destination
    settings.mappings = try map.map { text in
      guard let mark = text.lastIndex(of: "="), mark > text.startIndex,
        let destination = ImportSettings.Destination(
          rawValue: String(text[text.index(after: mark)...]))
      else {
        throw UsageError(
          "`--map` needs GLOB=prod, sandbox, both or drop, not \(UTF8Text.quoted(text))")
      }
      return ImportSettings.Mapping(String(text[..<mark]), to: destination)
    }
    settings.definitions = try define.map { text in
      guard let mark = text.firstIndex(of: "="), mark > text.startIndex else {
        throw UsageError("`--define` needs NAME=VALUE, not \(UTF8Text.quoted(text))")
      }
      return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
    settings.host = host
    settings.keepsCatchAll = keepCatchAll
    settings.keepsInvalid = keepInvalid
    settings.name = name
    if let type {
      guard SourceImport.kinds.contains(where: { $0.name == type }) else {
        let near = Nearest.name(to: type, among: SourceImport.kinds.map(\.name))
        throw UsageError(
          "\(UTF8Text.quoted(type)) is no kind"
            + (near.map { "; a similar one exists: `\($0)`" }
              ?? "; `linkpolicy import --help` lists them"))
      }
      settings.kind = type
    }
    return settings
  }
}

/// `--environment` of `import`.
enum ImportDestination: String, ExpressibleByArgument, CaseIterable {
  case prod, sandbox, both

  var destination: ImportSettings.Destination {
    switch self {
    case .prod: .prod
    case .sandbox: .sandbox
    case .both: .both
    }
  }
}
