import LinkPolicy

/// `linkpolicy fmt`: policies, test files and the configuration in one form.
package struct FmtCommand: Sendable, Equatable {
  /// What becomes of files that have another form.
  package enum Mode: Sendable, Equatable {
    case write
    /// `--check`: named, nothing is written.
    case check
    /// `--diff`: shown, nothing is written.
    case diff
  }

  package var paths: [String] = []
  package var mode = Mode.write
  package var config: String?
  /// Who calls standard input.
  package var stdinFilename: String?
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    let configuration = try ProjectLoader.configuration(config, color: color, console)
    let files = try files(configuration, console)
    guard !files.isEmpty else {
      let names = (paths.isEmpty ? configuration.defaultPaths : paths).map { UTF8Text.quoted($0) }
      throw UsageError("no policy, test file or configuration in \(names.joined(separator: ", "))")
    }
    let changed = files.filter { if case .changed = $0.outcome { true } else { false } }
    switch mode {
    case .write: try write(files, console)
    case .check where !readsInput:
      for file in changed { console.write(UTF8Text.visible(file.source.name) + "\n") }
    case .check: break
    case .diff:
      for file in changed {
        console.write(
          console.style(color, isTerminal: console.isTerminal).painted(
            diff: file.diff(isShown: console.isTerminal)))
      }
    }
    let status = reportRefusals(of: files, console)
    if !readsInput { console.writeError(summary(of: files, changed.count) + "\n") }
    if let status { return status }
    return mode == .write || changed.isEmpty ? .clean : .findings
  }

  private var readsInput: Bool { paths == ["-"] }

  private func files(
    _ configuration: ProjectConfiguration, _ console: Console
  ) throws -> [FormattedFile] {
    guard readsInput else {
      if paths.contains("-") { throw UsageError("`-` cannot be mixed with other paths") }
      return try configuration.formattedFiles(at: paths)
    }
    let source = SourceFile(
      name: stdinFilename ?? "<stdin>", bytes: try console.content(of: "-"))
    return [FormattedFile(source)]
  }

  private func write(_ files: [FormattedFile], _ console: Console) throws {
    if readsInput {
      for file in files {
        switch file.outcome {
        case .changed(let bytes): console.writeBytes(bytes)
        case .unchanged: console.writeBytes(file.source.bytes)
        // An editor that filters its text through this must not get half of it.
        case .unreadable, .unmarked, .unproved: break
        }
      }
      return
    }
    for file in files {
      guard case .changed = file.outcome else { continue }
      let name = file.source.name
      guard !console.fileSystem.isSymbolicLink(name) else {
        throw UsageError(
          "\(UTF8Text.visible(name)) is a symbolic link: name the file that it leads to")
      }
      try console.fileSystem.checkRewriting(name)
    }
    for file in files {
      guard case .changed(let bytes) = file.outcome else { continue }
      try console.fileSystem.rewrite(file.source.name, from: file.source.bytes, to: bytes)
    }
  }

  /// Says which files stay as they are, and why; nil where there is none.
  private func reportRefusals(of files: [FormattedFile], _ console: Console) -> ExitStatus? {
    var status: ExitStatus?
    for file in files {
      let name = UTF8Text.visible(file.source.name)
      switch file.outcome {
      case .unchanged, .changed: continue
      case .unreadable(let reason):
        console.writeError("error: \(name):\(UTF8Text.visible(reason)); the file stays as it is\n")
        status = status ?? .usage
      case .unmarked:
        console.writeError(
          "error: \(name): has none of the keys `linkpolicy`, `linkpolicy_tests`, "
            + "`linkpolicy_config`; the file stays as it is\n")
        status = status ?? .usage
      case .unproved:
        console.writeError(
          "error: \(name): the formatted text would not mean the same, which is a fault of "
            + "linkpolicy; the file stays as it is\n")
        status = .fault
      }
    }
    return status
  }

  private func summary(of files: [FormattedFile], _ changed: Int) -> String {
    let same = files.count { $0.outcome == .unchanged }
    let verb = mode == .write ? "formatted" : "would format"
    guard changed > 0 else {
      return "\(SummaryLine.number(same, "file")) in form already"
    }
    return "\(verb) \(SummaryLine.number(changed, "file")), \(same) in form already"
  }
}
