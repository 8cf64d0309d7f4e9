import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy init`
struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "init",
    abstract: "Create a policy from the files in a repository.",
    discussion: """
      Finds files that linkpolicy can import, asks for what they don't say, and writes Policies/NAME.yaml \
      and linkpolicy.yaml. The policy is valid at once: an unknown value is `TODO`, and what can't be used \
      is a comment with a question. Without a terminal, or with --yes, defaults decide, and the report lists \
      the open questions as options. Tests, examples, documents, directories of package managers and build \
      tools, and what .gitignore names, are skipped. Existing files are never overwritten.

      Exit status: 0 success; 1 nothing was found; 2 invalid usage, or the policy already exists; \
      3 internal error.

      Examples:
        linkpolicy init
        linkpolicy init --yes --host www.acme.example
        linkpolicy init apps/mobile --map '*.staging.acme.example=sandbox'
        linkpolicy init --starter
      """)

  @Argument(help: "The directory of the repository.")
  var directory = "."

  @Flag(help: "Don't ask: accept all defaults.")
  var yes = false

  @Flag(
    help: "Write a small policy with comments and a test if the repository has nothing to import.")
  var starter = false

  @Flag(help: "Write .pre-commit-config.yaml, too.")
  var hooks = false

  @Flag(help: "List every file and every finding.")
  var verbose = false

  @OptionGroup var sources: SourceOptions
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    guard console.fileSystem.kind(of: directory) == .directory else {
      throw UsageError("\(DisplayText.quoted(directory)) is not a directory")
    }
    let search = ImportSearch(directory, in: console.fileSystem, isPrefixShown: false)
    var settings = try sources.settings(console)
    settings.completes = true
    settings.directory = StarterPolicy.name(from: place(console))
    let isAsking = !yes && console.isTerminal
    let questions = InitQuestions(console: console)
    var result = self.result(search.files, settings, console)
    var asked: [ImportQuestion.Subject] = []
    while let question = result.questions.first(where: { !asked.contains($0.subject) }) {
      if asked.isEmpty, isAsking { console.write("Enter keeps the default in brackets.\n") }
      asked.append(question.subject)
      guard let answer = isAsking ? questions.answer(question) : question.proposal else { continue }
      // The default environment is already in the result.
      if case .environment = question.subject, answer == question.proposal { continue }
      settings.answer(question, answer)
      result = self.result(search.files, settings, console)
    }
    let report = InitReport(
      result: result, unread: unread(search, result), isVerbose: verbose,
      color: color, console: console)
    guard !result.isEmpty else {
      if starter
        || isAsking && questions.confirms("Found nothing to import. Write a starter policy?", false)
      {
        return try start(console)
      }
      try report.writeNothingFound(existing: existing(console))
      return .findings
    }
    // Again with the name, because findings contain the path of the policy.
    result = self.result(search.files, settings, console, name: result.name)
    let policy = try path(ofNew: result.name, console)
    if isAsking {
      console.write("\n\(result.text)")
      guard questions.confirms("Write this policy to \(DisplayText.visible(policy))?", true) else {
        return .clean
      }
    }
    let written = try write(policy, result.text, console)
    try InitReport(
      result: result, unread: report.unread, isVerbose: verbose, color: color,
      console: console
    ).write(written, open: isAsking ? [] : result.questions)
    return result.report.has(atLeast: .error) && sources.keepInvalid ? .findings : .clean
  }

  private func unread(
    _ search: ImportSearch, _ result: SourceImport
  ) -> [(path: String, what: String)] {
    search.unread.filter { file in !result.files.contains { $0.path == file.path } } + result.unread
  }

  private func place(_ console: Console) -> String {
    directory == "." ? console.workingDirectory ?? directory : directory
  }

  /// The number of existing policies.
  private func existing(_ console: Console) -> Int {
    let names = try? console.fileSystem.list(path("Policies"))
    return names?.count { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? 0
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

  private func start(_ console: Console) throws -> ExitStatus {
    let name = sources.name ?? StarterPolicy.name(from: place(console))
    let policy = try path(ofNew: name, console)
    for line in try write(policy, StarterPolicy.text(named: name), console) {
      console.write("\(line)\n")
    }
    console.write(InitReport.nextSteps)
    return .clean
  }

  /// The path of a policy, which must not exist.
  private func path(ofNew name: String, _ console: Console) throws -> String {
    let policy = path("Policies/\(name).yaml")
    guard console.fileSystem.kind(of: policy) == nil, !console.fileSystem.isSymbolicLink(policy)
    else {
      throw UsageError(
        "\(DisplayText.quoted(policy)) already exists; to add missing values, run "
          + "`linkpolicy import --update`; to write another policy, use `--name`")
    }
    return policy
  }

  /// Writes the policy and the other files.
  ///
  /// - Returns: a line about each file.
  private func write(_ policy: String, _ text: String, _ console: Console) throws -> [String] {
    let fileSystem = console.fileSystem
    var files = [(policy, text), (path("linkpolicy.yaml"), StarterPolicy.configuration)]
    if hooks { files.append((path(".pre-commit-config.yaml"), StarterPolicy.hooks)) }
    return try files.map { file, text in
      guard fileSystem.kind(of: file) == nil, !fileSystem.isSymbolicLink(file) else {
        return "kept \(DisplayText.visible(file))"
      }
      try fileSystem.write(Array(text.utf8), to: file)
      return "wrote \(DisplayText.visible(file))"
    }
  }
}
