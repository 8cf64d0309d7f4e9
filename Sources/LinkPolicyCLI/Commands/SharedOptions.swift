import ArgumentParser
import LinkPolicy

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
  static let color: Self = "Use colors: auto, always or never (default: auto)."
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

/// `--policy`, `--allow-invalid` and `--follow-links`, on commands that evaluate policies.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"),
    help: ArgumentHelp(
      "Use this policy file or directory (repeatable; default: `policies` in the configuration, or Policies/).",
      valueName: "path"))
  var policies: [String] = []

  @Flag(help: .allowInvalid) var allowInvalid = false
  @Flag(help: .followLinks) var followLinks = false

  /// The policies; nil if they have errors, which are on standard error then.
  func load(_ color: ColorChoice, _ console: Console) throws -> Project? {
    try ProjectLoader.load(policies, allowsInvalid: allowInvalid, color: color, console)
  }
}
