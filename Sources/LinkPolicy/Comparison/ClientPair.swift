import PolicyDecision
import PolicyModel
import PolicyText

/// A client that both sides have.
struct ClientPair {
  typealias Lines = (WitnessRequests) -> [JSONValue]

  let before: CompiledClient
  let after: CompiledClient
  let old: ComparedSide
  let new: ComparedSide
  let subject: ChangeSubject
  private let gaining: WitnessRequests
  private let losing: WitnessRequests

  init(before: CompiledClient, after: CompiledClient, old: ComparedSide, new: ComparedSide) {
    self.before = before
    self.after = after
    self.old = old
    self.new = new
    subject = ChangeSubject(of: after, old: old, new: new)
    gaining = WitnessRequests(granting: after, other: before)
    losing = WitnessRequests(granting: before, other: after)
  }

  /// A setting with a different value on each side.
  ///
  /// - Parameters:
  ///   - isLax: whether the value allows more than the other one. Requests alone don't show the
  ///     direction, because another requirement of the client may reject them.
  ///   - lines: requests that may show the difference.
  func property<Value>(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, _ words: (CompiledClient) -> ExactString,
    isLax: (CompiledClient) -> Bool = { _ in false }, lines: Lines = { _ in [] },
    otherwise: PolicyChange.Effect = .neutral, at leaf: (Client) -> Located<Value>?
  ) -> [PolicyChange] {
    let (from, to) = (words(before), words(after))
    guard from != to else { return [] }
    return subject.change(
      kind, "\(name) changed from \(from) to \(to)",
      gained: isLax(after) && !isLax(before) ? lines(gaining) : [],
      lost: isLax(before) && !isLax(after) ? lines(losing) : [], otherwise: otherwise,
      old: old.anchor(before, leaf), new: new.anchor(after, leaf))
  }

  /// The changes of a list; order doesn't matter.
  func list(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage,
    _ entries: (ComparedSide, CompiledClient) -> [Entry],
    note: (CompiledClient, ExactString) -> String = { _, _ in "" },
    lines: (WitnessRequests, ExactString) -> [JSONValue]
  ) -> [PolicyChange] {
    subject.list(
      kind, name, (entries(old, before), entries(new, after)),
      note: { note($1 ? after : before, $0) }, lines: { lines($1 ? gaining : losing, $0) })
  }

  /// The changes of an optional value.
  func text(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage,
    _ entry: (ComparedSide, CompiledClient) -> Entry?, lines: Lines = { _ in [] }
  ) -> [PolicyChange] {
    let (from, to) = (entry(old, before), entry(new, after))
    return subject.text(
      kind, name, from, to, isAccepted: true, gained: to == nil ? [] : lines(gaining),
      lost: from == nil ? [] : lines(losing))
  }

  /// An addition or removal.
  func difference(
    _ kind: PolicyChange.Kind, _ name: ChangeMessage, isAdded: Bool, at anchor: SourceAnchor?,
    lines: Lines
  ) -> [PolicyChange] {
    subject.change(
      kind, "\(name) \(words: isAdded ? "added" : "removed")",
      gained: isAdded ? lines(gaining) : [],
      lost: isAdded ? [] : lines(losing), old: isAdded ? nil : anchor, new: isAdded ? anchor : nil)
  }
}

extension ChangeSubject {
  /// - Parameter client: the client of the new side if both sides have it.
  init(of client: CompiledClient, old: ComparedSide, new: ComparedSide) {
    self.init(
      old: old, new: new, environment: client.environment, policy: client.policy,
      client: client.key)
  }

  /// The change of a client that only one side has. Its settings aren't listed.
  static func existence(
    _ client: CompiledClient, isAdded: Bool, old: ComparedSide, new: ComparedSide
  ) -> PolicyChange {
    let subject = ChangeSubject(of: client, old: old, new: new)
    let requests = WitnessRequests(granting: client, other: nil)
    let lines =
      client.redirectURIs.prefix(8).flatMap { requests.redirectURI($0.value) } + requests.client
    let witness = subject.witness(lines, allowedByNew: isAdded)
    return subject.change(
      witness == nil ? .neutral : isAdded ? .widening : .narrowing, .client,
      "client \(client.key) \(words: isAdded ? "added" : "removed") with the client ID \(client.clientID.value)",
      old: isAdded ? nil : client.anchor, new: isAdded ? client.anchor : nil, witness: witness)
  }
}

/// Pairs clients of the old policies with those of the new ones, within one environment.
struct ClientPairing {
  /// In the order of the old clients, then the added ones; nil if a side doesn't have the client.
  private(set) var pairs: [(old: CompiledClient?, new: CompiledClient?)]

  /// Pairs clients by policy and key, then by policy and client ID (a renamed key), then by client
  /// ID alone (a renamed policy, or a moved client).
  init(old: [CompiledClient], new: [CompiledClient]) {
    pairs = old.map { ($0, nil) }
    var left = new
    for key: (CompiledClient) -> [ExactString] in [
      { [$0.policy, $0.key] }, { [$0.policy, $0.clientID.value] }, { [$0.clientID.value] },
    ] {
      var free = Dictionary(
        left.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
      for (index, pair) in pairs.enumerated() where pair.new == nil {
        pairs[index].new = pair.old.flatMap { free.removeValue(forKey: key($0)) }
      }
      let taken = Set(pairs.compactMap { $0.new?.number })
      left.removeAll { taken.contains($0.number) }
    }
    pairs += left.map { (nil, $0) }
  }
}
