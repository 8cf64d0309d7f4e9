import PolicyDecision
import PolicyText
import PolicyModel

/// Google's App Flip, with the browser flow as its fallback.
struct AppFlipFlow {
  let oauth: OAuthClientFlow

  private var compiled: CompiledClient { oauth.compiled }
  private var names: FlowNames { oauth.names }

  var plans: [FlowPlan] {
    var plans: [FlowPlan] = []
    if let flip = oauth.client.appFlipIOS, let link = compiled.flipUniversalLink,
      !names.isUnknown(flip.app, on: URIParts(link.value).lowerHost)
    {
      plans.append(plan(.appFlipIOS, link.anchor) { ios(link.value.string, &$0) })
    }
    let caller = oauth.client.appFlipAndroid?.callers.first
    // The caller's IDs may be `TODO`.
    let isKnown = caller.map { $0.packageName != nil && !$0.sha256Fingerprints.isEmpty } ?? true
    if oauth.client.appFlipAndroid != nil, isKnown, let action = compiled.flipIntentAction {
      plans.append(plan(.appFlipAndroid, action.anchor) { android(action.value.string, &$0) })
    }
    return plans
  }

  private func plan(
    _ kind: SignInFlow.Kind, _ anchor: SourceAnchor,
    _ steps: @escaping (inout FlowRecorder) -> Void
  ) -> FlowPlan {
    FlowPlan(
      kind: kind, subject: oauth.subject, environment: names.environment,
      client: oauth.client.id.value, anchor: anchor,
      assumptions: [.installed, .user, .offline, .timeout, .account]
        + (oauth.exchangesCodes ? [.code] : []), steps: steps)
  }

  /// The redirect URI for App Flip. Google's has `/a/` in its path; other providers have only one.
  private var appRedirectURI: String? { address(below: "/a/") }

  /// The redirect URI for the browser. Google's has `/r/` in its path.
  private var browserRedirectURI: String? { address(below: "/r/") }

  private func address(below path: String) -> String? {
    let entries = compiled.redirectURIs.map(\.value)
    let own = entries.first { Self.path($0).starts(with: path.utf8) }
    return ((oauth.isGoogleLinking ? own : nil) ?? entries.first)?.string
  }

  private static func path(_ uri: ExactString) -> ArraySlice<UInt8> {
    let parts = URIParts(uri)
    return Array(uri.utf8)[parts.path]
  }

  // MARK: iOS

  private func ios(_ link: String, _ flow: inout FlowRecorder) {
    if flow.facts.isInstalled {
      guard flipIOS(link, &flow) else { return }
    }
    fallback(&flow)
  }

  /// Returns true if the flow continues in the browser.
  private func flipIOS(_ link: String, _ flow: inout FlowRecorder) -> Bool {
    var parameters = [("client_id", compiled.clientID.value.string)]
    if !compiled.scopes.isEmpty { parameters.append(("scope", oauth.scope)) }
    parameters.append(("state", OAuthClientFlow.state))
    if let appRedirectURI { parameters.append(("redirect_uri", appRedirectURI)) }
    let url = FlowQuery.append(FlowQuery.encode(parameters), to: link)
    let app = names.app(oauth.client.appFlipIOS?.app)?.appleAppID
    let isElsewhere = names.document.policy.domains.isEmpty
    // Both environments share one link, whose host may belong to the other one.
    let isShared = oauth.client.appFlipIOS?.universalLink?.isShared ?? false
    let only =
      isShared && !isElsewhere
      ? names.onlyEnvironment(ofHost: URIParts(ExactString(link)).lowerHost) : nil
    flow.step("incoming link", .universalLink, [("url", .string(url))], in: only) {
      LinkVerdict.opens(app, isElsewhere: isElsewhere, only: only, $0)
    }
    let outcome = outcome(flow.facts, cancelled: "sign_in_failed")
    let decision = flow.step(
      "App Flip request", .appFlipIOS, [("url", .string(url)), ("outcome", outcome)]
    ) { decision in
      guard let outcome else { return .init(decision) }
      return .init(
        decision, isExpected: decision.target != nil && decision.error == Self.iosErrors[outcome])
    }
    guard let decision, let target = decision.target else { return false }
    flow.step("response to Google", .universalLink, [("url", .string(target))]) { decision in
      guard let app = decision.result?["app"]?.stringValue else {
        return .passes("none of our apps opens the response, so Google's app gets it")
      }
      return .breaks("\(DisplayText.quoted(app)) opens the response that is meant for Google's app")
    }
    return ended(decision, &flow)
  }

