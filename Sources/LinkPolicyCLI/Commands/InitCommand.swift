import ArgumentParser
import LinkPolicy

/// `linkpolicy init`
struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: "linkpolicy",
    abstract: "Create a policy from the files in a repository.",
    discussion: """
      Finds files that linkpolicy can import, lists the values in each, asks for what they don't say, \
      and writes Policies/NAME.yaml and linkpolicy.yaml. If it finds nothing, it writes a small policy \
      with comments. Existing files are never overwritten. Directories of package managers and build \
      tools, and what .gitignore names, are skipped.

      Exit status: 0 success; 1 the policy has errors; 2 invalid usage, or the policy already exists; \
      3 internal error.

      Examples:
        linkpolicy init
        linkpolicy init --yes --hooks
        linkpolicy init apps/mobile --environment prod
      """)

  @Argument(help: "The directory of the repository (default: the working directory).")
  var directory = "."

  @Flag(help: "Don't ask: accept proposals, and leave out values without one.")
  var yes = false

  @Flag(help: "Write .pre-commit-config.yaml, too.")
  var hooks = false

  @Option(
    help: "Assign all values to prod, sandbox or both (default: what the sources say).")
  var environment: ImportSettings.Destination?

  @Option(
    help: ArgumentHelp(
      "Name the policy (default: a name from the sources).", valueName: "name"))
  var name: String?

  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    guard console.fileSystem.kind(of: directory) == .directory else {
      throw UsageError("\(DisplayText.quoted(directory)) is not a directory")
    }
    let files = ImportSearch(directory, in: console.fileSystem, isPrefixShown: false).files
    var settings = ImportSettings()
    settings.environment = environment
    settings.name = name
    settings.proposesProd = yes
    let first = self.result(files, settings, console)
    guard !first.files.isEmpty, !first.isEmpty || !first.questions.isEmpty else {
      return try start(first.report, console)
    }
    list(first, console)
    if !yes, console.isTerminal {
      ask(first.questions, &settings, InitQuestions(console: console, color: color))
    }
    // Again, now that the name is known: findings show the path of the policy.
    let result = self.result(files, settings, console, name: first.name)
    guard !result.isEmpty else {
      try ImportReport(color: color).write(result.report, console)
      throw UsageError("the files have too little for a policy; try `--environment prod`")
    }
    try write(result.name, result.text, console)
    try ImportReport(color: color).write(result.report, console)
    showNextSteps(console)
    return result.report.has(atLeast: .error) ? .findings : .clean
  }

  private func path(_ name: String) -> String { directory == "." ? name : "\(directory)/\(name)" }

  private func result(
    _ files: [SourceFile], _ settings: ImportSettings, _ console: Console, name: String = "policy"
  ) -> SourceImport {
    let beside = try? ImportInputs([], in: console.fileSystem)
    return SourceImport(
      files, settings: settings, found: files.count, policyPath: path("Policies/\(name).yaml"),
      neighbor: { beside?.neighbor(path($0)) })
  }

  private func list(_ result: SourceImport, _ console: Console) {
    let style = console.style(color, isTerminal: console.isTerminal)
    let width = result.files.map(\.path.utf8.count).max() ?? 0
    console.write("Found \(SummaryLine.number(result.files.count, "file")):\n")
    for file in result.files {
      let padding = String(repeating: " ", count: max(1, width - file.path.utf8.count + 2))
      console.write(
        "  \(DisplayText.visible(file.path))\(padding)"
          + style.paint(
            "\(file.kind), \(SummaryLine.number(file.count, "value"))", TextStyle.Role.frame)
          + "\n")
    }
  }

  private func ask(
    _ questions: [ImportQuestion], _ settings: inout ImportSettings, _ asking: InitQuestions
  ) {
    for question in questions {
      switch question.subject {
      case .host: if let host = asking.host(question) { settings.answer(question, host: host) }
      case .environment: settings.answer(question, asking.environment(question))
      }
    }
  }

  /// Writes a starter policy.
  ///
  /// - Parameter report: why the files in the repository were not enough.
  private func start(_ report: Report, _ console: Console) throws -> ExitStatus {
    let place =
      directory == "." ? console.workingDirectory ?? directory : directory
    let name = name ?? StarterPolicy.name(from: place)
    let isOpen = report.has(atLeast: .error)
    console.write(
      isOpen
        ? "Found too little for a policy; writing a starter policy.\n"
        : "Found nothing to import; writing a starter policy.\n")
    try write(name, StarterPolicy.text(named: name), console)
    if isOpen { try ImportReport(color: color).write(report, console) }
    showNextSteps(console)
    return isOpen ? .findings : .clean
  }

  private func write(_ name: String, _ text: String, _ console: Console) throws {
    let policy = path("Policies/\(name).yaml")
    let fileSystem = console.fileSystem
    guard fileSystem.kind(of: policy) == nil, !fileSystem.isSymbolicLink(policy) else {
      throw UsageError(
        "\(DisplayText.quoted(policy)) already exists; to add missing values, run "
          + "`linkpolicy import --update`; to write another policy, use `--name`")
    }
    var files = [(policy, text), (path("linkpolicy.yaml"), StarterPolicy.configuration)]
    if hooks { files.append((path(".pre-commit-config.yaml"), StarterPolicy.hooks)) }
    console.write("\n")
    for (file, text) in files {
      guard fileSystem.kind(of: file) == nil, !fileSystem.isSymbolicLink(file) else {
        console.write("kept \(DisplayText.visible(file))\n")
        continue
      }
      try fileSystem.write(Array(text.utf8), to: file)
      console.write("wrote \(DisplayText.visible(file))\n")
    }
  }

  private func showNextSteps(_ console: Console) {
    console.write(
      """

      Next:
        linkpolicy validate   find errors and unsafe settings
        linkpolicy flow       run every declared sign-in, step by step
        linkpolicy generate   write association files and allowlist code

      """)
  }
}
