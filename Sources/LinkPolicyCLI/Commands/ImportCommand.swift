import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy import`
struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "import",
    abstract: "Create a policy from files that you already have.",
    discussion: """
      Examples:
        linkpolicy import realm-export.json --environment prod
        linkpolicy import assetlinks.json --host www.acme.example --environment prod
        linkpolicy import . --map '*.staging.acme.example=sandbox'

      Reads association files, entitlements, property lists, Android manifests, Firebase and Google \
      files, exports of authorization servers and Terraform states. linkpolicy detects the file type \
      from the content. Every value of a source is in the policy or in a finding. Secrets are never \
      copied. A value without an environment is left out.

      File types: \(commaSeparated(SourceImport.kinds.map(\.name))).

      The policy is written to standard output, findings to standard error. Existing files are never \
      overwritten; --update adds missing values and keeps the rest.
      """)

  @Argument(help: "Files and directories; `-` is standard input.")
  var paths: [String]

  @OptionGroup var sources: SourceOptions

  @Flag(help: "Write link rules without conditions as `path: \"*\"`.")
  var keepCatchAll = false

  @Option(
    help: ArgumentHelp("Read ambiguous files as this type.", valueName: "kind"))
  var type: String?

  @Option(
    help: ArgumentHelp(
      "Write the policy to this file; `-` is standard output (default: -).", valueName: "file"))
  var output: String?

  @Flag(help: "Add missing values to the policy at --output; keep its comments and layout.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "Write findings in this format (repeatable; default: text): \(ReportFormat.list).",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help:
      "Exit with status 1 on findings of this severity or higher."
  )
  var failOn = FailOn.error

  // Not `docsBase` of `ArgumentHelp`: import reads no configuration.
  @Option(
    help: ArgumentHelp("Link rules to the documentation site at this URL.", valueName: "url"))
  var docsBase: String?

  @Flag(help: .followLinks) var followLinks = false
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(followLinks)
    let reporter = ImportReport(
      color: color, formats: try FormatRequest.list(format),
      documentation: try DocumentationBase.option(docsBase))
    let settings = try settings(console)
    let output = output == "-" ? nil : output
    if let output { try check(output, console.fileSystem) }
    guard output != nil || !update else { throw UsageError("`--update` needs `--output FILE`") }
    let input =
      paths.contains("-") ? SourceFile(name: "-", bytes: try console.content(of: "-")) : nil
    let inputs = try ImportInputs(
      paths, in: console.fileSystem, input: input, access: console.access)
    let old =
      try update ? output.map { SourceFile(name: $0, bytes: try console.content(of: $0)) } : nil
    let result = SourceImport(
      inputs, settings: settings, policyPath: output ?? "-",
      beside: old.map { Project([InputFile(source: $0, kind: .policy, isExplicit: true)]) })
    guard old == nil ? !result.isEmpty : !result.files.isEmpty else {
      try reporter.write(result.report, console)
      console.writeError("linkpolicy: found nothing to import\n")
      return .usage
    }
    var report = result.report
    if let old {
      let update = PolicyUpdate(old, from: result)
      if update.bytes != old.bytes {
        try console.fileSystem.rewrite(old.name, from: old.bytes, to: update.bytes)
      }
      console.write(update.diff)
      report = update.report
    } else if let output {
      try console.fileSystem.write(Array(result.text.utf8), to: output)
    } else {
      console.write(result.text)
    }
    try reporter.write(report, console)
    return failOn.status(of: report)
  }

  /// Checks that no existing file is overwritten.
  private func check(_ output: String, _ fileSystem: any FileSystem) throws {
    let kind = fileSystem.kind(of: output)
    if update {
      guard kind == .file else {
        throw UsageError("\(DisplayText.quoted(output)) is not a file that can be updated")
      }
      try fileSystem.checkRewriting(output)
    } else if kind != nil || fileSystem.isSymbolicLink(output) {
      throw UsageError(
        "\(DisplayText.quoted(output)) already exists; to add missing values, use `--update`")
    }
  }

  private func settings(_ console: Console) throws -> ImportSettings {
    var settings = try sources.settings(console)
    settings.keepsCatchAll = keepCatchAll
    if let type {
      let names = SourceImport.kinds.map(\.name)
      guard names.contains(type) else {
        throw UsageError(
          "unknown file type \(DisplayText.quoted(type))"
            + (Nearest.name(to: type, among: names).map { "; did you mean `\($0)`?" }
              ?? "; run `linkpolicy import --help` to list them"))
      }
      settings.kind = type
    }
    return settings
  }
}

/// Writes the report of an import to standard error; standard output has the policy.
struct ImportReport {
  let color: ColorChoice
  var formats: [FormatRequest] = []
  var documentation: DocumentationBase?

  func write(_ report: Report, _ console: Console) throws {
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    for format in formats.isEmpty ? [FormatRequest(.text)] : formats {
      let text = report.rendered(
        as: format.format, style: format.file == nil ? style : TextStyle(hasColor: false),
        documentation: documentation)
      if let file = format.file {
        try console.fileSystem.write(Array(text.utf8), to: file)
      } else {
        console.writeError(text, as: format.format.syntax)
      }
    }
    guard !formats.contains(where: { $0.file == nil && $0.format != .text }) else { return }
    if !report.diagnostics.isEmpty, formats.allSatisfy({ $0.file == nil }) {
      console.writeError("\n")
    }
    console.writeError(SummaryLine(report: report).text(style))
  }
}
