import ArgumentParser
import LinkPolicy

extension ColorChoice: ExpressibleByArgument {}
extension SimulateCommand.Format: ExpressibleByArgument {}

/// `--type`: the names of `InputKind`.
struct FileType: ExpressibleByArgument {
  var kind: InputKind
  init?(argument: String) {
    guard let kind = InputKind(rawValue: argument) else { return nil }
    self.kind = kind
  }
  static var allValueStrings: [String] { InputKind.allCases.map(\.rawValue) }
}

/// `--fail-on`.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
  case error, warning, note, never
  var severity: Severity? { Severity(rawValue: rawValue) }
}

/// `--color`, on every command.
struct ColorOptions: ParsableArguments {
  @Option(help: "When to use colours: auto, always, never.")
  var color = ColorChoice.auto
}

/// `--follow-links`, on every command that reads policies.
struct AccessOptions: ParsableArguments {
  @Flag(help: "Follow symbolic links that lead out of a directory that is searched.")
  var followLinks = false

  /// The console, which opens no more than the options say.
  func narrow(_ console: Console) -> Console {
    var console = console
    if followLinks { console.access.links = .followed }
    return console
  }
}

/// `--docs-base`, on every command that names rules.
struct DocumentationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the documentation site is served: links to rules lead there. Default: docs_base of the configuration.",
      valueName: "url"))
  var docsBase: String?

  /// The site; nil where the option is not given.
  func base() throws -> DocumentationBase? { try Self.base(docsBase) }

  /// The site that a text names; nil without one.
  static func base(_ text: String?) throws -> DocumentationBase? {
    guard let text else { return nil }
    guard let base = DocumentationBase(text) else {
      throw UsageError(
        "`--docs-base` is an http or https URL without user, query and fragment, not "
          + UTF8Text.quoted(text))
    }
    return base
  }
}

/// `--policy`, on every command that decides.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"),
    help: ArgumentHelp(
      "A policy file or a directory of policies; may be repeated.", valueName: "path"))
  var policies: [String] = []

  @Flag(help: "Decide although policies have errors; entries with errors decide nothing.")
  var allowInvalid = false

  @OptionGroup var access: AccessOptions
}
