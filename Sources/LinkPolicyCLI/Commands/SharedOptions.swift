public import ArgumentParser
public import LinkPolicy

extension ColorChoice: ExpressibleByArgument {}
extension Environment: ExpressibleByArgument {}
extension InputKind: ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
extension RuleCategory: ExpressibleByArgument {}

extension ImportSettings.Destination: ExpressibleByArgument {
  /// `drop` is only for `--map`.
  public init?(argument: String) {
    guard let value = Self(rawValue: argument), value != .drop else { return nil }
    self = value
  }

  /// The values for help and completion.
  public static var allValueStrings: [String] {
    allCases.filter { $0 != .drop }.map(\.rawValue)
  }
}

/// The severity at which a command fails.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
  case error, warning, note, never

  /// Nil for `never`.
  var severity: Severity? { Severity(rawValue: rawValue) }

  func status(of report: Report) -> ExitStatus {
    severity.map { report.has(atLeast: $0) } ?? false ? .findings : .clean
  }
}

/// `--format` of commands that print text or JSON.
enum TextOrJSON: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// `--format` of commands that print text, JSON or Markdown.
enum TextJSONOrMarkdown: String, ExpressibleByArgument, CaseIterable {
  case text, json, markdown
}

/// `--color`, on every command.
struct ColorOptions: ParsableArguments {
  @Option(help: "Use colors: auto, always or never (default: auto).")
  var color = ColorChoice.auto
}

/// `--follow-links`, on every command that reads policies.
struct AccessOptions: ParsableArguments {
  @Flag(help: "Follow symbolic links that lead out of a searched directory.")
  var followLinks = false

  /// The console with access limited to what the options allow.
  func narrow(_ console: Console) -> Console {
    var console = console
    if followLinks { console.access.links = .followed }
    return console
  }
}

/// `--docs-base`, on commands that read the configuration and link to rule pages.
struct DocumentationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Link rules to the documentation site at this URL (default: `docs_base` in the configuration).",
      valueName: "url"))
  var docsBase: String?

  /// The site; nil if the option is missing.
  func base() throws -> DocumentationBase? { try Self.base(docsBase) }

  static func base(_ text: String?) throws -> DocumentationBase? {
    guard let text else { return nil }
    guard let base = DocumentationBase(text) else {
      throw UsageError(
        "`--docs-base` must be an http or https URL without user, query and fragment, "
          + "found \(DisplayText.quoted(text))")
    }
    return base
  }
}

/// `--allow-invalid`, on commands that evaluate policies.
struct InvalidOptions: ParsableArguments {
  @Flag(help: "Continue if policies have errors; skip the entries that contain them.")
  var allowInvalid = false

  @OptionGroup var access: AccessOptions
}

extension NameSpecification {
  /// `--environment`, or `--env` for short.
  static var environment: Self { [.customLong("environment"), .customLong("env")] }
}

/// `--policy`: the same as a path.
struct PolicyOption: ParsableArguments {
  @Option(
    name: .customLong("policy"),
    help: ArgumentHelp(
      "Use this policy file or directory (repeatable; the same as a path).", valueName: "path"))
  var policies: [String] = []
}

/// The paths of commands that read policies.
struct PolicyPaths: ParsableArguments {
  @Argument(
    help: "Policy files and directories (default: `policies` in the configuration, or Policies/).")
  var paths: [String] = []

  @OptionGroup var option: PolicyOption

  var all: [String] { paths + option.policies }
}

/// The paths of commands that evaluate policies.
struct PolicyOptions: ParsableArguments {
  @OptionGroup var paths: PolicyPaths
  @OptionGroup var invalid: InvalidOptions

  var access: AccessOptions { invalid.access }

  /// The policies; nil if they have errors, which are on standard error then.
  ///
  /// - Parameter more: paths besides those of the options.
  func load(
    _ colors: ColorOptions, _ console: Console, and more: [String] = [],
    tolerating rule: RuleID? = nil
  ) throws -> Project? {
    try ProjectLoader.load(
      more + paths.all, allowsInvalid: invalid.allowInvalid, tolerating: rule, color: colors.color,
      console)
  }
}

/// `--config`.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read this configuration (default: the nearest linkpolicy.yaml, up to the repository root).",
      valueName: "file"))
  var config: String?
}

/// `--untrusted` and `--base`.
struct TrustOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Treat input as untrusted, such as a fork's pull request: reject symbolic links, limit size and "
        + "memory, ignore its configuration and baseline, and disable --fix."
    ))
  var untrusted = false

  @Option(
    help: ArgumentHelp(
      "With --untrusted, use the configuration and baseline of this git revision (default: none).",
      valueName: "revision"))
  var base: String?

  func trust() throws -> Trust {
    guard untrusted else {
      guard base == nil else { throw UsageError("`--base` needs `--untrusted`") }
      return .trusted
    }
    return .untrusted(base: base)
  }
}
