package import PolicyDecision
import PolicyDiagnostics
package import PolicyModel
import PolicySourceTree
package import PolicyText

/// Answers requests that are written as JSON, one per line or one from the command's options.
package struct RequestEvaluator: Sendable {
  /// The answer to one line.
  package struct Answered: Sendable {
    /// nil where the line is no request.
    package var decision: Decision?
    package var json: JSONValue
  }

  private let project: Project
  private let policy: CompiledPolicy
  private let standardKind: String?
  private let withTrace: Bool

  /// An answerer over the policies of a project.
  ///
  /// - Parameter onlyKind: every line is of the standard kind, so that what other kinds need is not even
  ///   looked at.
  package init(
    _ project: Project, standardKind: String? = nil, onlyKind: Bool = false,
    withTrace: Bool = false
  ) {
    self.project = project
    let isAboutClients =
      onlyKind && ["authorize", "app_flip_ios", "app_flip_android"].contains(standardKind)
    let compiled = project.compiled(isAboutClients ? .clients : .everything)
    policy = onlyKind ? compiled : compiled.preparedForMany()
    self.standardKind = standardKind
    self.withTrace = withTrace
  }

  /// Where an anchor of an answer leads.
  package func source(of anchor: SourceAnchor) -> SourceReference? {
    project.workspace.source(of: anchor)
  }

  /// Answers one line; a line that is no request gets an error object.
  package func answer(_ line: [UInt8]) -> Answered {
    let result = JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0))
    let tree = result.tree
    let id = tree.root.flatMap { tree.value(of: "id", in: $0) }.map(tree.json) ?? .null
    if let problem = result.diagnostics.first {
      return Answered(decision: nil, json: DecisionJSON.invalid(id: id, problem.message))
    }
    guard let root = tree.root else {
      return Answered(decision: nil, json: DecisionJSON.invalid(id: .null, "the line is empty"))
    }
    do throws(RequestReader.Problem) {
      let request = try RequestReader(
        tree, policy: policy, standardKind: standardKind, isTraced: withTrace
      ).read(root)
      let decision = policy.decide(request)
      return Answered(
        decision: decision,
        json: DecisionJSON.json(
          decision, id: id, kind: request.kind.rawValue, workspace: project.workspace,
          withTrace: withTrace))
    } catch {
      return Answered(
        decision: nil, json: DecisionJSON.invalid(id: id, error.message, code: error.code))
    }
  }
}
