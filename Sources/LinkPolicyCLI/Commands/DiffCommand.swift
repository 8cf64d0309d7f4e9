import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy diff`
struct DiffCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "diff",
    abstract: "Compare policies and report which requests change from deny to allow or back.",
    discussion: """
      Examples:
        linkpolicy diff
        linkpolicy diff main --fail-on widening
        linkpolicy diff old.yaml new.yaml --format markdown

      Compares the working tree with `HEAD`, or with the revision REV, or two files or directories, OLD \
      and NEW. Two association files of the same type can be compared, too. Each change comes with an \
      example request.

      Exit status: 0 success, whatever changed; 1 changes that match `--fail-on`; \
      2 invalid usage or unreadable input; 3 internal error.
      """)

  /// `--fail-on`.
  enum Failure: String, EnumerationOption {
    case widening, any
  }

  @Argument(
    help: "REV, a git revision (default: HEAD), and paths; or OLD and NEW; with --from, only paths."
  )
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Compare with the policies of this git revision.", valueName: "rev"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Take the new policies from this git revision (default: the working tree).",
      valueName: "rev"))
  var to: String?

  @Option(help: "Print the changes in this format.")
  var format = TextJSONOrMarkdown.text

  @Option(
    help: "Exit with status 1 if more is allowed (widening), or on any change (default: never).")
  var failOn: Failure?

  @Option(help: "Assume that this host serves the association files.")
  var domain = "example.com"

  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []
  @Flag(help: .allowInvalid) var allowInvalid = false
  @Flag(help: .followLinks) var followLinks = false
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(followLinks)
    let sides = try self.sides(console)
    if case .paths(let old, let new) = sides, InputKind(path: old) ?? .policy != .policy,
      console.fileSystem.kind(of: old) == .file
    {
      let difference = try associationFiles(old, new, console)
      write(difference, console)
      return status(of: difference)
    }
    let (old, new) = try projects(sides, console)
    // Check both before the command ends, to show the errors of both sides.
    let areUsable = [("old", old), ("new", new)].map { isUsable($1, $0, console) }
    guard !areUsable.contains(false) else { return .usage }
    for project in [old, new] { ProjectLoader.listUnknownValues(of: project, console) }
    let difference = PolicyDifference(old: old, new: new)
    write(difference, console)
    return status(of: difference)
  }

  private enum Sides {
    case paths(old: String, new: String)
    /// Paths at two git revisions; `to` is nil for the working tree.
    case revisions(from: String, to: String?, paths: [String])
  }

  private func sides(_ console: Console) throws -> Sides {
    func exists(_ path: String) -> Bool { console.fileSystem.kind(of: path) != nil }
    if from == nil, paths.count == 2, policies.isEmpty, to == nil,
      exists(paths[0]) || !exists(paths[1])
    {
      return .paths(old: paths[0], new: paths[1])
    }
    var paths = paths
    var revision = from ?? "HEAD"
    if from == nil, let first = paths.first {
      guard !exists(first) || paths.count > 2 else {
        let shown = DisplayText.visible(first)
        throw UsageError(
          "\(DisplayText.quoted(first)) is a path; to compare it with `HEAD`, run "
            + "`linkpolicy diff HEAD \(shown)`")
      }
      revision = paths.removeFirst()
    }
    paths += policies
    if paths.isEmpty {
      paths = try ProjectLoader.configuration(color: color, console).defaultPaths
    }
    return .revisions(from: revision, to: to, paths: paths)
  }

  private func write(_ difference: PolicyDifference, _ console: Console) {
    switch format {
    case .json: console.write(difference.json.text(.pretty) + "\n", as: .json)
    case .markdown: console.write(DiffMarkdown(difference: difference).text)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(DiffText(difference: difference, style: style).text)
    }
  }

  private func status(of difference: PolicyDifference) -> ExitStatus {
    switch failOn {
    case nil: return .clean
    case .widening?:
      return difference.count(.widening) + difference.count(.undecided) > 0 ? .findings : .clean
    case .any?: return difference.changes.isEmpty ? .clean : .findings
    }
  }

  private func isUsable(_ project: Project, _ side: String, _ console: Console) -> Bool {
    guard project.report.has(atLeast: .error), !allowInvalid else { return true }
    console.writeFindings(project.report.filtered(atLeast: .error), color)
    console.writeError(
      "\nthe \(side) policies have errors, so they can't be evaluated "
        + "(to skip invalid entries, add `--allow-invalid`)\n")
    return false
  }

  // MARK: reading

  /// Compares two association files of the same type.
  private func associationFiles(
    _ old: String, _ new: String, _ console: Console
  ) throws -> PolicyDifference {
    let files = try [old, new].map { try InputFiles([$0], in: console.fileSystem).files }
    guard let before = files[0].first, let after = files[1].first, files[1].count == 1,
      before.kind == after.kind
    else {
      throw UsageError(
        "\(DisplayText.visible(old)) is an association file; compare it with one of the same type")
    }
    guard AssociationMatch.isHost(domain) else {
      throw UsageError(
        "`--domain` must be a host such as `example.com`, found \(DisplayText.quoted(domain))")
    }
    do throws(AssociationMatch.Malformed) {
      return try PolicyDifference(old: before, new: after, domain: domain)
    } catch {
      console.writeFindings(error.findings, color)
      throw UsageError("devices ignore an association file that is not valid JSON")
    }
  }

  private func projects(_ sides: Sides, _ console: Console) throws -> (old: Project, new: Project) {
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
      // A path may be added or removed, but must exist on one side.
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
