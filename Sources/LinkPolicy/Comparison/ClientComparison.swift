import AssociationFiles
import Diagnostics
import PolicyDecision
import PolicyModel
import TextSupport

/// The changes of one client in one environment.
struct ClientComparison {
  private let old: ComparedSide
  private let new: ComparedSide
  private let pair: ClientPairing.Pair

  init(_ pair: ClientPairing.Pair, old: ComparedSide, new: ComparedSide) {
    self.pair = pair
    self.old = old
    self.new = new
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    switch pair {
    case .added(let client): [existence(client, isAdded: true)]
    case .removed(let client): [existence(client, isAdded: false)]
    case .both(let before, let after):
      TwoClients(before: before, after: after, old: old, new: new).changes
    }
  }

  /// A client that only one side has: one change, whatever it holds.
  private func existence(_ client: CompiledClient, isAdded: Bool) -> PolicyChange {
    let requests = WitnessRequests(environment: client.environment, granting: client, other: nil)
    let lines =
      client.redirectURIs.prefix(8).flatMap { requests.requests(.redirectURI($0.value)) }
      + requests.requests(.client)
    let witness = Witnesses(old: old, new: new).first(lines, allowedByNew: isAdded)
    return PolicyChange(
      effect: witness == nil ? .neutral : isAdded ? .widening : .narrowing,
      policy: client.policy, client: client.key, environment: client.environment, kind: .client,
      message: isAdded
        ? "client \(client.key) added with the client ID \(client.clientID.value)"
        : "client \(client.key) removed with the client ID \(client.clientID.value)",
      old: isAdded ? nil : old.source(client.anchor), new: isAdded ? new.source(client.anchor) : nil,
      witness: witness)
  }
}

/// Looks for requests that exactly one side allows.
struct Witnesses {
  let old: ComparedSide
  let new: ComparedSide

  /// The first line that one side allows and the other does not.
  func first(_ lines: [JSONValue], allowedByNew: Bool) -> PolicyChange.Witness? {
    for line in lines {
      guard let before = old.verdict(line), let after = new.verdict(line) else { continue }
      if after.isAllowed == allowedByNew, before.isAllowed != allowedByNew {
        return PolicyChange.Witness(request: line, old: before, new: after)
      }
    }
    return nil
  }
}

/// A client that both sides have.
private struct TwoClients {
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

  var changes: [PolicyChange] {
    identity + requirements + lists + server + flips
  }

  // MARK: kinds of changes

  /// Asks both sides about each aspect and reports what comes of it: an effect in each direction that
  /// has a witness, else one neutral change.
  private func change(
    _ kind: PolicyChange.Kind, _ message: ChangeMessage, gained: [Aspect], lost: [Aspect],
    old oldAnchor: SourceAnchor?, new newAnchor: SourceAnchor?
  ) -> [PolicyChange] {
    let witnesses = Witnesses(old: old, new: new)
    let gain = witnesses.first(gained.flatMap(gaining.requests), allowedByNew: true)
    let loss = witnesses.first(lost.flatMap(losing.requests), allowedByNew: false)
    func change(
      _ effect: PolicyChange.Effect, _ witness: PolicyChange.Witness?
    ) -> PolicyChange {
      PolicyChange(
        effect: effect, policy: after.policy, client: after.key, environment: after.environment,
        kind: kind, message: message, old: old.source(oldAnchor), new: new.source(newAnchor),
        witness: witness)
    }
    let effects =
      [gain.map { change(.widening, $0) }, loss.map { change(.narrowing, $0) }].compactMap { $0 }
    return effects.isEmpty ? [change(.neutral, nil)] : effects
  }

