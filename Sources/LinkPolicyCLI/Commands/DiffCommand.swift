import LinkPolicy

/// `linkpolicy diff`: what becomes allowed and what stops being allowed.
package struct DiffCommand: Sendable, Equatable {
  /// What is compared.
  package enum Sides: Sendable, Equatable {
    /// Two files or directories.
    case paths(old: String, new: String)
    /// Paths at a git revision and at another one, nil for the working tree.
    case revisions(from: String, to: String?, paths: [String])
  }

  /// `--format`.
  package enum Format: String, Sendable, CaseIterable {
    case text, json, markdown
  }

  /// `--fail-on`.
  package enum Failure: String, Sendable, CaseIterable {
    case widening, any
  }

  package var sides = Sides.paths(old: "", new: "")
  package var format = Format.text
  /// nil: changes are data, no failure.
  package var failOn: Failure?
  package var allowsInvalid = false
  /// The host that serves association files which are compared.
  package var domain = "example.com"
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    if case .paths(let old, let new) = sides, InputKind(path: old) ?? .policy != .policy,
      console.fileSystem.kind(of: old) == .file
    {
      let difference = try associationFiles(old, new, console)
      write(difference, console)
      return status(of: difference)
    }
    let (old, new) = try projects(console)
    // Both are looked at before the command ends: one run shows all errors.
    let verdicts = [("old", old), ("new", new)].map { isUsable($1, $0, console) }
    guard !verdicts.contains(false) else { return .usage }
    let difference = PolicyDifference(old: old, new: new)
    write(difference, console)
    return status(of: difference)
  }

  private func write(_ difference: PolicyDifference, _ console: Console) {
    switch format {
    case .json: console.write(difference.json.text(.pretty) + "\n", as: .json)
    case .markdown: console.write(DiffMarkdown(difference).text)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(DiffText(difference, style: style).text)
    }
  }

  private func status(of difference: PolicyDifference) -> ExitStatus {
    switch failOn {
    case nil: return .clean
    case .widening?: return difference.count(.widening) > 0 ? .findings : .clean
    case .any?: return difference.changes.isEmpty ? .clean : .findings
    }
  }

  private func isUsable(_ project: Project, _ side: String, _ console: Console) -> Bool {
    guard project.report.has(atLeast: .error), !allowsInvalid else { return true }
    let style = console.style(color, isTerminal: console.isErrorTerminal)
    console.writeError(
      project.report.filtered(atLeast: .error).rendered(as: .text, style: style))
    console.writeError(
      "\nthe \(side) policies have errors, so they decide nothing "
        + "(--allow-invalid leaves out what is wrong)\n")
    return false
  }

  // MARK: reading

  /// The difference of two association files of one kind.
  private func associationFiles(
    _ old: String, _ new: String, _ console: Console
  ) throws -> PolicyDifference {
    let files = try [old, new].map { try InputFiles([$0], in: console.fileSystem).files }
    guard let before = files[0].first, let after = files[1].first, files[1].count == 1,
      before.kind == after.kind
    else {
      throw UsageError(
        "\(UTF8Text.visible(old)) is an association file: compare it with one of its kind")
    }
    guard AssociationMatch.isHost(domain) else {
      throw UsageError("--domain is a host such as `example.com`, not \(UTF8Text.quoted(domain))")
    }
    do throws(AssociationMatch.Malformed) {
      return try PolicyDifference(old: before, new: after, domain: domain)
    } catch {
      let style = console.style(color, isTerminal: console.isErrorTerminal)
      console.writeError(error.findings.rendered(as: .text, style: style))
      throw UsageError("an association file that is not JSON is ignored by devices")
    }
  }

  private func projects(_ console: Console) throws -> (old: Project, new: Project) {
    switch sides {
    case .paths(let old, let new):
      return (try project(old, console), try project(new, console))
    case .revisions(let from, let to, let paths):
      let repository = try console.repository()
      let old: any FileSystem = try RevisionFileSystem(
        revision: from, paths: paths, in: repository, access: console.access)
      let new: any FileSystem =
        if let to {
          try RevisionFileSystem(
            revision: to, paths: paths, in: repository, access: console.access)
        } else {
          console.fileSystem
        }
      // A path may be new or gone, but a path that nowhere exists is a mistake.
      if let missing = paths.first(where: { old.kind(of: $0) == nil && new.kind(of: $0) == nil }) {
        throw FileSystemError(path: missing, reason: "no such file or directory on either side")
      }
      func project(_ files: any FileSystem) throws -> Project {
        let present = paths.filter { files.kind(of: $0) != nil }
        return Project(
          try InputFiles(present, in: files, kind: nil, access: console.access).files)
      }
      let both = (old: try project(old), new: try project(new))
      guard !both.old.isEmpty || !both.new.isEmpty else { throw ProjectLoader.noPolicy(paths) }
      return both
    }
  }

  private func project(_ path: String, _ console: Console) throws -> Project {
    let project = Project(
      try InputFiles([path], in: console.fileSystem, kind: nil, access: console.access).files)
    guard !project.isEmpty else {
      throw ProjectLoader.noPolicy(in: project, [path], color, console)
    }
    return project
  }
}
