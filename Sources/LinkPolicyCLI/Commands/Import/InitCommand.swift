package import LinkPolicy

/// `linkpolicy init`: the first policy of a repository.
package struct InitCommand: Sendable {
  package var directory = "."
  package var takesProposals = false
  package var writesHooks = false
  /// nil for what the sources say.
  package var environment: ImportSettings.Destination?
  /// nil for what the sources say.
  package var name: String?
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard console.fileSystem.kind(of: directory) == .directory else {
      throw UsageError("\(UTF8Text.quoted(directory)) is no directory")
    }
    let files = ImportSearch(directory, in: console.fileSystem, isPrefixShown: false).files
    var settings = ImportSettings()
    settings.environment = environment
    settings.name = name
    settings.proposesProd = takesProposals
    let first = self.result(files, settings, console)
    guard !first.files.isEmpty, !first.isEmpty || !first.questions.isEmpty else {
      return try start(first.report, console)
    }
    list(first, console)
    if !takesProposals, console.isTerminal {
      ask(first.questions, &settings, InitQuestions(console: console, color: color))
    }
    // Once the name is known the report can say it.
    let result = self.result(files, settings, console, name: first.name)
    guard !result.isEmpty else {
      try ImportReport(color: color, formats: []).write(result.report, console)
      throw UsageError("nothing of these files says enough for a policy: try `--environment prod`")
    }
    try write(result.name, result.text, console)
    try ImportReport(color: color, formats: []).write(result.report, console)
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

  // MARK: what is there

  private func list(_ result: SourceImport, _ console: Console) {
    let style = console.style(color, isTerminal: console.isTerminal)
    let width = result.files.map(\.path.utf8.count).max() ?? 0
    console.write("Found \(SummaryLine.number(result.files.count, "file")):\n")
    for file in result.files {
      let blanks = String(repeating: " ", count: max(1, width - file.path.utf8.count + 2))
      console.write(
        "  \(UTF8Text.visible(file.path))\(blanks)"
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

  // MARK: what is written

  /// A repository in which nothing was found that says enough.
  ///
  /// - Parameter report: why nothing came of what is there.
  private func start(_ report: Report, _ console: Console) throws -> ExitStatus {
    let place =
      directory == "." ? console.workingDirectory ?? directory : directory
    let name = name ?? StarterPolicy.name(from: place)
    let isOpen = report.has(atLeast: .error)
    console.write(
      isOpen
        ? "Found nothing that says enough: a policy to begin with is written.\n"
        : "Found nothing to import: a policy to begin with is written.\n")
    try write(name, StarterPolicy.text(named: name), console)
    if isOpen { try ImportReport(color: color, formats: []).write(report, console) }
    showNextSteps(console)
    return isOpen ? .findings : .clean
  }

  private func write(_ name: String, _ text: String, _ console: Console) throws {
    let policy = path("Policies/\(name).yaml")
    let fileSystem = console.fileSystem
    guard fileSystem.kind(of: policy) == nil, !fileSystem.isSymbolicLink(policy) else {
      throw UsageError(
        "\(UTF8Text.quoted(policy)) is there already: `linkpolicy import --update` fills it up, "
          + "`--name` writes another")
    }
    var files = [(policy, text), (path("linkpolicy.yaml"), StarterPolicy.configuration)]
    if writesHooks { files.append((path(".pre-commit-config.yaml"), StarterPolicy.hooks)) }
    console.write("\n")
    for (file, text) in files {
      guard fileSystem.kind(of: file) == nil, !fileSystem.isSymbolicLink(file) else {
        console.write("left \(UTF8Text.visible(file)) as it is\n")
        continue
      }
      try fileSystem.write(Array(text.utf8), to: file)
      console.write("wrote \(UTF8Text.visible(file))\n")
    }
  }

  private func showNextSteps(_ console: Console) {
    console.write(
      """

      Next:
        linkpolicy validate   what is wrong or unsafe, and how to mend it
        linkpolicy flow       every sign-in that the policy promises, step by step
        linkpolicy generate   the files that must agree with it

      """)
  }
}
