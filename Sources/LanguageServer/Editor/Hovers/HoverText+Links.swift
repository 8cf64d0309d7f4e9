import LinkPolicy
import PolicyDecision
import PolicyModel
package import PolicyText

extension HoverText {
  // MARK: URIs

  /// The entries that accept a URI, the decision of the other environment, and the app that opens it.
  func address(_ uri: String, _ place: CursorContext) -> String? {
    guard let project, uri.utf8.count <= 4_096 else { return nil }
    let who = project.entries(allowing: uri)
    var lines = who.matches.filter { $0.form != .rule }.prefix(8).map { match in
      let owner = match.owner
      let client = owner.client.map { "`\(DisplayText.visible($0.string))` · " } ?? ""
      return "* \(client)\(owner.place) · \(owner.environment) · \(match.form.rawValue) · "
        + self.place(match.source)
    }
    if lines.isEmpty { lines.append("* no entry accepts this URI") }
    let evaluator = RequestEvaluator(project)
    lines += otherEnvironments(uri, who, evaluator)
    for near in who.nearest.prefix(1) {
      lines.append(
        "* nearest: \(code(near.value)): \(near.difference) · \(self.place(near.source))")
    }
    guard uri.hasPrefix("https://") else { return lines.joined(separator: "\n") }
    lines.append("")
    let environments =
      place.environment.map { [$0] }
      ?? Environment.allCases.filter { environment in
        who.matches.isEmpty || who.matches.contains { $0.owner.environment == environment }
      }
    for environment in environments {
      lines += opening(uri, environment, place, evaluator)
    }
    for match in who.matches
    where match.form == .host && match.owner.place.hasSuffix("authorized_domains") {
      lines.append(
        "* covered by an authorized domain of \(match.owner.environment) · \(self.place(match.source))"
      )
    }
    return lines.joined(separator: "\n")
  }

