package import PolicyModel
package import PolicyText

/// Whether an invariant holds, and what shows that it doesn't.
package struct InvariantResult: Sendable {
  package enum State: String, Sendable, CaseIterable {
    case holds
    case violated
    /// It holds because nothing is selected, or because nothing is required.
    case selectsNothing = "selects nothing"
    /// Neither a proof nor a counterexample was found within the limits.
    case undecided
  }

  /// A value or link for which the invariant doesn't hold.
  package struct Violation: Sendable {
    /// A clause with the value or link in backticks.
    package var message: String
    /// What is at the location.
    package var note: String
    package var anchor: SourceAnchor
    /// nil for both.
    package var environment: Environment?
    /// The bytes of the link that shows it; 0 for clients.
    var linkLength = 0
  }

  package let invariant: Invariant
  package let name: LocatedText
  /// The policy or test file that contains the invariant.
  package let document: PolicyDocument
  package var state = State.holds
  /// Not empty if the state is `violated`. For links, the shortest comes first.
  package var violations: [Violation] = []
  /// Why the invariant selects nothing or is undecided.
  package var reason: String?
  /// The entries that the invariant is about: redirect URIs and link rules.
  package var entries: [SourceAnchor] { findEntries() }
  /// Looks for the entries, which only the coverage of tests needs.
  var findEntries: @Sendable () -> [SourceAnchor] = { [] }

  /// Evaluates the invariants of all policies and test files.
  package static func all(in workspace: Workspace) -> FileTable<[InvariantResult]> {
    var results = FileTable<[InvariantResult]>()
    let documents = (workspace.policies + workspace.testFiles).filter { !$0.invariants.isEmpty }
    guard !documents.isEmpty else { return results }
    let policy = CompiledPolicy(workspace)
    for document in documents {
      let scope = workspace.scope(of: document)
      // An invariant says nothing about values that can't be read.
      guard !(scope + [document]).contains(where: \.hasErrors) else { continue }
      results[document.tree.file] = document.invariants.compactMap { invariant in
        guard let name = invariant.name, let subject = invariant.subject else { return nil }
        var result = InvariantResult(invariant: invariant, name: name, document: document)
        switch subject {
        case .clients(let clients): clients.check(policy, scope, into: &result)
        case .links(let links):
          LinkInvariantCheck(links, document, policy, workspace).run(into: &result)
        }
        return result
      }
    }
    return results
  }

  /// What shows that the invariant doesn't hold, or why it can't be said to hold; nil if it holds.
  package var message: String? { violations.first?.message ?? reason }

  /// Adds a violation. One that both environments have in common is added once.
  mutating func add(_ violation: Violation) {
    state = .violated
    let same = violations.firstIndex {
      $0.anchor == violation.anchor && ExactString($0.message) == ExactString(violation.message)
    }
    guard let same else { return violations.append(violation) }
    if violations[same].environment != violation.environment { violations[same].environment = nil }
  }

  /// Sets the state of an invariant that holds only because it says nothing.
  mutating func selectsNothing(_ reason: String) {
    state = .selectsNothing
    self.reason = reason
  }
}

extension PolicyDocument {
  /// True if reading or the structure check found an error.
  fileprivate var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension ExactString {
  /// The value for messages of invariants, in backticks and without values of secret parameters.
  var shown: String { DisplayText.quoted(ParameterMask(.secrets).masked(self).string) }
}
