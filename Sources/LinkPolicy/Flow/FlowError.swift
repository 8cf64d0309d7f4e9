import PolicyModel
public import PolicyText

/// An unknown flow, client or assumption.
public struct FlowError: LinkPolicyError {
  /// A message on one line.
  public let message: String

  init(_ message: String) { self.message = message }

  /// The error for assumptions that don't apply to any of the flows.
  ///
  /// - Parameter plans: the selected flows, at least one.
  static func meaningless(_ facts: FlowFacts, _ plans: [FlowPlan]) -> FlowError {
    let flows =
      plans.count == 1
      ? "flow \(DisplayText.quoted(plans[0].id))" : "any of the \(plans.count) flows"
    func list(_ names: [FlowFacts.Name]) -> String {
      names.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
    let foreign = facts.names.filter { name in !plans.contains { $0.depends(on: name, in: facts) } }
    let known = FlowFacts.Name.allCases.filter { name in
      plans.contains { $0.assumptions.contains(name) }
    }
    guard let first = foreign.first else {
      return FlowError("no flow depends on all of \(list(facts.names)): run them one by one")
    }
    if first == .unticked, known.contains(.unticked) {
      let scopes = Set(plans.flatMap(\.refusableScopes)).sorted()
      let foreign = facts.unticked.first { !scopes.contains(GoogleScope.canonical($0)) } ?? ""
      return unknown(
        foreign.string, "is not a scope that \(flows) requests", among: scopes.map(\.string))
    }
    if !facts.isInstalled, known.contains(first) {
      return FlowError("`\(first.rawValue)` doesn't affect \(flows) if the app isn't installed")
    }
    return FlowError(
      "`\(first.rawValue)` doesn't affect \(flows); known assumptions: \(list(known))")
  }

  /// The error for an unknown name, with a suggestion or, if there are few names, all of them.
  static func unknown(_ name: String, _ problem: String, among known: [String]) -> FlowError {
    let text = "\(DisplayText.quoted(name)) \(problem)"
    if let near = Nearest.name(to: name, among: known) {
      return FlowError("\(text); did you mean \(DisplayText.quoted(near))?")
    }
    guard !known.isEmpty else { return FlowError(text) }
    let others = known.prefix(12).map { DisplayText.quoted($0) }.joined(separator: ", ")
    return FlowError("\(text); write one of \(others)" + (known.count > 12 ? ", …" : ""))
  }
}
