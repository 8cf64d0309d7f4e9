import LinkPolicy
import PolicyDecision
import PolicyText
import PolicyModel
import ProjectTestSupport

/// Decides requests in the format of `simulate` with policies given as strings.
struct Simulator {
  let workspace: Workspace
  let policy: CompiledPolicy

  /// Doesn't check the policies, so hostile ones can be used too.
  init(_ policies: String...) { self.init(policies) }

  init(_ policies: [String]) {
    workspace = Workspace(
      texts: policies.enumerated().map { ("Policies/\($0.offset).yaml", $0.element) })
    policy = CompiledPolicy(workspace)
  }

  /// Returns the result for a line, or the error object.
  func answer(_ request: String, now: Int = 1_700_000_000) -> JSONValue {
    let read = JSONReader.read(
      SourceFile(name: "-", bytes: Array(request.utf8)), file: FileID(0))
    guard let root = read.tree.root, read.diagnostics.isEmpty else {
      return DecisionJSON.invalid(id: .null, read.diagnostics.first?.message ?? "empty")
    }
    do throws(RequestReader.Problem) {
      let request = try RequestReader(read.tree, policy: policy).read(root)
      return DecisionJSON.json(
        policy.decide(request), id: .null, kind: request.kind, workspace: workspace,
        withTrace: true)
    } catch {
      return DecisionJSON.invalid(id: .null, error.message, code: error.code)
    }
  }

  /// Returns the result for a request.
  func answer(_ request: JSONValue) -> JSONValue { answer(request.text()) }
}
