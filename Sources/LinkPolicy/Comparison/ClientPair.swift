import PolicyDecision
import PolicyText
import PolicyModel

/// A client that both sides have.
struct ClientPair {
  typealias Aspect = WitnessRequests.Aspect

  let before: CompiledClient
  let after: CompiledClient
  let old: ComparedSide
  let new: ComparedSide
  private let gaining: WitnessRequests
  private let losing: WitnessRequests

  init(before: CompiledClient, after: CompiledClient, old: ComparedSide, new: ComparedSide) {
    self.before = before
    self.after = after
    self.old = old
    self.new = new
    let environment = after.environment
    gaining = WitnessRequests(environment: environment, granting: after, other: before)
    losing = WitnessRequests(environment: environment, granting: before, other: after)
  }

  // MARK: kinds of changes

  /// Asks both sides about each aspect and reports what comes of it: an effect in each direction that
  /// has a witness, else one neutral change.
  ///
  /// - Parameters:
  ///   - gained: what the change can allow; empty where it can only take away.
  ///   - lost: what it can take away.
  func change(
    _ kind: PolicyChange.Kind, _ message: ChangeMessage, whenGained: ChangeMessage? = nil,
    whenLost: ChangeMessage? = nil, gained: [Aspect], lost: [Aspect],
    old oldAnchor: SourceAnchor?, new newAnchor: SourceAnchor?
  ) -> [PolicyChange] {
    let witnesses = Witnesses(old: old, new: new)
    let gain = witnesses.first(gained.flatMap(gaining.requests), allowedByNew: true)
    let loss = witnesses.first(lost.flatMap(losing.requests), allowedByNew: false)
    func change(
      _ effect: PolicyChange.Effect, _ message: ChangeMessage, _ witness: PolicyChange.Witness?
    ) -> PolicyChange {
      PolicyChange(
        effect: effect, policy: after.policy, client: after.key, environment: after.environment,
        kind: kind, message: message, old: old.source(oldAnchor), new: new.source(newAnchor),
        witness: witness)
    }
    let effects = [
      gain.map { change(.widening, whenGained ?? message, $0) },
      loss.map { change(.narrowing, whenLost ?? message, $0) },
    ].compactMap { $0 }
    return effects.isEmpty ? [change(.neutral, message, nil)] : effects
  }

  /// A value that both sides have, and that differs.
  ///
  /// - Parameters:
  ///   - isLax: the value allows more than the other one. What one requirement has in its way on the
  ///     other side must not be taken for its effect, so the direction is not left to the witness.
  ///   - aspects: what shows it.
  func property(
    _ kind: PolicyChange.Kind, _ name: String, _ words: (CompiledClient) -> ExactString,
    isLax: (CompiledClient) -> Bool, aspects: [Aspect],
    at leaf: (ComparedSide, CompiledClient) -> SourceAnchor
  ) -> [PolicyChange] {
    let (from, to) = (words(before), words(after))
    guard from != to else { return [] }
    let (wasLax, isLax) = (isLax(before), isLax(after))
    return change(
      kind, "\(words: name) changed from \(from) to \(to)",
      gained: isLax && !wasLax ? aspects : [], lost: wasLax && !isLax ? aspects : [],
      old: leaf(old, before), new: leaf(new, after))
  }

  /// A list in any order.
  func list(
    _ kind: PolicyChange.Kind, _ name: String, _ entries: (ComparedSide, CompiledClient) -> [Entry],
    note: (CompiledClient, ExactString) -> String = { _, _ in "" },
    aspects: (ExactString) -> [Aspect]
  ) -> [PolicyChange] {
    let (from, to) = (entries(old, before).uniqueByValue, entries(new, after).uniqueByValue)
    let (had, has) = (Set(from.map(\.value)), Set(to.map(\.value)))
    return to.filter { !had.contains($0.value) }.flatMap { entry in
      change(
        kind, "\(words: name) \(entry.value) added\(words: note(after, entry.value))",
        gained: aspects(entry.value), lost: [], old: nil, new: entry.anchor)
    }
      + from.filter { !has.contains($0.value) }.flatMap { entry in
        change(
          kind, "\(words: name) \(entry.value) removed\(words: note(before, entry.value))",
          gained: [], lost: aspects(entry.value), old: entry.anchor, new: nil)
      }
  }

  /// One text that may be there or not.
  func text(
    _ kind: PolicyChange.Kind, _ name: String, _ entry: (CompiledClient) -> Entry?,
    aspects: [Aspect]
  ) -> [PolicyChange] {
    text(kind, name, (entry(before), entry(after)), aspects: aspects)
  }

  /// The same for the two entries.
  func text(
    _ kind: PolicyChange.Kind, _ name: String, _ entries: (from: Entry?, to: Entry?),
    aspects: [Aspect]
  ) -> [PolicyChange] {
    let (from, to) = entries
    guard from?.value != to?.value else { return [] }
    func changes(
      _ message: ChangeMessage, whenGained: ChangeMessage? = nil, whenLost: ChangeMessage? = nil
    ) -> [PolicyChange] {
      change(
        kind, message, whenGained: whenGained, whenLost: whenLost,
        gained: to == nil ? [] : aspects, lost: from == nil ? [] : aspects, old: from?.anchor,
        new: to?.anchor)
    }
    switch (from?.value, to?.value) {
    case (let from?, let to?):
      return changes(
        "\(words: name) changed from \(from) to \(to)",
        whenGained: "\(words: name) \(to) accepted, before it was \(from)",
        whenLost: "\(words: name) \(from) no longer accepted, now it is \(to)")
    case (nil, let to?): return changes("\(words: name) \(to) added")
    case (let from?, nil): return changes("\(words: name) \(from) removed")
    case (nil, nil): return []
    }
  }
}

extension [Entry] {
  /// The entries without those whose text stood before.
  fileprivate var uniqueByValue: [Entry] {
    var seen: Set<ExactString> = []
    return filter { seen.insert($0.value).inserted }
  }
}
