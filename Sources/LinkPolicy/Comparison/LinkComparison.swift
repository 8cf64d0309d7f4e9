import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Which links of a host open other apps than before, on one platform.
struct LinkComparison {
  let host: ExactString
  let environment: Environment
  let platform: LinkPlatform
  let old: ComparedHost
  let new: ComparedHost

  /// Why a link is decided differently: links with the same cause are one change. Rules are told apart
  /// by their lines, since one rule of a policy can be several on Android.
  private enum Cause: Hashable {
    /// One side doesn't have the host.
    case host
    /// One side has no apps for the host.
    case platform
    /// One side has no rules for the app.
    case app(ExactString)
    /// The rule that opens the app exists on one side only.
    case opening(SourceAnchor?)
    /// The rule that keeps the app closed exists on one side only.
    case closing(SourceAnchor?)
    /// Both sides have both rules, in another order or for other apps.
    case order(opening: SourceAnchor?, closing: SourceAnchor?)
  }

  private struct Group: Hashable {
    var isWidening: Bool
    var cause: Cause
  }

  /// The first link that was found for a cause.
  private struct Found {
    var url: ExactString
    var app: ExactString
    /// All apps that the link opens on one side only.
    var apps: Int
    var old: HostRules.Answer
    var new: HostRules.Answer
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    let before = HostRules(old.host, platform)
    let after = HostRules(new.host, platform)
    guard before.rules != after.rules || before.apps != after.apps else { return [] }
    let (found, isComplete) = self.found(before, after)
    let changes = found.map { change($0, $1) }
    if !isComplete { return changes + [undecided] }
    return found.isEmpty ? [neutral] : changes
  }

  // MARK: search

  private func found(
    _ before: HostRules, _ after: HostRules
  ) -> (found: [Group: Found], isComplete: Bool) {
    let apps = (before.apps + after.apps).uniqued
    let known = (old: Known(before), new: Known(after))
    var links: [ExactString] = []
    var isComplete = true
    var compared: Set<[[Int]]> = []
    for app in apps where compared.insert([before.key(app), after.key(app)]).inserted {
      let differences = before.links(app).differences(after.links(app), host: host)
      links += differences.links
      isComplete = isComplete && differences.isComplete
    }
    var found: [Group: Found] = [:]
    for url in links.uniqued {
      let answers = zip(before.answers(url, apps: apps), after.answers(url, apps: apps))
      // Of one link and cause, all apps together are one change.
      var here: [Group: Found] = [:]
      for (app, (was, now)) in zip(apps, answers)
      where was.verdict.isAllowed != now.verdict.isAllowed {
        let isWidening = now.verdict.isAllowed
        let cause =
          isWidening
          ? cause(app, opens: now, known.new, closed: was, known.old, old.host == nil)
          : cause(app, opens: was, known.old, closed: now, known.new, new.host == nil)
        let group = Group(isWidening: isWidening, cause: cause)
        if here[group] == nil {
          here[group] = Found(url: url, app: app, apps: 1, old: was, new: now)
        } else {
          here[group]?.apps += 1
        }
      }
      found.merge(here) { first, _ in first }
    }
    return (found, isComplete)
  }

  /// The apps and rules of a side.
  private struct Known {
    var apps: Set<ExactString>
    var rules: Set<ExactString>
    init(_ rules: HostRules) {
      apps = Set(rules.apps)
      self.rules = Set(rules.rules.map(\.text))
    }
  }

  /// Why an app opens on one side and stays closed on the other; the same for both directions.
  private func cause(
    _ app: ExactString, opens: HostRules.Answer, _ knownThere: Known, closed: HostRules.Answer,
    _ knownHere: Known, _ isHostMissing: Bool
  ) -> Cause {
    if isHostMissing { return .host }
    if knownHere.apps.isEmpty { return .platform }
    if !knownHere.apps.contains(app) { return .app(app) }
    if let rule = opens.rule, !knownHere.rules.contains(rule) { return .opening(opens.anchor) }
    if let rule = closed.rule, !knownThere.rules.contains(rule) { return .closing(closed.anchor) }
    return .order(opening: opens.anchor, closing: closed.anchor)
  }

  // MARK: changes

  private func change(_ group: Group, _ found: Found) -> PolicyChange {
    let reason =
      switch group.cause {
      case .host: group.isWidening ? "the host was added" : "the host was removed"
      case .platform:
        group.isWidening
          ? "the host had no apps for \(platform.name)"
          : "the host lists no apps for \(platform.name)"
      case .app: group.isWidening ? "the app was added" : "the app was removed"
      case .opening:
        group.isWidening ? "an allowing rule was added" : "an allowing rule was removed"
      case .closing: group.isWidening ? "an exclude was removed" : "an exclude was added"
      case .order: "the rules have another order or name other apps"
      }
    let more =
      found.apps == 1 ? "" : " and \(found.apps - 1) more app\(found.apps == 2 ? "" : "s")"
    let verb = group.isWidening ? "opens" : "no longer opens"
    let request: JSONValue = [
      "kind": .string(platform.kind.rawValue), "environment": .string(environment.rawValue),
      "url": .string(found.url.string), "app": .string(found.app.string),
    ]
    let message: ChangeMessage =
      "\(found.url) \(words: verb) \(found.app)\(words: more) on \(words: platform.name): \(words: reason)"
    return change(
      group.isWidening ? .widening : .narrowing, message, old: found.old.anchor,
      new: found.new.anchor,
      witness: .init(request: request, old: found.old.verdict, new: found.new.verdict))
  }

  private var neutral: PolicyChange {
    change(
      .neutral,
      "the rules of \(host) for \(words: platform.name) differ, but open the same links",
      old: old.host?.anchors.first, new: new.host?.anchors.first, witness: nil)
  }

  private var undecided: PolicyChange {
    change(
      .undecided,
      "can't tell whether \(host) opens more links on \(words: platform.name): its rules are too large",
      old: old.host?.anchors.first, new: new.host?.anchors.first, witness: nil)
  }

  private func change(
    _ effect: PolicyChange.Effect, _ message: ChangeMessage, old oldAnchor: SourceAnchor?,
    new newAnchor: SourceAnchor?, witness: PolicyChange.Witness?
  ) -> PolicyChange {
    PolicyChange(
      effect: effect, policy: new.policy(newAnchor) ?? old.policy(oldAnchor) ?? "", client: nil,
      host: host, environment: environment, kind: platform.kind, message: message,
      old: old.side.source(oldAnchor), new: new.side.source(newAnchor), witness: witness)
  }
}
