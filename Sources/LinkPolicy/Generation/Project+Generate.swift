import PolicyDecision
public import PolicyText
import PolicyGenerators
import PolicyModel

/// Why generating failed.
public struct GenerationFailure: LinkPolicyError {
  /// Lower case, no period.
  public var message: String
  /// The line of the policy that causes the failure, if any.
  public var location: SourceReference?
}

extension Project {
  /// The targets of `generate`, in the order of the documentation.
  public static var targetNames: [String] { GeneratorRegistry.names }

  /// The targets of `generate` by default.
  public static var defaultTargetNames: [String] { GeneratorRegistry.defaultNames }

  /// The targets that have `generate.options`.
  package static var targetNamesWithOptions: [String] {
    GeneratorRegistry.targets.filter { $0.takesOptions }.map { $0.name }
  }

  /// Plans the output of `generate`, without writing.
  ///
  /// - Parameters:
  ///   - targets: names of targets; empty for the default ones.
  ///   - environment: nil for both.
  ///   - output: the directory.
  ///   - replace: takes over a directory of other policies, and overwrites files that linkpolicy
  ///     didn't write.
  ///   - report: what the report compares with.
  ///   - settings: the options of code targets; other settings aren't used.
  /// - Throws: `GenerationFailure`, `GenerationRefusal`.
  public func generationPlan(
    targets: [String] = [], environment: Environment? = nil, output: String, replace: Bool = false,
    report: ReportSettings = ReportSettings(),
    settings: ProjectConfiguration.GenerationSettings = .init(),
    in fileSystem: any FileSystem = LocalFileSystem()
  ) throws -> GenerationPlan {
    let environments = environment.map { [$0] } ?? Environment.allCases
    let targets = targets.isEmpty ? GeneratorRegistry.defaultNames : targets
    let policy = compiled
    var store = ContentStore(fileSystem.scratchFile())
    let place = OutputDirectory(path: output, fileSystem: fileSystem)
    var files: [KeptFile] = []
    try generate(
      policy, targets, environments, options: settings.options, output: output, report: report
    ) {
      files.append(KeptFile($0, in: &store, for: place))
    }
    files.sort { ExactString($0.path) < ExactString($1.path) }
    return try GenerationPlan(
      files, &store,
      scope: .init(
        policies: policy.policyNames.map(\.string), targets: targets, environments: environments,
        replace: replace), directory: output, fileSystem: fileSystem)
  }

  /// Generates in memory, without reading or writing files.
  ///
  /// - Parameters:
  ///   - targets: names of targets; empty for the default ones.
  ///   - environment: nil for both.
  public func generatedFiles(
    targets: [String] = [], environment: Environment? = nil
  ) throws(GenerationFailure) -> [OutputFile] {
    var files: [OutputFile] = []
    try generate(
      compiled, targets.isEmpty ? GeneratorRegistry.defaultNames : targets,
      environment.map { [$0] } ?? Environment.allCases, output: "generated",
      report: ReportSettings()
    ) {
      files.append(
        OutputFile(path: $0.path, target: $0.target, environment: $0.environment, bytes: $0.bytes))
    }
    return files.sorted { ExactString($0.path) < ExactString($1.path) }
  }

  /// Passes on the files of each target, in order, as soon as the target is done.
  private func generate(
    _ policy: CompiledPolicy, _ targets: [String], _ environments: [Environment],
    options: [String: CodeOptions] = [:], output: String,
    report settings: ReportSettings, _ take: (GeneratedFile) -> Void
  ) throws(GenerationFailure) {
    let known = Set(GeneratorRegistry.names.map { ExactString($0) })
    if let unknown = targets.first(where: { !known.contains(ExactString($0)) }) {
      throw GenerationFailure(
        message: "\(DisplayText.quoted(unknown)) is not a target", location: nil)
    }
    let hosts = HostFiles(workspace)
    var input = GeneratorInput(
      policy: policy, hosts: hosts, apps: AppProject.all(in: workspace, hosts: hosts),
      files: workspace.policies.map { $0.tree.source.name }, environments: environments,
      report: reportInput(
        output: output, settings: targets.contains(ReportTarget.name) ? settings : nil))
    input.options = options
    do throws(GeneratorError) {
      try GeneratorRegistry.files(for: input, targets: targets).forEach(take)
    } catch {
      throw GenerationFailure(
        message: error.description, location: error.anchor.flatMap { workspace.source(of: $0) })
    }
  }
}
