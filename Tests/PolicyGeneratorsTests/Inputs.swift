import AssociationFiles
import Foundation
import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

extension GeneratorInput {
  /// The input of a workspace, as the command line makes it.
  init(_ workspace: Workspace, environments: [Environment] = Environment.allCases) {
    let hosts = HostFiles(workspace)
    self.init(
      policy: CompiledPolicy(workspace), hosts: hosts,
      apps: AppProject.all(in: workspace, hosts: hosts),
      files: workspace.sources.map(\.name), environments: environments,
      report: ReportInput(
        workspace: workspace,
        files: Dictionary(
          uniqueKeysWithValues: workspace.sources.map { source in
            let components = source.name.split(separator: "/").map { String($0) }
            let file = ReportFile(
              name: ExactString(source.name), url: RelativeURL(up: 1, down: components))
            return (ExactString(source.name), file)
          })))
  }
}

/// Policies that several tests look at.
enum Inputs {
  /// The policy of decisions.json.
  static func decisions() throws -> GeneratorInput {
    let text = String(decoding: try Fixtures.vectors("decisions.policy.yaml"), as: UTF8.self)
    return GeneratorInput(Workspace(texts: [("Policies/decisions.yaml", text)]))
  }

  /// The certificate of the first App Flip caller in prod.
  static func callerFingerprint(_ input: GeneratorInput) throws -> String {
    let callers = input.policy.clients[.prod, default: []].flatMap(\.flipCallers)
    return try #require(callers.first?.fingerprints.first).text
  }
}
