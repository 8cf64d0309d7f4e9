import PolicyDecision
public import PolicyDiagnostics
import PolicyGenerators
public import PolicyModel
import PolicySourceTree
import PolicyText

/// Why a project cannot be generated from; one line for people.
public struct GenerationFailure: Error, Sendable, CustomStringConvertible {
  /// Lower case, no period.
  public var message: String
  /// The line of the policy that is to blame, where there is one.
  public var source: SourceReference?
  /// Place and message.
  public var description: String {
    source.map { "\($0.file):\($0.line):\($0.column): \(message)" } ?? message
  }
}

extension Project {
  /// The targets of `generate`, in the order of the documentation.
  public static var targetNames: [String] { GeneratorRegistry.names }

  /// Works out what `generate` does to a directory; reads, and writes nothing.
  ///
  /// - Parameters:
  ///   - targets: names of targets; empty for all.
  ///   - environment: nil for both.
  public func generationPlan(
    targets: [String], environment: Environment?, output: String, replace: Bool,
    in fileSystem: any FileSystem
  ) throws -> GenerationPlan {
    let environments = environment.map { [$0] } ?? Environment.allCases
    let targets = targets.isEmpty ? GeneratorRegistry.names : targets
    let policy = compiled
    let hosts = HostFiles(workspace)
    let input = GeneratorInput(
      policy: policy, hosts: hosts, apps: AppProject.all(in: workspace, hosts: hosts),
      files: workspace.policies.map { $0.tree.source.name }, environments: environments,
      report: reportMaterial(output: output))
    let files: [GeneratedFile]
    do throws(GeneratorError) {
      files = try GeneratorRegistry.files(for: input, targets: targets)
    } catch {
      throw GenerationFailure(
        message: error.description, source: error.anchor.flatMap { workspace.source(of: $0) })
    }
    return try GenerationPlan(
      files,
      scope: .init(
        policies: policy.policyNames.map(\.string), targets: targets, environments: environments,
        replace: replace), directory: output, fileSystem: fileSystem)
  }
}