  /// A value that both sides have, and that differs.
  private func property<Value: Equatable>(
    _ kind: PolicyChange.Kind, _ name: String, _ value: (CompiledClient) -> Value,
    _ words: (Value) -> ExactString, aspects: [Aspect],
    at leaf: (ComparedSide, CompiledClient) -> SourceAnchor
  ) -> [PolicyChange] {
    let (from, to) = (value(before), value(after))
    guard from != to else { return [] }
    return change(
      kind, "\(words: name) changed from \(words(from)) to \(words(to))", gained: aspects,
      lost: aspects, old: leaf(old, before), new: leaf(new, after))
  }

  /// A list whose order does not count.
  private func list(
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
  private func text(
    _ kind: PolicyChange.Kind, _ name: String, _ entry: (CompiledClient) -> Entry?,
    aspects: [Aspect]
  ) -> [PolicyChange] {
    let (from, to) = (entry(before), entry(after))
    guard from?.value != to?.value else { return [] }
    let message: ChangeMessage =
      switch (from?.value, to?.value) {
      case (let from?, let to?): "\(words: name) changed from \(from) to \(to)"
      case (nil, let to?): "\(words: name) \(to) added"
      case (let from?, nil): "\(words: name) \(from) removed"
      case (nil, nil): "\(words: name) changed"
      }
    return change(
      kind, message, gained: aspects, lost: aspects, old: from?.anchor, new: to?.anchor)
  }

  // MARK: what is compared

  private var identity: [PolicyChange] {
    var changes: [PolicyChange] = []
    if before.policy != after.policy || before.key != after.key {
      changes += change(
        .clientKey,
        before.policy == after.policy
          ? "client \(before.key) renamed to \(after.key)"
          : "client \(before.key) moved from the policy \(before.policy)", gained: [], lost: [],
        old: before.anchor, new: after.anchor)
    }
    changes += text(.clientID, "client ID", { $0.clientID }, aspects: [.client])
    changes += property(
      .provider, "provider", \.provider.rawValue, { ExactString($0) }, aspects: [],
      at: { $0.anchor($1) { $0.provider } })
    // Only what both have: a redirect URI that one side lacks is a change of its own.
    let common = Set(before.redirectURIs.map(\.value)).intersection(
      after.redirectURIs.map(\.value))
    let loopback = common.filter { $0.loopbackOriginEnd != nil }.min()
    changes += property(
      .type, "type", \.type.rawValue, { ExactString($0) },
      aspects: loopback.map { [.loopbackPort($0)] } ?? [], at: { $0.anchor($1) { $0.type } })
    return changes
  }

  private var requirements: [PolicyChange] {
    property(
      .state, "state", \.requiresState, Self.requirement, aspects: [.missingState],
      at: { $0.anchor($1) { $0.state } })
      + property(
        .pkce, "PKCE", \.requiresPKCE, Self.requirement, aspects: [.missingChallenge],
        at: { $0.anchor($1) { $0.pkce } })
      + property(
        .omitRedirectURI, "leaving out the redirect URI", \.omission, \.words,
        aspects: [.omittedRedirectURI], at: { $0.anchor($1) { $0.omitRedirectURI } })
  }

  private static func requirement(_ isRequired: Bool) -> ExactString {
    isRequired ? "required" : "optional"
  }

  private var lists: [PolicyChange] {
    /// Texts with the place of their leaf.
    func places(
      _ values: @escaping (CompiledClient) -> [ExactString],
      _ leaf: @escaping (Client) -> [LocatedText]?
    ) -> (ComparedSide, CompiledClient) -> [Entry] {
      { side, client in
        values(client).map { value in
          Entry(value, side.anchor(client) { leaf($0)?.first { $0.value == value } })
        }
      }
    }
    let uris = list(
      .redirectURI, "redirect URI", { $1.redirectURIs },
      note: { $0.type == .native && $1.loopbackOriginEnd != nil ? ", with every port" : "" },
      aspects: { [.redirectURI($0), .loopbackPort($0)] })
    let scopes = list(.scope, "scope", { $1.scopes }, aspects: { [.scope($0)] })
    let types = list(
      .responseType, "response type", places(\.responseTypes) { $0.responseTypes },
      aspects: { [.responseType($0)] })
    let methods = list(
      .codeChallengeMethod, "code challenge method",
      places(\.codeChallengeMethods) { $0.server.codeChallengeMethods },
      aspects: { [.challengeMethod($0)] })
    return uris + scopes + types + methods
  }

  private var server: [PolicyChange] {
    text(.issuer, "issuer", \.issuer, aspects: [])
      + text(
        .authorizationEndpoint, "authorization endpoint", \.authorizationEndpoint, aspects: [])
  }

  private var flips: [PolicyChange] {
    let changes =
      text(.appFlipIOS, "App Flip link", \.flipUniversalLink, aspects: [.flipIOS])
      + text(.appFlipAndroid, "App Flip action", \.flipIntentAction, aspects: [.flipAndroid])
    // With the action itself come and go all of its callers.
    guard (before.flipIntentAction == nil) == (after.flipIntentAction == nil) else { return changes }
    let (from, to) = (Callers(before), Callers(after))
    return changes + callers(from: from, to: to, isAdded: true)
      + callers(from: to, to: from, isAdded: false)
  }

  /// What `to` has and `from` has not.
  private func callers(from: Callers, to: Callers, isAdded: Bool) -> [PolicyChange] {
    let word = isAdded ? "added" : "removed"
    let (side, client) = isAdded ? (new, after) : (old, before)
    return to.packages.flatMap { package -> [PolicyChange] in
      let fingerprints = to.fingerprints[package] ?? []
      guard let known = from.fingerprints[package] else {
        let aspects = fingerprints.map { Aspect.caller(package: package, $0) }
        let anchor = to.anchors[package]
        return change(
          .appFlipCaller, "App Flip caller \(package) \(words: word)",
          gained: isAdded ? aspects : [], lost: isAdded ? [] : aspects,
          old: isAdded ? nil : anchor, new: isAdded ? anchor : nil)
      }
      return fingerprints.filter { !known.contains($0) }.flatMap { fingerprint in
        let aspect = [Aspect.caller(package: package, fingerprint)]
        let anchor = side.anchor(client, package: package, fingerprint: fingerprint)
        return change(
          .appFlipFingerprint,
          "certificate \(ExactString(fingerprint.text)) of the caller \(package) \(words: word)",
          gained: isAdded ? aspect : [], lost: isAdded ? [] : aspect,
          old: isAdded ? nil : anchor, new: isAdded ? anchor : nil)
      }
    }
  }
}

/// The callers of a client with all of their certificates, by package.
private struct Callers {
  var packages: [ExactString] = []
  var fingerprints: [ExactString: [Fingerprint]] = [:]
  var anchors: [ExactString: SourceAnchor] = [:]

  init(_ client: CompiledClient) {
    for caller in client.flipCallers {
      let package = caller.package.value
      if anchors[package] == nil {
        packages.append(package)
        anchors[package] = caller.package.anchor
      }
      for fingerprint in caller.fingerprints
      where !fingerprints[package, default: []].contains(fingerprint) {
        fingerprints[package, default: []].append(fingerprint)
      }
    }
  }
}

/// Whether a request may leave out its redirect URI.
private enum Omission: Equatable {
  case refused
  /// Allowed by the policy, but there is not exactly one redirect URI.
  case ambiguous
  case allowed

  var words: ExactString {
    switch self {
    case .refused: "refused"
    case .ambiguous: "refused (there is not exactly one)"
    case .allowed: "allowed"
    }
  }
}

extension CompiledClient {
  fileprivate var omission: Omission {
    omittedRedirectURI != nil ? .allowed : allowsOmittedRedirectURI ? .ambiguous : .refused
  }
}

extension [Entry] {
  /// The entries without those whose text stood before.
  fileprivate var uniqueByValue: [Entry] {
    var seen: Set<ExactString> = []
    return filter { seen.insert($0.value).inserted }
  }
}
