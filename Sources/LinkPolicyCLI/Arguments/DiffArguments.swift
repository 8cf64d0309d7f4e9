import ArgumentParser

extension DiffCommand.Format: ExpressibleByArgument {}

/// `--fail-on` of `diff`.
extension DiffCommand.Failure: ExpressibleByArgument {}

struct DiffArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what becomes allowed and what stops being allowed, with a request for each.",
    discussion: """
      Compares the policies of two files or directories, or with --from those of a git revision with \
      the working tree; or two apple-app-site-association or two assetlinks.json files. Exit status 0 whatever has changed, unless --fail-on says otherwise.
      """)

  @Argument(help: "OLD and NEW; with --from the policies to compare. Default: Policies/")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The old policies are those of this git revision.", valueName: "rev"))
  var from: String?

  @Option(
    help: ArgumentHelp("The new policies too are those of a git revision.", valueName: "rev"))
  var to: String?

  @Option(help: "text, json or markdown (for a comment on a pull request).")
  var format = DiffCommand.Format.text

  @Option(
    help: "What makes the exit status 1: widening (more is allowed), any (something changed).")
  var failOn: DiffCommand.Failure?

  @Flag(help: "Compare although policies have errors; entries with errors decide nothing.")
  var allowInvalid = false

  @OptionGroup var access: AccessOptions
  @Option(help: "The host that serves two association files which are compared.")
  var domain = "example.com"

  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = DiffCommand()
    command.sides = try sides
    command.format = format
    command.failOn = failOn
    command.allowsInvalid = allowInvalid
    command.domain = domain
    command.color = colors.color
    return try command.run(access.narrow(console))
  }

  private var sides: DiffCommand.Sides {
    get throws {
      guard let from else {
        guard to == nil else { throw UsageError("--to needs --from, the revision to start at") }
        guard paths.count == 2 else {
          throw UsageError("name OLD and NEW, or the old revision with --from REV")
        }
        return .paths(old: paths[0], new: paths[1])
      }
      return .revisions(from: from, to: to, paths: paths.isEmpty ? ["Policies/"] : paths)
    }
  }
}
