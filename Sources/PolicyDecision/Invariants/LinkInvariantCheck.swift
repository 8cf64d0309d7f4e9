import AssociationFiles
import PolicyModel
import PolicyText

/// Checks an invariant for all links that its selector describes.
///
/// Each platform has its own rules, so there is a set of links for each host and platform. A
/// counterexample is the shortest link of a set that must be empty, confirmed by the platform's
/// matcher.
struct LinkInvariantCheck: Sendable {
  private let invariant: LinkInvariant
  private let document: PolicyDocument
  private let policy: CompiledPolicy
  private let workspace: Workspace
  private let apps: [App]
  private let sides: [Side]

  /// An app with the identifier of a platform.
  private struct App {
    /// The ID for messages, with the policy's name if it is another policy.
    var name: ExactString
    var identifier: ExactString
    var platform: Platform
  }

  /// The rules of one host for one platform.
  private struct Side: Sendable {
    let host: CompiledHost
    let isApple: Bool
    /// The selected links.
    let selected: LinkSet
    /// The app IDs or package names in the host's file.
    let apps: [ExactString]

    init(_ host: CompiledHost, isApple: Bool, paths: [ExactString?]) {
      self.host = host
      self.isApple = isApple
      let variables = LinkVariables(host.apple?.applinks?.substitutionVariables ?? [])
      selected = paths.reduce(LinkSet.empty) { set, path in
        set.union(
          path.map { Self.links(at: $0, variables, isApple: isApple) } ?? .everything)
      }
      apps =
        isApple
        ? (host.apple?.applinks?.details ?? []).flatMap(\.appIDs).unique
        : (host.android?.statements ?? []).compactMap(\.linkedApp).unique
    }

    /// The links whose path matches a pattern, by the rules of the platform.
    private static func links(
      at path: ExactString, _ variables: LinkVariables, isApple: Bool
    ) -> LinkSet {
      let rule = PortableRule(LinkRule(path: path))
      return isApple || rule.difference != nil
        ? LinkSet(path: path, variables: variables, isAndroid: !isApple)
        : LinkSet(rule.dynamicRules)
    }

    func links(opening app: ExactString) -> LinkSet {
      isApple
        ? host.apple.map { LinkSet(opening: app, in: $0) } ?? .empty
        : host.android.map { LinkSet(opening: app, in: $0) } ?? .empty
    }

    /// Whether a link opens an app, with the deciding rule.
    func decide(_ link: ExactString, _ app: ExactString) -> (opens: Bool, rule: SourceAnchor?) {
      let answer =
        isApple
        ? host.appleMatcher?.answer(link) : host.androidMatcher?.answer(link, package: app)
      guard let decision = answer?.decision(app) else { return (false, nil) }
      return (decision.outcome == .match, host.source(of: decision))
    }
  }

  init(
    _ invariant: LinkInvariant, _ document: PolicyDocument, _ policy: CompiledPolicy,
    _ workspace: Workspace
  ) {
    self.invariant = invariant
    self.document = document
    self.policy = policy
    self.workspace = workspace
    apps = workspace.policies.flatMap { owner in
      owner.policy.apps.compactMap { app in
        guard let platform = app.platform?.value,
          let identifier = app.appleAppID ?? app.packageName?.value
        else { return nil }
        let isOwn = owner.tree.file == document.tree.file
        return App(
          name: isOwn ? app.id.value : ExactString("\(owner.name.string)/\(app.id.value.string)"),
          identifier: identifier, platform: platform)
      }
    }
    let names = Set(
      workspace.scope(of: document).flatMap(\.policy.domains).map {
        ASCII.lowercased($0.host.value)
      })
    let hosts = policy.hosts.hosts.filter { host in
      names.contains(host.host) && invariant.hosts?.lowercased.matches(host.host) ?? true
        && invariant.environments.allows(ExactString(host.environment.rawValue))
    }
    let paths = invariant.paths.map { $0.map { Optional($0.value) } } ?? [nil]
    let platforms = Platform.allCases.filter { Self.selects($0, invariant) }
    sides = hosts.flatMap { host in
      [true, false].filter { isApple in platforms.contains { $0.isApple == isApple } }
        .map { Side(host, isApple: $0, paths: paths) }
    }
  }

  private static func selects(_ platform: Platform, _ invariant: LinkInvariant) -> Bool {
    invariant.platforms.allows(ExactString(platform.rawValue))
  }

  func run(into result: inout InvariantResult) {
    guard sides.contains(where: { $0.selected.example(host: $0.host.host) != .none }) else {
      return result.selectsNothing("no link of a declared host matches `links`")
    }
    guard requiresSomething else {
      return result.selectsNothing("it does not restrict the links")
    }
    result.findEntries = { entries }
    for side in sides { check(side, &result) }
    result.violations.sort { $0.linkLength < $1.linkLength }
  }

  private var requiresSomething: Bool {
    let opened = named(invariant.open ?? []).filter { Self.selects($0.platform, invariant) }
    return !opened.isEmpty || invariant.openOnly != nil || invariant.neverOpen?.value == true
      || invariant.neverOpenExcept != nil
  }

