import AssociationFiles
import PolicyText
import PolicyModel

/// Compares which links of a host open which apps, on one platform.
struct LinkComparison {
  let hosts: HostComparison
  let platform: LinkPlatform

  /// Why a link is decided differently. Links with the same cause are one change. Rules are
  /// identified by line, because one rule of a policy can become several on Android.
  private struct Cause: Hashable {
    var isWidening: Bool
    var reason: String
    /// The app that one side doesn't have.
    var app: ExactString?
    /// The rules that are the cause: the one that opens the app, and the one that keeps it closed.
    var opening: SourceAnchor?
    var closing: SourceAnchor?
  }

  /// The first link found for a cause.
  private struct Found {
    var url: ExactString
    var app: ExactString
    /// How many apps open the link on one side only.
    var apps: Int
    var old: HostRules.Answer
    var new: HostRules.Answer
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    let before = HostRules(hosts.old.host, platform)
    let after = HostRules(hosts.new.host, platform)
    guard before.rules != after.rules || before.orderedApps != after.orderedApps else { return [] }
    let (found, isComplete) = self.found(before, after)
    let changes = found.map { change($0, $1) }
    if isComplete, !found.isEmpty { return changes }
    let message: ChangeMessage =
      isComplete
      ? "the rules of \(hosts.host) for \(words: platform.name) differ, but open the same links"
      : "can't tell whether \(hosts.host) opens more links on \(words: platform.name): its rules are too large"
    return changes + [
      hosts.change(
        isComplete ? .neutral : .undecided, platform.kind, message, old: hosts.old.anchor,
        new: hosts.new.anchor)
    ]
  }

  private func found(
    _ before: HostRules, _ after: HostRules
  ) -> (found: [Cause: Found], isComplete: Bool) {
    let apps = (before.orderedApps + after.orderedApps).unique
    var links: [ExactString] = []
    var isComplete = true
    var compared: Set<[[Int]]> = []
    for app in apps where compared.insert([before.key(app), after.key(app)]).inserted {
      let differences = before.links(app).differences(after.links(app), host: hosts.host)
      links += differences.links
      isComplete = isComplete && differences.isComplete
    }
    var found: [Cause: Found] = [:]
    for url in links.unique {
      let answers = zip(before.answers(url, apps: apps), after.answers(url, apps: apps))
      // One change for all apps with the same link and cause.
      var here: [Cause: Found] = [:]
      for (app, (was, now)) in zip(apps, answers)
      where was.verdict.isAllowed != now.verdict.isAllowed {
        let cause =
          now.verdict.isAllowed
          ? cause(app, isWidening: true, opens: now, after, closed: was, before)
          : cause(app, isWidening: false, opens: was, before, closed: now, after)
        here[cause, default: Found(url: url, app: app, apps: 0, old: was, new: now)].apps += 1
      }
      found.merge(here) { first, _ in first }
    }
    return (found, isComplete)
  }

  /// Why an app opens on one side and not on the other; both directions use the same causes.
  private func cause(
    _ app: ExactString, isWidening: Bool, opens: HostRules.Answer, _ there: HostRules,
    closed: HostRules.Answer, _ here: HostRules
  ) -> Cause {
    let change = isWidening ? "added" : "removed"
    var cause = Cause(isWidening: isWidening, reason: "the host was \(change)")
    if (isWidening ? hosts.old : hosts.new).host == nil { return cause }
    if here.apps.isEmpty {
      cause.reason = "the host \(isWidening ? "had" : "lists") no apps for \(platform.name)"
    } else if !here.apps.contains(app) {
      cause.reason = "the app was \(change)"
      cause.app = app
    } else if let rule = opens.rule, !here.texts.contains(rule) {
      cause.reason = "an allowing rule was \(change)"
      cause.opening = opens.anchor
    } else if let rule = closed.rule, !there.texts.contains(rule) {
      cause.reason = "an exclude was \(isWidening ? "removed" : "added")"
      cause.closing = closed.anchor
    } else {
      cause.reason = "the rules have another order or name other apps"
      (cause.opening, cause.closing) = (opens.anchor, closed.anchor)
    }
    return cause
  }

  private func change(_ cause: Cause, _ found: Found) -> PolicyChange {
    let more =
      found.apps == 1 ? "" : " and \(found.apps - 1) more app\(found.apps == 2 ? "" : "s")"
    let verb = cause.isWidening ? "opens" : "no longer opens"
    let request = JSONValue.request(
      platform.request, hosts.environment,
      [("url", .string(found.url.string)), ("app", .string(found.app.string))])
    return hosts.change(
      cause.isWidening ? .widening : .narrowing, platform.kind,
      "\(found.url) \(words: verb) \(found.app)\(words: more) on \(words: platform.name): \(words: cause.reason)",
      old: found.old.anchor, new: found.new.anchor,
      witness: .init(request: request, old: found.old.verdict, new: found.new.verdict))
  }
}
