import PolicyText
import PolicyModel

/// A Firebase email action: from the SDK that requests the email to the page or app that completes
/// the action.
struct EmailActionFlow {
  /// The SDK that requests the email and opens its link.
  enum Client: String, CaseIterable {
    case js, ios, android

    /// The SDK's name in requests. The Android SDK leaves all checks to the server.
    var sdk: JSONValue { self == .android ? "any" : .string(rawValue) }
  }

  let action: EmailAction
  let client: Client
  let names: FlowNames

  /// One flow for each action and each SDK of its platforms.
  static func plans(_ names: FlowNames) -> [FlowPlan] {
    guard let firebase = names.document.policy.firebase else { return [] }
    return firebase.emailActions.flatMap { action -> [FlowPlan] in
      // The email names both apps, whose IDs may be `TODO`.
      let apps = [action.ios, action.androidApp].compactMap(names.app)
      guard let url = action.url?[names.environment],
        apps.allSatisfy({ $0.bundleID != nil || $0.packageName != nil })
      else { return [] }
      let subject = names.subject(action.name.value.string) { $0.firebase != nil }
      var clients = [Client.js]
      let host = ASCII.lowercased(action.linkDomain?[names.environment]?.value ?? "")
      for (app, client) in [(action.ios, Client.ios), (action.androidApp, .android)]
      where app?[names.environment] != nil && !names.isUnknown(app, on: host) {
        clients.append(client)
      }
      return clients.map { client in
        let flow = EmailActionFlow(action: action, client: client, names: names)
        return FlowPlan(
          kind: .emailAction, subject: subject, part: "/\(client.rawValue)",
          environment: names.environment, anchor: names.document.anchor(url),
          assumptions: flow.assumptions
        ) { flow.run(&$0, sent: url.value) }
      }
    }
  }

  private var handlesCodeInApp: Bool { action.handleCodeInApp?.value ?? false }

  private var assumptions: [FlowFacts.Name] {
    var names: [FlowFacts.Name] = [.user, .account, .code]
    if client != .js { names.append(.installed) }
    if client == .android, handlesCodeInApp, action.minimumVersion != nil {
      names.append(.appVersion)
    }
    return names
  }

  /// - Parameter url: the continue URL of the policy.
  private func run(_ flow: inout FlowRecorder, sent url: ExactString) {
    let sent = flow.step(
      "email", .emailAction,
      [
        ("policy", names.policy), ("action", .string(action.name.value.string)),
        ("sdk", client.sdk),
      ])
    guard let sent else { return }
    guard let link = sent.result?["link"]?.stringValue else { return }
    if flow.facts.user != .approves {
      flow.end = "the user does not open the email: nothing happens"
      return
    }
    let reader = open(link, &flow)
    guard let read = read(link, by: reader, &flow), apply(by: reader, &flow) else { return }
    flow.step("continue URL", .continueURL, [("input", ["url": .string(read)])]) { decision in
      guard decision.isAllowed else { return .breaks(decision.message) }
      return ExactString(read) == url
        ? .passes(
          "the user returns to \(DisplayText.quoted(url.string)), and its state is what was sent")
        // As in `continue-url-query-truncated`: the page opens, but its state is lost.
        : .inferred(
          "the state is lost: the user returns to \(DisplayText.quoted(read)), "
            + "but \(DisplayText.quoted(url.string)) was sent")
    }
    guard reader == .js, handlesCodeInApp else { return }
    flow.step(
      "page", .webOrigin, [("policy", names.policy), ("input", ["page_url": .string(read)])])
  }

  /// Opens the link in our app or in the browser.
  ///
  /// - Returns: the SDK that reads the link: JavaScript in the browser, or the SDK of the installed
  ///   app.
  private func open(_ link: String, _ flow: inout FlowRecorder) -> Client {
    let facts = flow.facts
    guard client != .js, handlesCodeInApp || facts.isInstalled else { return .js }
    let app: ExactString? =
      client == .ios
      ? names.app(action.ios)?.appleAppID : names.app(action.androidApp)?.packageName?.value
    flow.step(
      "link", client == .ios ? .universalLink : .appLink, [("url", .string(link))]
    ) { decision in
      guard handlesCodeInApp else { return LinkVerdict.staysInBrowser(decision) }
      guard facts.isInstalled else { return .inferred(notInstalled(app)) }
      let verdict = LinkVerdict.opens(app, isElsewhere: false, decision)
      if facts.isAppOld, case .passes = verdict { return .inferred(tooOld(app)) }
      return verdict
    }
    return handlesCodeInApp && facts.isInstalled ? client : .js
  }

  private func name(_ app: ExactString?) -> String {
    app.map { DisplayText.quoted($0.string) } ?? "the app"
  }

  private func notInstalled(_ app: ExactString?) -> String {
    let opens =
      client == .android && action.installIfNotAvailable?.value == true
      ? "the Play Store opens, or the browser" : "the browser opens the link"
    return "\(name(app)) isn't installed: \(opens); what follows isn't documented"
  }

  private func tooOld(_ app: ExactString?) -> String {
    let version = action.minimumVersion.map { " \($0.value.string)" } ?? ""
    return "\(name(app)) is older than `minimum_version`\(version): the Play Store may open first "
      + "(not documented)"
  }

  /// Parses the link with an SDK.
  ///
  /// - Returns: the continue URL.
  private func read(_ link: String, by reader: Client, _ flow: inout FlowRecorder) -> String? {
    let decision = flow.step("parsing", .emailLink, [("input", ["link": .string(link)])]) {
      decision in
      let name = reader == .js ? "js_result" : "\(reader.rawValue)_operation"
      let operation = decision.result?[name] ?? .null
      let isRead = operation != .null && operation != "throws URIError"
      return isRead
        ? .passes("the link is read: \(operation.text())") : .breaks(decision.message)
    }
    guard let decision else { return nil }
    return decision.result?["\(reader.rawValue)_continue_url"]?.stringValue
  }

  /// Sends the link's code to the server.
  ///
  /// - Returns: true if the server accepts it.
  private func apply(by reader: Client, _ flow: inout FlowRecorder) -> Bool {
    let facts = flow.facts
    let state =
      facts.code != .valid || !facts.isAccountDisabled
      ? facts.code.rawValue : "user_disabled"
    let reasons: [String: DecisionReason] = [
      "used": .codeUsed, "expired": .codeExpired, "user_disabled": .accountDisabled,
    ]
    let reason = reasons[state]
    let decision = flow.step(
      "code", .emailAction,
      [
        ("policy", names.policy), ("action", .string(action.name.value.string)),
        ("sdk", reader.sdk), ("operation", "apply"), ("facts", ["code": .string(state)]),
      ]
    ) { decision in
      guard let reason else { return .init(decision) }
      return decision.reason == reason
        ? .passes("refused: \(decision.message)") : .breaks(decision.message)
    }
    guard reason != nil else { return decision != nil }
    if decision != nil {
      flow.end =
        state == "user_disabled"
        ? "the account is disabled: the server rejects the code"
        : "the server rejects the code: the user must request another email"
    }
    return false
  }
}
