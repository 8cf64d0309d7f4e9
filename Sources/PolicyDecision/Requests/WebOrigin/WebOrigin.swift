package import PolicyText

/// A page that wants to start a sign-in with a popup or redirect.
package struct WebOriginRequest: Sendable {
  package var context: RequestContext
  package var pageURL: ExactString
}

extension CompiledPolicy {
  /// Decides whether Firebase's web SDK allows sign-in on a page.
  ///
  /// Source: firebase-js-sdk, `validate_origin.ts`.
  package func decide(_ request: WebOriginRequest) -> Decision {
    let facts = firebaseFacts(request.context)
    var recorder = TraceRecorder(request.context)
    let page = request.pageURL.quoted
    if let emulator = facts.value("emulator"), emulator.isTruthy, emulator != "false" {
      return recorder.end(
        .allow, "emulator", .allowed, channel: .result,
        message: "with the emulator the SDK checks no domain: \(page) may sign in")
    }
    let origin = PageOrigin(request.pageURL)
    if let origin {
      recorder.pass("page_url", "the host of the page is \(origin.host.quoted)")
    }
    let confidence = facts.confidence(in: "authorized_domains")
    recorder.noteAssumption(facts)
    var near: Facts.Text?
    for domain in facts.list("authorized_domains") {
      switch origin.map({ $0.isCovered(by: domain.value) }) {
      case .yes?:
        return recorder.end(
          .allow, "authorized_domains", .allowed, channel: .result,
          message: "\(page) may sign in: \(domain.value.quoted) covers its host",
          confidence: confidence, source: domain.source)
      case .brokenEntry?:
        recorder.note(
          "authorized_domains",
          "\(domain.value.quoted) is not a domain; the SDK skips it with an error",
          at: domain.source)
      case .unsupported?:
        recorder.note(
          "authorized_domains",
          "\(domain.value.quoted) is a regular expression that is not evaluated here",
          at: domain.source)
        near = domain
      default: break
      }
    }
    var decision = recorder.end(
      .deny, "authorized_domains", .domainNotAuthorized, channel: .clientError,
      error: "auth/unauthorized-domain",
      message: origin.map { "no authorized domain covers the host \($0.host.quoted)" }
        ?? "\(page) is not a URL", confidence: near == nil ? confidence : .inferred,
      source: facts.source("authorized_domains"))
    decision.nearest = origin.flatMap {
      NearestDomain.to($0.host, among: facts.list("authorized_domains"))
    }
    decision.source = decision.nearest?.entry.anchor ?? decision.source
    return decision
  }

  /// The facts of the section `firebase`, overridden by those of the request.
  func firebaseFacts(_ context: RequestContext) -> Facts {
    var facts = Facts(context.facts)
    guard let firebase = provider(.firebase, in: context)?.firebase else { return facts }
    if firebase.statesAuthorizedDomains {
      facts.set("authorized_domains", firebase.authorizedDomains)
    } else {
      // Older projects also have `localhost`, newer ones don't.
      facts.assume("authorized_domains", firebase.ownHosts)
    }
    if firebase.statesHostingDomains {
      facts.set("hosting_custom_domains", firebase.hostingDomains)
    } else {
      facts.assume("hosting_custom_domains", [])
    }
    facts.set(
      "mobile_links_domain",
      firebase.mobileLinks.map {
        $0.value == "dynamic_links" ? "FIREBASE_DYNAMIC_LINK_DOMAIN" : "HOSTING_DOMAIN"
      }, at: firebase.mobileLinks?.anchor)
    facts.set("email_link_enabled", firebase.emailLink)
    facts.set("improved_email_privacy", firebase.improvedEmailPrivacy)
    facts.set("project_id", firebase.projectID?.text, at: firebase.projectID?.anchor)
    facts.set("callback_uri", firebase.callbackURI?.text, at: firebase.callbackURI?.anchor)
    facts.set("lang", firebase.locale?.text, at: firebase.locale?.anchor)
    facts.set(
      "firebase_project_number", firebase.projectNumber?.text, at: firebase.projectNumber?.anchor)
    facts.set(
      "apps",
      .object(
        [("ios", firebase.iosBundleIDs), ("android", firebase.androidPackageNames)].compactMap {
          key, ids in ids.isEmpty ? nil : (key: key, value: .texts(ids))
        }))
    return facts
  }
}

extension TraceRecorder {
  /// Notes that the policy leaves the authorized domains to Firebase.
  mutating func noteAssumption(_ facts: Facts) {
    guard facts.isAssumed("authorized_domains") else { return }
    assumed = ["authorized_domains", "custom_auth_domain"]
    note(
      "authorized_domains",
      "the policy has no `authorized_domains`; assumed: only Firebase's default domains",
      at: facts.source("authorized_domains"))
  }
}

extension Entry {
  /// The value as a JSON string.
  var text: JSONValue { .string(value.string) }
}
