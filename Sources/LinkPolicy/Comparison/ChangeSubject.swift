import PolicyDecision
import PolicyModel
import PolicyText

/// The subject of a change, and the two sides of the comparison.
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

  /// One change for each direction that has an example request; without any example, one change
  /// with the default effect.
  ///
  /// - Parameters:
  ///   - gained: requests that the change may allow; empty if it can only restrict.
  ///   - lost: requests that the change may deny.
  ///   - otherwise: the effect if no example request is found.
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

  /// The first request that exactly one side allows.
  func witness(_ lines: [JSONValue], allowedByNew: Bool) -> PolicyChange.Witness? {
    for line in lines {
      guard let before = old.verdict(line), let after = new.verdict(line) else { continue }
      if after.isAllowed == allowedByNew, before.isAllowed != allowedByNew {
        return PolicyChange.Witness(request: line, old: before, new: after)
      }
    }
    return nil
  }

  /// The changes of a list; order doesn't matter.
  ///
  /// - Parameters:
  ///   - form: normalizes an item; items with equal forms are the same.
  ///   - isTrust: an added item is a widening even without an example request.
  ///   - lines: requests that depend only on the item.
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

  /// The changes of an optional value.
  ///
  /// - Parameters:
  ///   - isAccepted: requests with this value are accepted, and all others rejected.
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
