import PolicyDecision
import PolicyModel
import PolicyText

/// The changes of the provider sections of one policy in one environment.
struct ProviderComparison {
  let before: ProviderSide
  let after: ProviderSide
  let requests: ProviderRequests
  let subject: ChangeSubject

  init(before: ProviderSide, after: ProviderSide) {
    self.before = before
    self.after = after
    let names = [before.document?.name, after.document?.name].compactMap { $0 }.unique
    requests = ProviderRequests(
      environment: after.environment, policy: names.count == 1 ? names[0] : nil)
    subject = ChangeSubject(
      old: before.side, new: after.side, environment: after.environment, policy: names.last ?? "")
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] { apps + firebase + emailActions + apple + google }

  /// The changes of a list; order doesn't matter.
  func list(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ entries: (ProviderSide) -> [Entry],
    form: (ExactString) -> ExactString = { $0 }, isTrust: Bool = false,
    lines: (ExactString) -> [JSONValue] = { _ in [] }
  ) -> [PolicyChange] {
    subject.list(
      kind, name, (entries(before), entries(after)), form: form, isTrust: isTrust,
      lines: { value, _ in lines(value) })
  }

  /// The changes of an optional value.
  ///
  /// - Parameter lines: requests that the values decide, made from both values.
  func text(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ entry: (ProviderSide) -> Entry?,
    lines: ([ExactString]) -> [JSONValue] = { _ in [] }
  ) -> [PolicyChange] {
    let (from, to) = (entry(before), entry(after))
    let lines = lines([from?.value, to?.value].compactMap { $0 })
    return subject.text(kind, name, from, to, gained: lines, lost: lines)
  }
}

/// Pairs the policies of both sides, for their apps and provider sections.
struct ProviderPairing {
  /// Pairs by name. If exactly one such policy is left on each side, it was renamed.
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
