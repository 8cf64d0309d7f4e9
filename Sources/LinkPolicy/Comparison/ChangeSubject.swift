import PolicyDecision
import PolicyModel
import PolicyText

/// What changes are about, and the two sides.
struct ChangeSubject {
  let old: ComparedSide
  let new: ComparedSide
  let environment: Environment
  let policy: ExactString
  var client: ExactString?
  var host: ExactString?

  func change(
    _ effect: PolicyChange.Effect, _ kind: PolicyChange.Kind, _ message: ChangeMessage,
    old oldAnchor: SourceAnchor?, new newAnchor: SourceAnchor?,
    witness: PolicyChange.Witness? = nil
  ) -> PolicyChange {
    PolicyChange(
      effect: effect, policy: policy, client: client, host: host, environment: environment,
      kind: kind, message: message, old: old.source(oldAnchor), new: new.source(newAnchor),
      witness: witness)
  }

  /// An effect in each direction that has an example request, else one change.
  ///
  /// - Parameters:
  ///   - gained: requests that the change can allow; empty where it can only take away.
  ///   - lost: what it can take away.
  ///   - otherwise: the effect if no request shows one.
  func change(
    _ kind: PolicyChange.Kind, _ message: ChangeMessage, whenGained: ChangeMessage? = nil,
    whenLost: ChangeMessage? = nil, gained: [JSONValue] = [], lost: [JSONValue] = [],
    otherwise: PolicyChange.Effect = .neutral, old: SourceAnchor?, new: SourceAnchor?
  ) -> [PolicyChange] {
    let effects = [
      witness(gained, allowedByNew: true).map {
        change(.widening, kind, whenGained ?? message, old: old, new: new, witness: $0)
      },
      witness(lost, allowedByNew: false).map {
        change(.narrowing, kind, whenLost ?? message, old: old, new: new, witness: $0)
      },
    ].compactMap { $0 }
    return effects.isEmpty ? [change(otherwise, kind, message, old: old, new: new)] : effects
  }

  /// The first line that one side allows and the other does not.
  func witness(_ lines: [JSONValue], allowedByNew: Bool) -> PolicyChange.Witness? {
    for line in lines {
      guard let before = old.verdict(line), let after = new.verdict(line) else { continue }
      if after.isAllowed == allowedByNew, before.isAllowed != allowedByNew {
        return PolicyChange.Witness(request: line, old: before, new: after)
      }
    }
    return nil
  }

  /// A list in any order.
  ///
  /// - Parameters:
  ///   - form: strings with equal forms mean the same.
  ///   - isTrust: one more item is a widening even without an example request.
  ///   - lines: requests that an item decides, everything else equal.
  func list(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ entries: (from: [Entry], to: [Entry]),
    form: (ExactString) -> ExactString = { $0 }, isTrust: Bool = false,
    note: (ExactString, _ isAdded: Bool) -> String = { _, _ in "" },
    lines: (ExactString, _ isAdded: Bool) -> [JSONValue]
  ) -> [PolicyChange] {
    func changes(_ entries: [Entry], without others: [Entry], isAdded: Bool) -> [PolicyChange] {
      var seen = Set(others.map { form($0.value) })
      return entries.filter { seen.insert(form($0.value)).inserted }.flatMap { entry in
        let lines = lines(entry.value, isAdded)
        return change(
          kind,
          "\(name) \(entry.value) \(words: (isAdded ? "added" : "removed") + note(entry.value, isAdded))",
          gained: isAdded ? lines : [], lost: isAdded ? [] : lines,
          otherwise: !isTrust ? .neutral : isAdded ? .widening : .narrowing,
          old: isAdded ? nil : entry.anchor, new: isAdded ? entry.anchor : nil)
      }
    }
    return changes(entries.to, without: entries.from, isAdded: true)
      + changes(entries.from, without: entries.to, isAdded: false)
  }

  /// One value that may be there or not.
  ///
  /// - Parameters:
  ///   - isAccepted: requests with the value are accepted, and no others.
  ///   - gained: requests that the new value decides.
  ///   - lost: requests that the old value decides.
  func text(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ from: Entry?, _ to: Entry?,
    isAccepted: Bool = false, gained: [JSONValue] = [], lost: [JSONValue] = []
  ) -> [PolicyChange] {
    guard from?.value != to?.value else { return [] }
    func change(
      _ message: ChangeMessage, whenGained: ChangeMessage? = nil, whenLost: ChangeMessage? = nil
    ) -> [PolicyChange] {
      self.change(
        kind, message, whenGained: isAccepted ? whenGained : nil,
        whenLost: isAccepted ? whenLost : nil, gained: gained, lost: lost, old: from?.anchor,
        new: to?.anchor)
    }
    switch (from?.value, to?.value) {
    case (let from?, let to?):
      return change(
        "\(name) changed from \(from) to \(to)",
        whenGained: "\(name) \(to) accepted, before it was \(from)",
        whenLost: "\(name) \(from) no longer accepted, now it is \(to)")
    case (nil, let to?): return change("\(name) \(to) added")
    case (let from?, nil): return change("\(name) \(from) removed")
    case (nil, nil): return []
    }
  }
}