  /// The apps in a list. The rule `unknown-reference` reports unknown ones.
  private func named(_ references: [LocatedText]) -> [App] {
    references.compactMap { reference in
      guard let app = workspace.app(reference.value, from: document)?.app,
        let identifier = app.appleAppID ?? app.packageName?.value
      else { return nil }
      return App(
        name: reference.value, identifier: identifier, platform: app.platform?.value ?? .ios)
    }
  }

  private func check(_ side: Side, _ result: inout InvariantResult) {
    func own(_ references: [LocatedText]) -> [App] {
      named(references).filter {
        $0.platform.isApple == side.isApple && Self.selects($0.platform, invariant)
      }
    }
    for app in own(invariant.open ?? []) {
      report(
        side.selected.subtracting(side.links(opening: app.identifier)), side, [app], opens: false,
        &result)
    }
    if let only = invariant.openOnly.map(own) {
      reportOthers(than: only, side, &result)
      if !only.isEmpty {
        let opened = only.map { side.links(opening: $0.identifier) }.reduce(LinkSet.empty) {
          $0.union($1)
        }
        report(side.selected.subtracting(opened), side, only, opens: false, &result)
      }
    }
    if invariant.neverOpen?.value == true { reportOthers(than: [], side, &result) }
    if let except = invariant.neverOpenExcept.map(own) {
      reportOthers(than: except, side, &result)
    }
  }

  /// Reports selected links that open an app that isn't in a list.
  private func reportOthers(than allowed: [App], _ side: Side, _ result: inout InvariantResult) {
    for identifier in side.apps where !allowed.contains(where: { $0.identifier == identifier }) {
      let known = apps.filter {
        $0.identifier == identifier && $0.platform.isApple == side.isApple
      }
      let selected = known.filter { Self.selects($0.platform, invariant) }
      guard known.isEmpty || !selected.isEmpty else { continue }
      let app =
        selected.first
        ?? App(
          name: identifier, identifier: identifier, platform: side.isApple ? .ios : .android)
      report(
        side.selected.intersection(side.links(opening: identifier)), side, [app], opens: true,
        &result)
    }
  }

  /// Reports the shortest link of a set that must be empty.
  ///
  /// - Parameter opens: whether the links of the set open all of the apps, or none of them.
  private func report(
    _ set: LinkSet, _ side: Side, _ apps: [App], opens: Bool, _ result: inout InvariantResult
  ) {
    let link: ExactString
    switch set.example(host: side.host.host) {
    case .none: return
    case .undecided: return undecided(&result)
    case .link(let found): link = found
    }
    let decisions = apps.map { side.decide(link, $0.identifier) }
    guard decisions.allSatisfy({ $0.opens == opens }) else { return undecided(&result) }
    // A value that is `TODO` may be the reason.
    if !opens, workspace.policies.contains(where: { !$0.unknownValues.isEmpty }) {
      return undecided(&result)
    }
    let names = apps.map(\.name.shown).joined(separator: ", ")
    let rule = decisions.lazy.compactMap(\.rule).first
    let verb = opens ? "opens" : apps.count == 1 ? "doesn't open" : "opens none of"
    let note =
      if opens {
        rule == nil
          ? "\(names) opens every link of this host on Android" : "this rule opens \(names)"
      } else {
        rule == nil ? "no rule of this host opens the link" : "this rule excludes the link"
      }
    guard let anchor = rule ?? side.host.anchors.first else { return }
    result.add(
      .init(
        message: "\(link.shown) \(verb) \(names)", note: note, anchor: anchor,
        environment: side.host.environment, linkLength: link.utf8.count))
  }

  private func undecided(_ result: inout InvariantResult) {
    guard result.state != .violated else { return }
    result.state = .undecided
    result.reason = "the link rules are too many or too large to decide"
  }

  // MARK: coverage

  /// The rules that match selected links.
  private var entries: [SourceAnchor] {
    sides.flatMap { side -> [SourceAnchor] in
      let host = side.host
      func selects(_ links: LinkSet) -> Bool {
        side.selected.intersection(links).example(host: host.host) != .none
      }
      if side.isApple, let links = host.apple?.applinks {
        let variables = LinkVariables(links.substitutionVariables)
        return zip(links.details, host.appleRules).flatMap { entry, anchors -> [SourceAnchor] in
          guard case .components(let components) = entry.rules else { return [] }
          return zip(components, anchors).filter { component, _ in
            var allowed = component
            allowed.exclude = nil
            return selects(LinkSet([allowed], variables: variables))
          }.map(\.1)
        }
      }
      return (host.android?.statements ?? []).flatMap { statement -> [SourceAnchor] in
        guard case .androidApp(let package, _) = statement.target,
          let anchors = host.androidRules[package]
        else { return [] }
        return zip(statement.dynamicRules?.rules ?? [], anchors).compactMap { rule, anchor in
          var allowed = rule
          allowed.exclude = false
          return selects(LinkSet([allowed])) ? anchor : nil
        }
      }
    }
  }
}
