import AssociationFiles
package import PolicyText
import PolicyModel

/// A URL that is opened on Android.
package struct AppLinkRequest: Sendable {
  package var context: RequestContext
  package var url: ExactString
  /// Limits the decision to this app: a package name or the key of an app.
  package var app: ExactString?
  /// Dynamic rules apply from 15 on.
  package var androidVersion: Int

  package init(
    context: RequestContext, url: ExactString, app: ExactString? = nil,
    androidVersion: Int = RequestDefaults.androidVersion
  ) {
    self.context = context
    self.url = url
    self.app = app
    self.androidVersion = androidVersion
  }
}

extension CompiledPolicy {
  /// Decides which app opens the URL. Its manifest is assumed to cover the host; the decision is inferred if the
  /// generated one doesn't cover the URL.
  package func decide(_ request: AppLinkRequest) -> Decision {
    var answer = LinkAnswerBuilder(
      url: request.url, isApple: false, context: request.context, hosts: hosts)
    let app = request.app.map { identifier(of: $0, isApple: false, in: request.context) }
    guard let host = answer.host, let file = host.android,
      let matcher = host.androidMatcher
    else {
      guard answer.host == nil,
        let served = firebaseLinkHost(of: request.url, in: request.context)
      else { return answer.noFile }
      return answer.decision(on: served, isApple: false, asked: app)
    }
    let found = matcher.answer(
      request.url, package: app, version: request.androidVersion)
    let url = URLParts(request.url)
    let packages = file.statements.map(\.target.package)
    answer.add(found.steps) { step in
      guard packages.indices.contains(step.entry), let package = packages[step.entry],
        let rules = host.androidRules[package], rules.indices.contains(step.rule)
      else { return nil }
      return rules[step.rule]
    }
    for decision in found.decisions {
      if case .manifest(let reason) = decision.basis {
        answer.note("\(decision.app.quoted): \(reason.words)")
      }
      if decision.outcome == .match, let gap = host.manifestGap(decision.app, url) {
        answer.note("\(decision.app.quoted): \(gap)")
        answer.confidence = .inferred
      }
    }
    return answer.decision(
      found.decisions.map { decision in
        let source = host.source(of: decision)
        // An exclude without a line is the last rule, which linkpolicy adds: no rule of a policy
        // matches.
        let isAdded = decision.outcome == .exclude && source == nil
        return (decision.app, isAdded ? .noMatch : decision.outcome, source)
      },
      first: app ?? found.opens.first,
      opens: app == nil
        ? found.opens : matcher.answer(request.url, version: request.androidVersion).opens)
  }
}

extension CompiledHost {
  /// Why the generated manifest doesn't open a link that the app's statement allows; nil if it does.
  fileprivate func manifestGap(_ package: ExactString, _ url: URLParts) -> String? {
    // Android compares schemes with case.
    guard url.scheme == "https" else { return "the generated manifest has only the scheme `https`" }
    guard let rules = android?.effectiveStatement(of: package)?.dynamicRules else { return nil }
    let path = AndroidSubject(url).path
    let isCovered = AppLinkHost.paths(of: rules).contains { $0?.matches(path) ?? true }
    return isCovered ? nil : "the generated manifest lacks a filter for the path \(path.quoted)"
  }
}

extension AndroidLinkBasis.ManifestReason {
  fileprivate var words: String {
    switch self {
    case .noRules: "no dynamic rules; the manifest decides and is assumed to cover the host"
    case .version: "this Android version ignores dynamic rules; the manifest decides"
    case .faulty: "the dynamic rules are invalid, so Android discards them; the manifest decides"
    }
  }
}
