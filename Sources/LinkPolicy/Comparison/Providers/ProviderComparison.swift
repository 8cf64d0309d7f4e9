import PolicyDecision
import PolicyText
import PolicyModel

/// The changes of the sections about providers of one policy in one environment.
struct ProviderComparison {
  let before: ProviderSide
  let after: ProviderSide
  let requests: ProviderRequests

  init(before: ProviderSide, after: ProviderSide) {
    self.before = before
    self.after = after
    let names = [before.document?.name, after.document?.name].compactMap { $0 }.uniqued
    requests = ProviderRequests(
      environment: after.environment, policy: names.count == 1 ? names[0] : nil)
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] { apps + firebase + emailActions + apple + google }

  // MARK: kinds of changes

  /// Asks both sides every line; an effect in each direction that has a witness, else neutral.
  ///
  /// - Parameters:
  ///   - possible: what the change can have as an effect at all.
  ///   - isTrust: the change has its one possible effect even if no line shows it.
  func change(
    _ kind: PolicyChange.Kind, _ message: ChangeMessage,
    effects possible: [PolicyChange.Effect] = [.widening, .narrowing], isTrust: Bool = false,
    lines: [JSONValue], old: SourceAnchor?, new: SourceAnchor?
  ) -> [PolicyChange] {
    let witnesses = Witnesses(old: before.side, new: after.side)
    func change(
      _ effect: PolicyChange.Effect, _ witness: PolicyChange.Witness?
    ) -> PolicyChange {
      PolicyChange(
        effect: effect, policy: after.document?.name ?? before.document?.name ?? "", client: nil,
        environment: after.environment, kind: kind, message: message,
        old: before.side.source(old), new: after.side.source(new), witness: witness)
    }
    let effects = possible.compactMap { effect in
      witnesses.first(lines, allowedByNew: effect == .widening).map { change(effect, $0) }
    }
    if effects.isEmpty, isTrust { return possible.map { change($0, nil) } }
    return effects.isEmpty ? [change(.neutral, nil)] : effects
  }

  /// A list in any order.
  ///
  /// - Parameters:
  ///   - form: strings with equal forms mean the same.
  ///   - isTrust: one more item is a widening even without an example request.
  ///   - lines: requests that an item decides, everything else equal.
  func list(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ entries: (ProviderSide) -> [Entry],
    form: (ExactString) -> ExactString = { $0 }, isTrust: Bool = false,
    lines: (ExactString) -> [JSONValue] = { _ in [] }
  ) -> [PolicyChange] {
    let (from, to) = (entries(before), entries(after))
    let (had, has) = (Set(from.map { form($0.value) }), Set(to.map { form($0.value) }))
    func changes(_ entries: [Entry], isAdded: Bool) -> [PolicyChange] {
      var seen: Set<ExactString> = []
      return entries.filter { seen.insert(form($0.value)).inserted }.flatMap { entry in
        change(
          kind, "\(name) \(entry.value) \(words: isAdded ? "added" : "removed")",
          effects: [isAdded ? .widening : .narrowing], isTrust: isTrust, lines: lines(entry.value),
          old: isAdded ? nil : entry.anchor,
          new: isAdded ? entry.anchor : nil)
      }
    }
    return changes(to.filter { !had.contains(form($0.value)) }, isAdded: true)
      + changes(from.filter { !has.contains(form($0.value)) }, isAdded: false)
  }

  /// One value that may be there or not.
  ///
  /// - Parameter lines: requests that the values decide; both are given.
  func text(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ entry: (ProviderSide) -> Entry?,
    lines: ([ExactString]) -> [JSONValue] = { _ in [] }
  ) -> [PolicyChange] {
    let (from, to) = (entry(before), entry(after))
    guard from?.value != to?.value else { return [] }
    let message: ChangeMessage =
      switch (from?.value, to?.value) {
      case (let from?, let to?): "\(name) changed from \(from) to \(to)"
      case (nil, let to?): "\(name) \(to) added"
      case (let from?, nil): "\(name) \(from) removed"
      case (nil, nil): ""
      }
    return change(
      kind, message, lines: lines([from?.value, to?.value].compactMap { $0 }), old: from?.anchor,
      new: to?.anchor)
  }
}
