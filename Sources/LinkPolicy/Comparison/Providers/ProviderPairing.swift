import PolicyDecision
import PolicyText
import PolicyModel

/// Which policy of the new side is which of the old one, for their apps and their sections about providers.
struct ProviderPairing {
  let old: ComparedSide
  let new: ComparedSide
  let environment: Environment

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    pairs.flatMap { before, after in
      ProviderComparison(
        before: ProviderSide(side: old, document: before, environment: environment),
        after: ProviderSide(side: new, document: after, environment: environment)
      ).changes
    }
  }

  /// By name; where exactly one policy with such a section or an app is left on each side, it was renamed.
  private var pairs: [(PolicyDocument?, PolicyDocument?)] {
    let (before, after) = (sections(of: old), sections(of: new))
    let names = (before + after).map(\.name).uniqued
    let both = names.map { name in
      (before.first { $0.name == name }, after.first { $0.name == name })
    }
    let (gone, come) = (both.filter { $0.1 == nil }, both.filter { $0.0 == nil })
    guard gone.count == 1, come.count == 1 else { return both }
    return both.filter { $0.0 != nil && $0.1 != nil } + [(gone[0].0, come[0].1)]
  }

  private func sections(of side: ComparedSide) -> [PolicyDocument] {
    side.policies.filter {
      $0.policy.firebase != nil || $0.policy.apple != nil || $0.policy.googleSignIn != nil
        || !$0.policy.apps.isEmpty
    }
  }
}
