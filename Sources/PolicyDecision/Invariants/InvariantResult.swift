package import PolicyModel
package import PolicyText

/// The result of an invariant, with counterexamples.
package struct InvariantResult: Sendable {
  package enum State: String, Sendable, CaseIterable {
    case holds
    case violated
    /// The invariant holds, but it selects or requires nothing.
    case selectsNothing = "selects nothing"
    /// Neither a proof nor a counterexample was found within the limits.
    case undecided
  }

  /// A value or link for which the invariant doesn't hold.
  package struct Violation: Sendable {
    /// A clause with the value or link in backticks.
    package var message: String
    /// A note for the location.
    package var note: String
    package var anchor: SourceAnchor
    /// nil for both.
    package var environment: Environment?
    /// The length of the example link in bytes, for sorting; 0 for clients.
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
  /// The entries that the invariant checks: redirect URIs and link rules.
  package var entries: [SourceAnchor] { findEntries() }
  /// Finds `entries`, lazily because only test coverage needs them.
  var findEntries: @Sendable () -> [SourceAnchor] = { [] }

  /// Evaluates the invariants of all policies and test files.
  package static func all(in workspace: Workspace) -> FileTable<[InvariantResult]> {
    var results = FileTable<[InvariantResult]>()
    let documents = (workspace.policies + workspace.testFiles).filter { !$0.invariants.isEmpty }
    guard !documents.isEmpty else { return results }
    let policy = CompiledPolicy(workspace)
    for document in documents {
      let scope = workspace.scope(of: document)
      // Invariants can't check values that can't be read.
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

  /// The first counterexample, or why the result is unknown; nil if the invariant holds.
  package var message: String? { violations.first?.message ?? reason }

  /// Adds a violation; merges it with the same violation in the other environment.
  mutating func add(_ violation: Violation) {
    state = .violated
    let same = violations.firstIndex {
      $0.anchor == violation.anchor && ExactString($0.message) == ExactString(violation.message)
    }
    guard let same else { return violations.append(violation) }
    if violations[same].environment != violation.environment { violations[same].environment = nil }
  }

  /// Sets the state of an invariant that selects or requires nothing.
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
  /// The value in backticks for messages, without values of secret parameters.
  var shown: String { DisplayText.quoted(ParameterMask(.secrets).masked(self).string) }
}
