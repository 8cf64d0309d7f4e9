import PolicyText
import PolicyModel

/// A flow before it runs: its names, the line that promises it, and its steps.
struct FlowPlan {
  let kind: SignInFlow.Kind
  let subject: String
  /// What tells flows of one subject apart: the number of a redirect URI, an SDK.
  var part = ""
  let environment: Environment
  /// Key of the client that the flow is about; nil for providers.
  var client: ExactString?
  let anchor: SourceAnchor
  /// The assumptions that change the flow; others mean nothing to it.
  let assumptions: [FlowFacts.Name]
  /// The scopes that the user may refuse, by `GoogleScope.canonical`.
  var refusableScopes: Set<ExactString> = []
  let steps: (inout FlowRecorder) -> Void

  /// Kind, subject and environment.
  var id: String { "\(kind.rawValue):\(subject)\(part):\(environment.rawValue)" }

  /// True for the id, for a part of it up to a colon, and for the id of all parts of the subject.
  func isNamed(_ text: String) -> Bool {
    let whole = "\(kind.rawValue):\(subject):\(environment.rawValue)"
    let wanted = ExactString(text)
    return [id, whole].contains {
      ExactString($0) == wanted || ExactString($0).utf8.starts(with: (text + ":").utf8)
    }
  }

  /// True if an assumption changes the flow.
  func depends(on name: FlowFacts.Name, in facts: FlowFacts) -> Bool {
    guard assumptions.contains(name) else { return false }
    // Nothing is known of an app that isn't there.
    if !facts.isInstalled, name == .offline || name == .appVersion { return false }
    return name != .unticked
      || facts.unticked.allSatisfy { refusableScopes.contains(GoogleScope.canonical($0)) }
  }
}