  /// The decision of the other environment, for a client that may use the URI in one.
  private func otherEnvironments(
    _ uri: String, _ who: WhoAllows, _ evaluator: RequestEvaluator
  ) -> [String] {
    var lines: [String] = []
    for match in who.matches.prefix(8) where match.owner.place == "redirect_uris" {
      guard let name = match.owner.client else { continue }
      let other = match.owner.environment.other
      let isInBoth = who.matches.contains {
        $0.owner.client == name && $0.owner.policy == match.owner.policy
          && $0.owner.place == match.owner.place && $0.owner.environment == other
      }
      guard !isInBoth,
        let client = project?.workspace.policies.first(where: { $0.name == match.owner.policy })?
          .policy.clients.first(where: { $0.id.value == name }),
        let clientID = client.clientID?[other]?.value.string,
        let answer = try? evaluator.decide(
          .authorize(clientID: clientID, redirectURI: uri, state: "s", environment: other))
      else { continue }
      var line = "* \(other): \(answer.outcome.rawValue) (\(answer.reason))"
      if let near = answer.nearest {
        line += "; nearest \(code(ExactString(near.value))): \(near.difference)"
        if let source = near.source { line += " · \(place(source))" }
      }
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  /// The app that opens a link on each platform, and the effect on authorization codes.
  private func opening(
    _ uri: String, _ environment: Environment, _ place: CursorContext, _ evaluator: RequestEvaluator
  ) -> [String] {
    let requests = [
      ("iOS", PolicyRequest.universalLink(uri, environment: environment)),
      ("Android", PolicyRequest.appLink(uri, environment: environment)),
    ]
    return requests.compactMap { platform, request in
      guard let decision = try? evaluator.decide(request) else { return nil }
      guard decision.isAllowed else {
        return "* \(platform), \(environment): opens in the browser"
      }
      let identifier = decision.result?["app"]?.stringValue ?? ""
      let name = appName(ExactString(identifier)).map { "`\($0)` (`\(identifier)`)" }
      var line = "* \(platform), \(environment): opens in \(name ?? "`\(identifier)`")"
      if let source = decision.source { line += ", by \(self.place(source))" }
      if place.role == .redirectURI {
        line +=
          isNative(place)
          ? ", as intended for a native client"
          : " — **the code goes to the app, not to the server**"
      }
      return line
    }
  }

  private func appName(_ identifier: ExactString) -> String? {
    declared(identifier).map { DisplayText.visible($0.app.id.value.string) }
  }

  /// The app with an app ID or package name, and the policy that declares it.
  private func declared(_ identifier: ExactString) -> (document: PolicyDocument, app: App)? {
    for document in project?.workspace.policies ?? [] {
      for app in document.policy.apps
      where app.appleAppID == identifier || app.packageName?.value == identifier {
        return (document, app)
      }
    }
    return nil
  }

  private func isNative(_ place: CursorContext) -> Bool {
    guard place.path.first == "clients", let key = place.path[safe: 1] ?? nil else { return false }
    let client = document?.policy.clients.first { $0.id.value == key }
    return client?.type?.value == .native
  }

  // MARK: rules of links

  /// The link rule at an offset: example links, the rule that decides each, and its Android
  /// form.
  func linkRule(at offset: Int) -> String? {
    guard let project, let document else { return nil }
    let own = document.tree
    for domain in document.policy.domains where own.span(domain.node).holds(offset) {
      for entry in domain.links where own.span(entry.node).holds(offset) {
        for rule in entry.rules where own.span(rule.node).holds(offset) {
          return text(rule, domain, document, project)
        }
      }
    }
    return nil
  }

  private func text(
    _ rule: LinkRuleEntry, _ domain: Domain, _ document: PolicyDocument, _ project: Project
  ) -> String {
    let samples = LinkSamples(rule, of: domain)
    let policy = project.compiled
    let environment = domain.environment.value == .sandbox ? Environment.sandbox : .prod
    let anchor = document.anchor(node: rule.node)
    var lines = [
      rule.exclude ? "**excludes links from the app**" : "**opens links in the app**", "",
    ]
    for link in samples.matching {
      let decision = policy.decide(
        UniversalLinkRequest(context: RequestContext(environment: environment), url: link))
      let isOwn = decision.source == anchor
      let by =
        isOwn
        ? (rule.exclude ? "stays in the browser" : "opens")
        : decision.source == nil
          ? "not decided by this rule"
          : "decided by an earlier rule, "
            + place(decision.source.flatMap { project.workspace.source(of: $0) })
      lines.append("* \(code(link)) \(by)")
    }
    if samples.matching.isEmpty { lines.append("* found no example link that it matches") }
    for link in samples.others { lines.append("* \(code(link)) doesn't match") }
    lines.append("")
    if samples.android.isEmpty {
      lines.append("Android: can't be expressed")
    } else {
      let rules = samples.android.map(\.string).joined(separator: "\n")
      lines.append(
        "Android \(LinkSamples.androidVersion) and later (earlier versions open the whole host):")
      lines.append("\n```json\n\(rules.replacing("```", with: "'''"))\n```")
    }
    lines += samples.differences.map { "* Android differs: \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension SourceSpan {
  /// Whether an offset is in the span or at its end.
  package func holds(_ offset: Int) -> Bool { start <= offset && offset <= end }
}

extension HoverText {
  /// The hover in an association file: keys and apps.
  func association(_ place: CursorContext) -> String? {
    let text = tree.text(place.entry.node)
    if place.entry.isKey {
      let isApple = InputKind(path: tree.source.name) == .appleAppSiteAssociation
      let above = place.path.dropLast().compactMap(\.self).last ?? ""
      return AssociationKey.keys(below: above.string, isApple: isApple)
        .first { ExactString($0.name) == text }.map { "**\($0.name)**\n\n\($0.summary)" }
    }
    switch place.name {
    case "appIDs", "appID", "apps", "package_name": return deployedApp(text)
    case "sha256_cert_fingerprints": return fingerprint(text)
    default: return nil
    }
  }

  private func deployedApp(_ identifier: ExactString) -> String {
    guard let (document, app) = declared(identifier) else {
      return "\(code(identifier)): no policy declares this app"
    }
    return "\(describe(app)) · "
      + place(project?.workspace.source(of: document.anchor(app.id)))
  }
}
