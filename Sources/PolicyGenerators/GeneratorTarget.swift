package import PolicyDecision
package import PolicyText

/// Something that is generated from the policies: one type, one folder, one line in
/// `GeneratorRegistry`.
package protocol GeneratorTarget: Sendable {
  /// The name after `--target`.
  static var name: String { get }
  /// One line for `--help`.
  static var summary: String { get }
  /// False for a target that is written only where it is asked for by name.
  static var isDefault: Bool { get }
  /// True for a target that `generate.options` may name.
  static var takesOptions: Bool { get }
  /// True for code that `Runtimes/` has a conformance program for.
  static var hasConformance: Bool { get }
  /// The parts of the conformance program besides `conformance`.
  static func conformanceParts(for input: GeneratorInput) -> [String]
  /// What the options replace in the conformance program.
  static func conformanceReplacements(_ options: CodeOptions) -> [(old: String, new: String)]
  init()
  /// The files, in any order; the same bytes for the same input.
  func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile]
  /// Hands over the same files; a target that writes many of them makes one after the other, so that memory
  /// never holds all.
  func forEachFile(
    for input: GeneratorInput, _ take: (GeneratedFile) -> Void
  ) throws(GeneratorError)
}

extension GeneratorTarget {
  /// What every policy of its kind has a use for.
  package static var isDefault: Bool { true }
  package static var takesOptions: Bool { false }
  package static var hasConformance: Bool { false }
  package static func conformanceParts(for input: GeneratorInput) -> [String] { [] }
  package static func conformanceReplacements(
    _ options: CodeOptions
  ) -> [(old: String, new: String)] { [] }
  /// All at once.
  package func forEachFile(
    for input: GeneratorInput, _ take: (GeneratedFile) -> Void
  ) throws(GeneratorError) {
    for file in try files(for: input) { take(file) }
  }
}

/// What all targets are generated from.
package struct GeneratorInput: Sendable {
  /// What decides.
  package var policy: CompiledPolicy
  /// The association files of all hosts.
  package var hosts: HostFiles
  /// The apps of all policies in both environments.
  package var apps: [AppProject]
  /// What stands at the top of files.
  package var header: GeneratedHeader
  /// The environments that files which belong to one are written for.
  package var environments: [Environment]
  /// What a report shows besides what decides.
  package var report: ReportInput
  /// The targets of this run.
  package var targets: [String] = []
  /// The options of code targets, by target.
  package var options: [String: CodeOptions] = [:]
  /// The options of the target that is being written.
  var selection = CodeOptions()

  /// The input of all targets.
  ///
  /// - Parameter files: the policy files as the user named them.
  package init(
    policy: CompiledPolicy, hosts: HostFiles, apps: [AppProject], files: [String],
    environments: [Environment] = Environment.allCases, report: ReportInput
  ) {
    self.policy = policy
    self.hosts = hosts
    self.apps = apps
    header = GeneratedHeader(files: files)
    self.environments = environments
    self.report = report
  }

  /// The clients of an environment that the target is to write, in the order of the policies.
  func clients(in environment: Environment) -> [CompiledClient] {
    guard selection.environments?.contains(environment) ?? true else { return [] }
    let clients = policy.clients[environment] ?? []
    guard let patterns = selection.clients else { return clients }
    let globs = patterns.map { Glob(ExactString($0)) }
    return clients.filter { client in
      globs.contains { $0.matches([client.key.string]) }
    }
  }
}
