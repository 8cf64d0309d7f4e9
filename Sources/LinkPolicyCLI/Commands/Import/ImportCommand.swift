package import LinkPolicy

/// `linkpolicy import`: a policy of what is there already.
package struct ImportCommand: Sendable {
  package var paths: [String] = []
  package var settings = ImportSettings()
  /// Files of keywords.
  package var mapFiles: [String] = []
  /// nil for standard output.
  package var output: String?
  /// What is at `output` is filled up.
  package var updates = false
  package var formats: [FormatRequest] = []
  package var failOn: Severity? = .error
  /// `--docs-base`; an import reads no configuration that could name another one.
  package var documentation: DocumentationBase?
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    try FormatRequest.check(formats)
    let settings = try completeSettings(console)
    if let output { try check(output, console.fileSystem) }
    guard output != nil || !updates else { throw UsageError("`--update` needs `--output FILE`") }
    let input =
      paths.contains("-") ? SourceFile(name: "-", bytes: try console.content(of: "-")) : nil
    let inputs = try ImportInputs(
      paths, in: console.fileSystem, input: input, access: console.access)
    let old = try updates ? output.map { try console.content(of: $0) } : nil
    let result = SourceImport(
      inputs, settings: settings, policyPath: output ?? "-",
      beside: old.map { Project([InputFile(source: file($0), kind: .policy, isExplicit: true)]) })
    if let old { return try update(old, from: result, console) }
    guard !result.isEmpty else {
      try write(result.report, console)
      console.writeError("linkpolicy: nothing that can be imported was found\n")
      return .usage
    }
    if let output {
      try console.fileSystem.write(Array(result.text.utf8), to: output)
    } else {
      console.write(result.text)
    }
    try write(result.report, console)
    return status(result.report)
  }

  private func file(_ bytes: [UInt8]) -> SourceFile {
    SourceFile(name: output ?? "-", bytes: bytes)
  }

  private func completeSettings(_ console: Console) throws -> ImportSettings {
    var settings = settings
    for path in mapFiles {
      let file = SourceFile(name: path, bytes: try console.content(of: path))
      do throws(ImportSettingsError) {
        try settings.addKeywords(from: file)
      } catch {
        throw UsageError(error.message)
      }
    }
    return settings
  }

  /// A file that is there is somebody's work.
  private func check(_ output: String, _ fileSystem: any FileSystem) throws {
    let place = fileSystem.kind(of: output)
    if updates {
      guard place == .file else {
        throw UsageError("\(UTF8Text.quoted(output)) is no policy that could be updated")
      }
      try fileSystem.checkRewriting(output)
    } else if place != nil || fileSystem.isSymbolicLink(output) {
      throw UsageError(
        "\(UTF8Text.quoted(output)) is there already; `--update` fills in what it lacks")
    }
  }

  private func update(
    _ old: [UInt8], from result: SourceImport, _ console: Console
  ) throws -> ExitStatus {
    guard !result.files.isEmpty else {
      try write(result.report, console)
      console.writeError("linkpolicy: nothing that can be imported was found\n")
      return .usage
    }
    let update = PolicyUpdate(file(old), from: result)
    if update.bytes != old, let output {
      try console.fileSystem.rewrite(output, from: old, to: update.bytes)
    }
    console.write(update.diff)
    try write(update.report, console)
    return status(update.report)
  }

  private func write(_ report: Report, _ console: Console) throws {
    try ImportReport(color: color, formats: formats, documentation: documentation)
      .write(report, console)
  }

  private func status(_ report: Report) -> ExitStatus {
    failOn.map { report.has(atLeast: $0) } ?? false ? .findings : .clean
  }
}
