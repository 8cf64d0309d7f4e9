import AssociationFiles
package import PolicyText

/// A URL that is opened on iOS.
package struct UniversalLinkRequest: Sendable {
  package var context: RequestContext
  package var url: ExactString
  /// Limits the decision to this app: an app ID or the key of an app.
  package var app: ExactString?

  package init(context: RequestContext, url: ExactString, app: ExactString? = nil) {
    self.context = context
    self.url = url
    self.app = app
  }
}

extension CompiledPolicy {
  /// Decides which app opens the URL, by the association files that the policies generate in the
  /// environment, and by those that Firebase serves.
  package func decide(_ request: UniversalLinkRequest) -> Decision {
    var answer = LinkAnswerBuilder(
      url: request.url, isApple: true, context: request.context, hosts: hosts)
    let app = request.app.map { identifier(of: $0, isApple: true, in: request.context) }
    guard let host = answer.host, let matcher = host.appleMatcher else {
      guard answer.host == nil,
        let served = firebaseLinkHost(of: request.url, in: request.context)
      else { return answer.noFile }
      return answer.decision(on: served, isApple: true, asked: app)
    }
    let found = matcher.answer(request.url)
    answer.add(found.steps) { step in
      guard host.appleRules.indices.contains(step.entry),
        host.appleRules[step.entry].indices.contains(step.rule)
      else { return nil }
      return host.appleRules[step.entry][step.rule]
    }
    if found.steps.contains(where: \.isUnverified) { answer.confidence = .inferred }
    let opens = found.opens
    let decisions = app.map { [found.decision($0)] } ?? found.decisions
    return answer.decision(
      decisions.map { ($0.app, $0.outcome, host.source(of: $0)) },
      first: app ?? opens.first, opens: opens)
  }

  /// The names of apps: keys, `policy/key`, app IDs and package names.
  package var appNames: [ExactString] { apps.flatMap { [$0.key, $0.identifier, $0.path] } }

  /// The app ID or package name: the string itself, or that of the app with this key.
  func identifier(
    of text: ExactString, isApple: Bool, in context: RequestContext
  ) -> ExactString {
    apps.first {
      $0.isApple == isApple && ($0.key == text || $0.path == text)
        && (context.policy == nil || $0.policy == context.policy)
    }?.identifier ?? text
  }
}
