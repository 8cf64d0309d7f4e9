import AssociationFiles
import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

extension GeneratorInput {
  /// Creates the input for a workspace in the same way as the command line.
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

/// Policies for several tests.
enum Inputs {
  /// The policy of `decisions.json`.
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

/// Vectors with ill-formed text, which a Swift string can't contain.
enum IllFormed {
  /// Returns requests to the policy of the recorded decisions.
  ///
  /// - Parameter text: the contents of a JSON string.
  static func vectors(_ text: [UInt8]) -> Data {
    let uri = "https://oauth-redirect.googleusercontent.com/r/my-project"
    let good = "client_id=google-client-1&response_type=code&state=s&redirect_uri=" + uri
    let head = #"{"id":"1","environment":"prod","kind":"#
    return Data(
      Array((#"{"vectors":["# + head + #""authorize","query":"\#(good)&x="#).utf8) + text
        + Array((#"","expect":"local invalid_request"},"# + head).utf8)
        + Array(#""authorize","query":"\#(good)#"#.utf8) + text
        + Array((#"","expect":"allow \#(uri)?code=C1&state=s"},"# + head).utf8)
        + Array(#""redirect_uri","client_id":"google-client-1","redirect_uri":"\#(uri)"#.utf8)
        + text + Array(#"","expect":"deny"}]}"#.utf8))
  }

  static let agreement = "3 of 3 vectors agree\n"
}