  private static let iosErrors: [(outcome: JSONValue, error: String)] = [
    ("deny", "access_denied"), ("offline", "cancelled"), ("timeout", "cancelled"),
    ("sign_in_failed", "cancelled"), ("account_disabled", "unrecoverable"),
  ]

  /// The `outcome` that our app reports; nil if it returns a code.
  private func outcome(_ facts: FlowFacts, cancelled: JSONValue) -> JSONValue? {
    if facts.isOffline { return "offline" }
    if facts.isTimedOut { return "timeout" }
    if facts.isAccountDisabled { return "account_disabled" }
    switch facts.user {
    case .approves: return nil
    case .denies: return "deny"
    case .cancels: return cancelled
    }
  }

  // MARK: Android

  private func android(_ action: String, _ flow: inout FlowRecorder) {
    if flow.facts.isInstalled {
      guard flipAndroid(action, &flow) else { return }
    }
    fallback(&flow)
  }

  private func flipAndroid(_ action: String, _ flow: inout FlowRecorder) -> Bool {
    let caller = oauth.client.appFlipAndroid?.callers.first
    var extras: [(key: String, value: JSONValue)] = [
      ("CLIENT_ID", .string(compiled.clientID.value.string))
    ]
    if !compiled.scopes.isEmpty {
      extras.append(("SCOPE", .array(compiled.scopes.map { .string($0.value.string) })))
    }
    if let appRedirectURI { extras.append(("REDIRECT_URI", .string(appRedirectURI))) }
    let certificates = caller?.sha256Fingerprints.prefix(1).map {
      JSONValue.string($0.value.string)
    }
    let outcome = outcome(flow.facts, cancelled: "back")
    let hasApp = names.app(oauth.client.appFlipAndroid?.app) != nil
    let decision = flow.step(
      "App Flip intent", .appFlipAndroid,
      [
        ("action", .string(action)),
        (
          "caller",
          [
            "package": .string(caller?.packageName?.value.string ?? ""),
            "certs": .array(certificates ?? []),
          ]
        ), ("extras", .object(extras)), ("outcome", outcome),
      ]
    ) { decision in
      guard hasApp else { return .breaks("the policy has no such app in this environment") }
      guard outcome != nil else { return .init(decision) }
      let refusals: [DecisionReason] = [.userDenied, .userCancelled, .accountDisabled]
      return .init(decision, isExpected: refusals.contains(decision.reason))
    }
    guard let decision else { return false }
    return ended(decision, &flow)
  }

  // MARK: after the app's response

  /// Exchanges the code for tokens, or ends the flow if Google is told to stop.
  ///
  /// - Returns: true if Google continues in the browser.
  private func ended(_ decision: RequestDecision, _ flow: inout FlowRecorder) -> Bool {
    if decision.isAllowed {
      if let appRedirectURI { oauth.tokens(appRedirectURI, &flow) }
      return flow.facts.code == .valid
    }
    guard decision.next == "abort" else { return true }
    let cause = flow.facts.refusal?.cause ?? "the user does not approve"
    flow.end = "\(cause); Google's app gets the error and does not open a browser"
    return false
  }

  /// The browser flow, if our app isn't installed or sends Google to the browser.
  private func fallback(_ flow: inout FlowRecorder) {
    guard let browserRedirectURI else { return }
    let isStandIn =
      oauth.isGoogleLinking && !Self.path(ExactString(browserRedirectURI)).starts(with: "/r/".utf8)
    // If the app is installed, the user has already decided there, and approves in the browser.
    oauth.browser(
      browserRedirectURI, prefix: "browser: ", isStandIn: isStandIn,
      refusal: flow.facts.isInstalled ? nil : flow.facts.refusal, &flow)
  }
}

extension [(outcome: JSONValue, error: String)] {
  fileprivate subscript(outcome: JSONValue) -> String? {
    first { $0.outcome == outcome }?.error
  }
}
