import AssociationFiles
import PolicyText

/// A host whose association files Firebase serves: a project's two default hosts, and Hosting
/// domains that aren't in `domains`.
///
/// Sources: Firebase, migration of email links to Hosting; `appAssociation: AUTO` of firebase.json.
/// The registered apps are in the console; that they include those of the policy is inferred.
struct FirebaseLinkHost {
  /// Firebase opens apps with this path and everything below it.
  static let path: ExactString = "/__/auth/links"

  /// The host, with the location of the setting that it is derived from.
  var host: Entry
  /// App IDs.
  var appleApps: [ExactString]
  var packages: [ExactString]

  /// The app IDs for one platform.
  func apps(isApple: Bool) -> [ExactString] { isApple ? appleApps : packages }
}

extension CompiledPolicy {
  /// The Firebase host of a URL; nil for other hosts.
  func firebaseLinkHost(of url: ExactString, in context: RequestContext) -> FirebaseLinkHost? {
    let parts = URLParts(url)
    guard parts.isWeb, let host = parts.host.map({ ASCII.lowercased($0) }) else { return nil }
    var found: FirebaseLinkHost?
    for provider in providers(with: .firebase, in: context) {
      guard let firebase = provider.firebase, firebase.mobileLinks?.value != "dynamic_links",
        let entry = (firebase.ownHosts + firebase.hostingDomains).first(where: {
          ASCII.lowercased($0.value) == host
        })
      else { continue }
      // Policies may share a project.
      found = FirebaseLinkHost(
        host: found?.host ?? entry,
        appleApps: ((found?.appleApps ?? []) + firebase.appleAppIDs).unique,
        packages: ((found?.packages ?? []) + firebase.androidPackageNames).unique)
    }
    return found
  }
}

extension LinkAnswerBuilder {
  /// The decision for a Firebase host.
  ///
  /// - Parameter asked: the only app to evaluate.
  func decision(
    on served: FirebaseLinkHost, isApple: Bool, asked: ExactString?
  ) -> Decision {
    var answer = self
    answer.confidence = .inferred
    answer.note(
      "Firebase serves the association files of \(served.host.value.quoted), for the apps of the project "
        + "and the path \(FirebaseLinkHost.path.quoted); inferred: these are the apps of the policy"
    )
    let path = URIParts(url)
    let isLink = path.text(path.path).hasPrefix(FirebaseLinkHost.path.string)
    let opens = isLink ? served.apps(isApple: isApple) : []
    let apps = asked.map { [$0] } ?? opens
    return answer.decision(
      apps.map { ($0, opens.contains($0) ? .match : .noMatch, served.host.anchor) },
      first: asked ?? opens.first, opens: opens, fallback: served.host.anchor)
  }
}
