package import PolicyDecision
package import PolicyModel
package import PolicyText

/// A target of `generate`: one type, listed in `GeneratorRegistry`.
package protocol GeneratorTarget: Sendable {
  /// The value of `--target`.
  static var name: String { get }
  /// True for a target that is written if neither `--target` nor `generate.targets` is given.
  static var isDefault: Bool { get }
  /// Returns the files in any order; equal input gives equal bytes.
  static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile]
}

extension GeneratorTarget {
  package static var isDefault: Bool { false }
  /// True for a target that `generate.options` may configure.
  package static var takesOptions: Bool { self is any RuntimeTarget.Type }
}

/// The input of all targets.
package struct GeneratorInput: Sendable {
  package var policy: CompiledPolicy
  /// The association files of all hosts.
  package var hosts: HostFiles
  /// The apps of all policies in both environments.
  package var apps: [AppProject]
  package var header: GeneratedHeader
  /// The selected environments, for files that belong to one environment.
  package var environments: [Environment]
  package var report: ReportInput
  /// The names of all targets of this run.
  package var targets: [String] = []
  /// The options of code targets, by target.
  package var options: [String: CodeOptions] = [:]
  /// The options of the target that is being written.
  var selection = CodeOptions()

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

  /// True if the options of the target select the environment.
  func writes(_ environment: Environment) -> Bool {
    selection.environments?.contains(environment) ?? true
  }

  /// The clients of an environment that the options of the target select, in the order of the policies.
  func clients(in environment: Environment) -> [CompiledClient] {
    guard writes(environment) else { return [] }
    let clients = policy.clients[environment] ?? []
    guard let patterns = selection.clients else { return clients }
    let globs = patterns.map { Glob(ExactString($0)) }
    return clients.filter { client in
      globs.contains { $0.matches([client.key.string]) }
    }
  }

  /// True if a selected client uses App Flip.
  var hasAppFlip: Bool {
    Environment.allCases.contains { environment in
      clients(in: environment).contains {
        $0.flipUniversalLink != nil || $0.flipIntentAction != nil
      }
    }
  }
}

/// Why a target can't generate its files although the policy has no errors.
package struct GeneratorError: Error, Sendable, CustomStringConvertible {
  /// The name of the target; empty until the registry fills it in.
  package var target: String
  /// One line in lower case, without a final period.
  package var message: String
  /// The line of the policy that causes the error, if any.
  package var anchor: SourceAnchor?

  package init(_ message: String, target: String = "", at anchor: SourceAnchor? = nil) {
    self.message = message
    self.target = target
    self.anchor = anchor
  }

  package var description: String { target.isEmpty ? message : "\(target): \(message)" }
}
