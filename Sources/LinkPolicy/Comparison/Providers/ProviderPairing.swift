import PolicyText
import PolicyModel

/// Which policy of the new side is which of the old one, for their apps and their sections about providers.
struct ProviderPairing {
  /// By name; where exactly one policy with such a section or an app is left on each side, it was renamed.
  let pairs: [(PolicyDocument?, PolicyDocument?)]

  init(old: ComparedSide, new: ComparedSide) {
    let (before, after) = (Self.sections(of: old), Self.sections(of: new))
    let both = (before + after).map(\.name).unique.map { name in
      (before.first { $0.name == name }, after.first { $0.name == name })
    }
    let (gone, come) = (both.filter { $0.1 == nil }, both.filter { $0.0 == nil })
    pairs =
      gone.count == 1 && come.count == 1
      ? both.filter { $0.0 != nil && $0.1 != nil } + [(gone[0].0, come[0].1)] : both
  }

  private static func sections(of side: ComparedSide) -> [PolicyDocument] {
    side.policies.filter {
      $0.policy.firebase != nil || $0.policy.apple != nil || $0.policy.googleSignIn != nil
        || !$0.policy.apps.isEmpty
    }
  }
}
