import ArgumentParser
import LinkPolicy
import PolicyText

/// An option whose values are the cases of an enumeration.
protocol EnumerationOption: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension EnumerationOption {
  init?(argument: String) { self.init(rawValue: argument) }
  var defaultValueDescription: String { rawValue }
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  static var allValueDescriptions: [String: String] { [:] }
}

extension ColorChoice: EnumerationOption {}
extension Environment: EnumerationOption {}
extension InputKind: EnumerationOption {}
extension LogFormat: EnumerationOption {}
extension RuleCategory: EnumerationOption {}

extension ImportSettings.Destination: EnumerationOption {
  /// `drop` is only for `--map`.
  init?(argument: String) {
    guard let value = Self(rawValue: argument), value != .drop else { return nil }
    self = value
  }

  /// The values for help and completion.
  static var allValueStrings: [String] {
    allCases.filter { $0 != .drop }.map(\.rawValue)
  }
}

/// The severity at which a command fails.
enum FailOn: String, EnumerationOption {
  case error, warning, note, never

  /// Nil for `never`.
  var severity: Severity? { Severity(rawValue: rawValue) }

  func status(of report: Report) -> ExitStatus {
    severity.map { report.has(atLeast: $0) } ?? false ? .findings : .clean
  }
}

/// `--format` of commands that print text or JSON.
enum TextOrJSON: String, EnumerationOption {
  case text, json
}

/// `--format` of commands that print text, JSON or Markdown.
enum TextJSONOrMarkdown: String, EnumerationOption {
  case text, json, markdown
}

/// Help of options that several commands have.
extension ArgumentHelp {
  static let policyPaths: Self =
    "Policy files and directories (default: `policies` in the configuration, or Policies/)."
  static let policy = Self(
    "Use this policy file or directory (repeatable; the same as a path).", valueName: "path")
  static let color: Self = "Use colors."
  static let followLinks: Self = "Follow symbolic links that lead out of a searched directory."
  static let docsBase = Self(
    "Link rules to the documentation site at this URL (default: `docs_base` in the configuration).",
    valueName: "url")
  static let allowInvalid: Self =
    "Continue if policies have errors; skip the entries that contain them."
  static let config = Self(
    "Read this configuration (default: the nearest linkpolicy.yaml, up to the repository root).",
    valueName: "file")
}

extension Console {
  /// The console with access limited to what `--follow-links` allows.
  func following(_ links: Bool) -> Console {
    var console = self
    if links { console.access.links = .followed }
    return console
  }
}

extension DocumentationBase {
  /// The site of `--docs-base`; nil if the option is missing.
  static func option(_ text: String?) throws -> DocumentationBase? {
    guard let text else { return nil }
    guard let base = DocumentationBase(text) else {
      throw UsageError(
        "`--docs-base` must be an http or https URL without user, query and fragment, "
          + "found \(DisplayText.quoted(text))")
    }
    return base
  }
}

extension NameSpecification {
  /// `--environment`, or `--env` for short.
  static var environment: Self { [.customLong("environment"), .customLong("env")] }
}

/// The paths of commands that read policies.
struct PolicyPaths: ParsableArguments {
  @Argument(help: .policyPaths) var paths: [String] = []
  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []

  var all: [String] { paths + policies }
}

/// The paths of commands that evaluate policies.
struct PolicyOptions: ParsableArguments {
  @Argument(help: .policyPaths) var paths: [String] = []
  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []
  @Flag(help: .allowInvalid) var allowInvalid = false
  @Flag(help: .followLinks) var followLinks = false

  /// Loads the policies; nil if they have errors, which are then on standard error.
  ///
  /// - Parameter more: additional paths.
  func load(
    _ color: ColorChoice, _ console: Console, and more: [String] = [],
    tolerating rule: RuleID? = nil
  ) throws -> Project? {
    try ProjectLoader.load(
      more + paths + policies, allowsInvalid: allowInvalid, tolerating: rule, color: color, console)
  }
}
