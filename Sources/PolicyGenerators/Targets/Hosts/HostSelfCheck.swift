import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Generation checks itself: what the policy relies on must be what the platforms' matchers answer.
struct HostSelfCheck {
  let host: CompiledHost

  /// Every App Flip link of the host opens its app, and every literal path that is allowed opens its
  /// apps unless an exclude stands before it.
  func checkApple() throws(GeneratorError) {
    guard let file = host.apple else { return }
    let matcher = AppleLinkMatcher(file, domain: host.host)
    for link in host.literals {
      let answer = matcher.answer(url(link.path))
      for app in link.appleApps where answer.decision(app).outcome == .noMatch {
        throw failure(url(link.path), app, AppleAssociationTarget.name, link.anchor)
      }
    }
    for flip in host.flips where matcher.answer(flip.url).decision(flip.app).outcome != .match {
      throw failure(flip.url, flip.app, AppleAssociationTarget.name, flip.anchor)
    }
  }

  /// Every literal path that is allowed opens its apps unless an exclude stands before it.
  func checkAndroid() throws(GeneratorError) {
    guard let file = host.android else { return }
    let matcher = AndroidLinkMatcher(file, host: host.host)
    for link in host.literals {
      for app in link.androidApps {
        let answer = matcher.answer(url(link.path), package: app)
        guard answer.decisions.allSatisfy({ $0.outcome != .noMatch }) else {
          throw failure(url(link.path), app, AssetLinksTarget.name, link.anchor)
        }
      }
    }
  }

  private func url(_ path: ExactString) -> ExactString {
    ExactString("https://" + host.host.string + path.string)
  }

  private func failure(
    _ url: ExactString, _ app: ExactString, _ target: String, _ anchor: SourceAnchor
  ) -> GeneratorError {
    GeneratorError(
      "\(UTF8Text.quoted(url.string)) must open \(UTF8Text.quoted(app.string)) "
        + "in \(host.environment.rawValue), and no rule of its host does",
      target: target, at: anchor)
  }
}
